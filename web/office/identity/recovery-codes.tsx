import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useSiteName } from '../../site/site-name.ts'
import { downloadText } from '../trading/download.ts'
import classes from './security.module.css'

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const siteName = useSiteName()
  const save = () =>
    downloadText(
      'tallystick-recovery-codes.txt',
      'text/plain',
      `${t`${siteName} recovery codes, each good once`}\n\n${codes.join('\n')}\n`,
    )
  return (
    <div className={classes.stack} role="status">
      <p>
        <Trans>
          <strong>Keep these ten recovery codes.</strong> Each signs you in once in place of the second factor, on the
          day on which you have lost it. They are not shown again.
        </Trans>
      </p>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>I have them</Trans>
        </Button>
      </div>
    </div>
  )
}
