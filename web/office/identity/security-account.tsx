import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { currentLanguage } from '#i18n'
import { call, callForBytes, type CallOutput } from '../../data/call.ts'
import { clearSecret } from '../../data/session.ts'
import { prefixOf } from '../../language/languages.ts'
import { path } from '../../paths.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Icon } from '../../ui/icons.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import { Time } from '../../language/time.tsx'
import { useProof } from './proof.tsx'
import { downloadBlob, downloadText } from '../../shell/download.ts'
import classes from './security.module.css'
import { useSend } from '../../data/call-form.ts'

/** Freezes or unfreezes the account. Freezing takes one click; unfreezing requires proof of identity. */
export function FreezeAccount({ frozen }: { frozen: CallOutput<'security'>['frozen'] }) {
  const [dialog, ask] = useProof()
  const popup = usePopup()
  const refresh = useRefetch('security')
  const { busy, send } = useSend({ title: t`SECURITY`, refetch: refresh })

  const unfreeze = () =>
    ask({
      title: t`Unfreeze account`,
      words: t`You’ll be able to trade and withdraw again.`,
      action: t`Unfreeze`,
      async run(proof) {
        const answer = await call('unfreeze', proof)
        await refresh()
        void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
      },
    })

  return (
    <Panel title={frozen ? t`Your account is frozen` : t`Freeze my account`} id="freeze">
      <div className={classes.stack}>
        <FreezeWords frozen={frozen} />
        <ButtonRow>
          {!frozen && (
            <Button variant="default" loading={busy} onClick={() => void send(() => call('freeze', {}))}>
              <Trans>Freeze account</Trans>
            </Button>
          )}
          {frozen?.by === 'customer' && (
            <Button onClick={unfreeze}>
              <Trans>Unfreeze account</Trans>
            </Button>
          )}
          {frozen?.by === 'operator' && (
            <Link className={classes.words} to={path('contact')}>
              <Trans>Contact us to unfreeze it</Trans>
            </Link>
          )}
        </ButtonRow>
      </div>
      {dialog}
    </Panel>
  )
}

function FreezeWords({ frozen }: { frozen: CallOutput<'security'>['frozen'] }) {
  return frozen ? (
    <p className={classes.frozen}>
      <Icon name="warning" size={22} />
      <span>
        {frozen.reason}{' '}
        <Trans>
          Orders and withdrawals have been blocked since <Time at={frozen.at} />. Open trades settle as usual.
        </Trans>
      </span>
    </p>
  ) : (
    <p className={classes.words}>
      <Trans>
        Does something look wrong? Freezing blocks orders and withdrawals immediately. Open trades settle as usual, and
        you can still see everything.
      </Trans>
    </p>
  )
}

/** Downloads all of the customer's data as JSON, or the ledger as CSV. */
export function ExportData() {
  const [dialog, ask] = useProof()
  const { busy, send } = useSend({ title: t`SECURITY` })
  const everything = () =>
    ask({
      title: t`Download all your data`,
      words: t`One JSON file with your profile, sessions, trades, payments and all ledger entries. Keep it private.`,
      action: t`Download file`,
      // The client parses JSON responses, so the data is formatted again for readability.
      run: async (proof) =>
        downloadText('tallystick.json', 'application/json', JSON.stringify(await call('export', proof), null, 2)),
    })

  const ledger = () => send(async () => downloadBlob('tallystick-ledger.csv', await callForBytes('export.ledger', {})))

  return (
    <Panel title={t`My data`} id="export">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>Download everything that we store about you.</Trans>
        </p>
        <ButtonRow>
          <Button variant="default" onClick={everything}>
            <Trans>Download all data (JSON)</Trans>
          </Button>
          <Button variant="default" loading={busy} onClick={ledger}>
            <Trans>Download ledger (CSV)</Trans>
          </Button>
        </ButtonRow>
      </div>
      {dialog}
    </Panel>
  )
}

/** Closes the account permanently. */
export function CloseAccount() {
  const [dialog, ask] = useProof()
  const [giveup, setGiveup] = useState(false)
  const close = () =>
    ask({
      title: t`Close your account permanently`,
      words: giveup
        ? t`You forfeit any remaining balance. This can’t be undone. We’ll email you when it’s done.`
        : t`This can’t be undone. We’ll email you when it’s done.`,
      action: t`Close account`,
      danger: true,
      async run(proof) {
        await call('close', { ...proof, giveup })
        clearSecret()
        // As on sign-out, a full page load drops all customer data. An email confirms the closure.
        location.assign(prefixOf(currentLanguage()) + path('home'))
      },
    })
  return (
    <Panel title={t`Close my account`} id="close">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>
            Closing your account ends every session, revokes every API key and erases your personal data. The ledger
            keeps its entries under an anonymous number. Before you can close it, all trades must be settled and all
            withdrawals complete.
          </Trans>
        </p>
        <Checkbox checked={giveup} onChange={setGiveup}>
          <Trans>I forfeit the remaining balance</Trans>
        </Checkbox>
        <ButtonRow>
          <Button variant="default" onClick={close}>
            <Trans>Close my account</Trans>
          </Button>
        </ButtonRow>
      </div>
      {dialog}
    </Panel>
  )
}
