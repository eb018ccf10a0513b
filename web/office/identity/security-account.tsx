import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { currentLanguage } from '#i18n'
import { call, callForBytes, type CallOutput, errorText } from '../../data/call.ts'
import { clearSecret } from '../../data/session.ts'
import { prefixOf } from '../../language/languages.ts'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { Panel } from '../page.tsx'
import { Moment } from './moment.tsx'
import { useProof } from './proof.tsx'
import classes from './security.module.css'

/** Freezing is one press; releasing asks for proof. */
export function FreezeAccount({ frozen }: { frozen: CallOutput<'security'>['frozen'] }) {
  const [dialog, ask] = useProof()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const popup = usePopup()
  const refresh = () => queries.invalidateQueries({ queryKey: ['security'] })

  async function freeze() {
    setBusy(true)
    try {
      const answer = await call('freeze', {})
      await refresh()
      void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
    } catch (error) {
      void popup({ title: t`SECURITY`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }
  const release = () =>
    ask({
      title: t`Release the account`,
      words: t`Orders and withdrawals are possible again from now on.`,
      action: t`Release`,
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
        <div className={classes.buttons}>
          {!frozen && (
            <Button className={classes.danger} loading={busy} onClick={freeze}>
              <Trans>Freeze now</Trans>
            </Button>
          )}
          {frozen?.by === 'customer' && (
            <Button onClick={release}>
              <Trans>Release the account</Trans>
            </Button>
          )}
          {frozen?.by === 'operator' && (
            <Link className={classes.words} to={path('contact')}>
              <Trans>Write to us to have it released</Trans>
            </Link>
          )}
        </div>
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
          Since <Moment at={frozen.at} /> no orders are taken and nothing can be withdrawn. Open trades settle as usual.
        </Trans>
      </span>
    </p>
  ) : (
    <p className={classes.words}>
      <Trans>
        Something looks wrong? Freezing stops orders and withdrawals at once. Open trades settle as usual, and you can
        still look at everything.
      </Trans>
    </p>
  )
}

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Everything about the customer as JSON; the ledger as CSV. */
export function ExportData() {
  const [dialog, ask] = useProof()
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const everything = () =>
    ask({
      title: t`Save everything about me`,
      words: t`One JSON file with your profile, sessions, trades, payments and every ledger entry. Keep it to yourself.`,
      action: t`Save the file`,
      // A JSON answer is parsed by the client: it is written out again as it reads best.
      run: async (proof) =>
        save(
          new Blob([JSON.stringify(await call('export', proof), null, 2)], { type: 'application/json' }),
          'tallystick.json',
        ),
    })

  async function ledger() {
    setBusy(true)
    try {
      save(await callForBytes('export.ledger', {}), 'tallystick-ledger.csv')
    } catch (error) {
      void popup({ title: t`SECURITY`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }

  return (
    <Panel title={t`My data`} id="export">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>Everything that is kept about you is yours to take along.</Trans>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={everything}>
            <Trans>Everything, as JSON</Trans>
          </Button>
          <Button variant="default" loading={busy} onClick={ledger}>
            <Trans>Ledger, as CSV</Trans>
          </Button>
        </div>
      </div>
      {dialog}
    </Panel>
  )
}

/** The end of the account. */
export function CloseAccount() {
  const [dialog, ask] = useProof()
  const [giveup, setGiveup] = useState(false)
  const close = () =>
    ask({
      title: t`Close the account for good`,
      words: giveup
        ? t`What is left in it is given up. This cannot be undone. A mail tells you when it is done.`
        : t`This cannot be undone. A mail tells you when it is done.`,
      action: t`Close for good`,
      danger: true,
      async run(proof) {
        await call('close', { ...proof, giveup })
        clearSecret()
        // As with signing out, nothing of the customer stays in the page; that it is done is said by mail.
        location.assign(prefixOf(currentLanguage()) + path('home'))
      },
    })
  return (
    <Panel title={t`Close my account`} id="close">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>
            Every session and key ends, and what shows who you are is erased. The ledger keeps its entries under a
            number that belongs to nobody. Trades and withdrawals must have ended.
          </Trans>
        </p>
        <label className={classes.check}>
          <input type="checkbox" checked={giveup} onChange={(event) => setGiveup(event.currentTarget.checked)} />
          <Trans>I give up what is left in the account</Trans>
        </label>
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            <Trans>Close my account</Trans>
          </Button>
        </div>
      </div>
      {dialog}
    </Panel>
  )
}
