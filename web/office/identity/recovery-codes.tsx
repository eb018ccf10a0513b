import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useSiteName } from '../../document/site-name.ts'
import { downloadText } from '../../shell/download.ts'
import classes from './security.module.css'

/** Shows new recovery codes. The server can't return them again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const siteName = useSiteName()
  const save = () =>
    downloadText(
      'tallystick-recovery-codes.txt',
      'text/plain',
      `${t`${siteName} recovery codes, each valid once`}\n\n${codes.join('\n')}\n`,
    )
  return (
    <div className={classes.stack} role="status">
      <p>
        <Trans>
          <strong>Save these ten recovery codes.</strong> If you lose your second factor, each code replaces it for one
          sign-in. We won’t show the codes again.
        </Trans>
      </p>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={save}>
          <Trans>Download codes</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
      </ButtonRow>
    </div>
  )
}
