import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CopyRecord } from '../../../contract/copying.ts'
import { call, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { dateTimeText } from '../payments/date-text.ts'
import { CopyDialog } from './copy-dialog.tsx'
import classes from './copying.module.css'
import { Gaps } from './gaps.tsx'
import { useCopySend } from './use-copy-send.ts'

/** Whom the customer copies, from the call `copies`, with the gap ledger of each. */
export function MyTraders() {
  const copies = useCall('copies', {})
  if (copies.isPending) return <Loading lines={3} />
  if (copies.isError) return <Failed message={errorText(copies.error)} onRetry={() => copies.refetch()} />
  if (copies.data.length === 0) return <Empty title={t`No Copied Traders`} icon="copy"><Trans>Traders you copy stand here, with what their orders made there and here.</Trans></Empty>
  return (
    <div className={classes.form}>
      {copies.data.map((copy) => (
        <Copy key={copy.id} copy={copy} />
      ))}
    </div>
  )
}

const stateWords = { active: 'Copying', paused: 'Paused', stopped: 'Stopped' }
const stateTones = { active: 'up', paused: 'accent', stopped: undefined }

function Copy({ copy }: { copy: CopyRecord }) {
  const { busy, send } = useCopySend()
  const [showing, setShowing] = useState(false)
  const [changing, setChanging] = useState(false)
  const running = copy.state !== 'stopped'
  return (
    <article className={classes.card} aria-label={copy.name}>
      <div className={classes.badges}>
        <strong>
          <Link to={path('trader', { params: { tid: copy.tid } })}>{copy.name}</Link>
        </strong>
        <span className={classes.badge} data-tone={stateTones[copy.state]}>
          {stateWords[copy.state]}
        </span>
      </div>
      <CopyFacts copy={copy} />
      <p className={classes.quiet}>
        {copy.mode === 'fixed' ? 'Fixed stake of ' : 'In proportion, with '}
        <Money amount={copy.amount} unit={copy.cur} />
        {copy.classes.length > 0 && `, ${copy.classes.join(' and ')} alone`}
        {copy.maxStake && <><Trans>, none above <Money amount={copy.maxStake} unit={copy.cur} /></Trans></>}
        {copy.stopLoss && <><Trans>, stops at a loss of <Money amount={copy.stopLoss} unit={copy.cur} /></Trans></>}<Trans>. Since {dateTimeText(copy.startedAt)}
        {copy.stoppedAt !== null && ` until ${dateTimeText(copy.stoppedAt)}`}. {copy.stopReason}</Trans>
      </p>
      <div className={classes.buttons}>
        {running && (
          <>
            <Button size="xs" color="red" loading={busy} onClick={() => send(() => call('copytrader', { copytrade: copy.tid }))}>
              <Trans>STOP</Trans>
            </Button>
            <Button size="xs" variant="default" disabled={busy} onClick={() => send(() => call('copies.set', { tid: copy.tid, paused: copy.state === 'active' }))}>
              {copy.state === 'active' ? 'Pause' : 'Go on'}
            </Button>
            <Button size="xs" variant="default" disabled={busy} onClick={() => setChanging(true)}>
              <Trans>Change</Trans>
            </Button>
          </>
        )}
        <Button size="xs" variant="default" aria-expanded={showing} onClick={() => setShowing(!showing)}>
          <Trans>Trader against you</Trans>
        </Button>
      </div>
      {showing && <Gaps id={copy.id} />}
      {changing && <CopyDialog name={copy.name} cur={copy.cur} now={copy} busy={busy} action={t`Save`} onClose={() => setChanging(false)} save={(form) => send(() => call('copies.set', { tid: copy.tid, ...form }))} />}
    </article>
  )
}

function CopyFacts({ copy }: { copy: CopyRecord }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt><Trans>Result of copies</Trans></dt>
        <dd className={copy.result.startsWith('-') ? classes.down : undefined}>
          <Money amount={copy.result} unit={copy.cur} />
        </dd>
      </div>
      <div>
        <dt><Trans>Profit share paid</Trans></dt>
        <dd>
          <Money amount={copy.feePaid} unit={copy.cur} />
        </dd>
      </div>
      <div>
        <dt><Trans>Copied</Trans></dt>
        <dd>
          {copy.copied}
          {copy.open > 0 && ` (${copy.open} open)`}
        </dd>
      </div>
      <div>
        <dt><Trans>Left out</Trans></dt>
        <dd>{copy.skipped}</dd>
      </div>
    </dl>
  )
}
