import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { currentLocale } from '#i18n'
import type { CopyRecord } from '../../../api/calls/copying/copying.ts'
import { call } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { DownloadList } from '../download-list.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Badge } from '../../ui/badge.tsx'
import classes from './copying.module.css'
import { Gaps } from './gaps.tsx'
import { useCopySend } from './use-copy-send.ts'

/** Lists the traders that the customer copies, from the `copies` call, each with its gap ledger. */
export function MyTraders() {
  const copies = useCall('copies', {})
  if (!copies.isSuccess) return <Unanswered query={copies} lines={3} />
  if (copies.data.length === 0) {
    return (
      <Empty
        title={t`No Copied Traders`}
        icon="copy"
        action={
          <Button component={Link} variant="default" to={path('traders')}>
            <Trans>Choose a trader</Trans>
          </Button>
        }
      >
        <Trans>Traders you copy appear here, with their results and yours.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <div className={classes.form}>
        {copies.data.map((copy) => (
          <Copy key={copy.id} copy={copy} />
        ))}
      </div>
      <div className={classes.downloads}>
        <DownloadList list="copies" />
        <div>
          <p className={classes.quiet}>{t`Gap ledger of all copies:`}</p>
          <DownloadList list="gaps" />
        </div>
      </div>
    </>
  )
}

const stateWords = () => ({
  active: t({ message: 'Copying', context: 'state' }),
  paused: t`Paused`,
  stopped: t({ message: 'Stopped', context: 'copying' }),
})
const stateTones = { active: 'good', paused: 'wait', stopped: 'plain' } as const

function Copy({ copy }: { copy: CopyRecord }) {
  const { busy, send } = useCopySend()
  const [showing, setShowing] = useState(false)
  const [changing, setChanging] = useState(false)
  const running = copy.state !== 'stopped'
  return (
    <article className={classes.copy} aria-label={copy.name}>
      <div className={classes.badges}>
        <strong>
          <Link to={path('trader', { params: { tid: copy.tid } })}>{copy.name}</Link>
        </strong>
        <Badge tone={stateTones[copy.state]}>{stateWords()[copy.state]}</Badge>
      </div>
      <CopyFacts copy={copy} />
      <p className={classes.quiet}>
        <CopyTerms copy={copy} />. <CopyTimes copy={copy} /> {copy.stopReason}
      </p>
      <ButtonRow>
        {running && (
          <>
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => send(() => call('copytrader', { copytrade: copy.tid, to: 'stop' }))}
            >
              <Trans>Stop copying</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              onClick={() => send(() => call('copies.set', { tid: copy.tid, paused: copy.state === 'active' }))}
            >
              {copy.state === 'active' ? t`Pause` : t`Resume`}
            </Button>
            <Button size="xs" variant="default" disabled={busy} onClick={() => setChanging(true)}>
              <Trans>Change</Trans>
            </Button>
          </>
        )}
        <Button size="xs" variant="default" aria-expanded={showing} onClick={() => setShowing(!showing)}>
          <Trans>Trader vs. you</Trans>
        </Button>
      </ButtonRow>
      {showing && <Gaps id={copy.id} />}
      {changing && (
        <CopyDialog
          name={copy.name}
          cur={copy.cur}
          now={copy}
          busy={busy}
          action={t`Save`}
          onClose={() => setChanging(false)}
          save={(form) => send(() => call('copies.set', { tid: copy.tid, ...form }))}
        />
      )}
    </article>
  )
}

const classWords = (): Record<string, string> => ({ crypto: t`crypto`, forex: t`forex`, stocks: t`stocks` })

/** Shows which of a trader's orders are copied and for how much, as a list of clauses. */
function CopyTerms({ copy: { mode, amount, cur, classes: chosen, maxStake, stopLoss } }: { copy: CopyRecord }) {
  const words = classWords()
  const classNames = new Intl.ListFormat(currentLocale()).format(chosen.map((name) => words[name] ?? name))
  return (
    <>
      {mode === 'fixed' ? (
        <Trans>
          Fixed stake of <Money amount={amount} unit={cur} />
        </Trans>
      ) : (
        <Trans>
          Proportional, with <Money amount={amount} unit={cur} />
        </Trans>
      )}
      {chosen.length > 0 && t`, ${classNames} only`}
      {maxStake && (
        <Trans>
          , no copies above <Money amount={maxStake} unit={cur} />
        </Trans>
      )}
      {stopLoss && (
        <Trans>
          , with a stop-loss of <Money amount={stopLoss} unit={cur} />
        </Trans>
      )}
    </>
  )
}

function CopyTimes({ copy: { startedAt, stoppedAt } }: { copy: CopyRecord }) {
  const start = dateTimeText(startedAt)
  if (stoppedAt === null) return <Trans>Since {start}.</Trans>
  const end = dateTimeText(stoppedAt)
  return (
    <Trans>
      From {start} to {end}.
    </Trans>
  )
}

function CopyFacts({ copy }: { copy: CopyRecord }) {
  const { copied, open } = copy
  return (
    <Facts layout="grid">
      <Fact term={t`Your result`} className={copy.result.startsWith('-') ? classes.down : undefined}>
        <Money amount={copy.result} unit={copy.cur} />
      </Fact>
      <Fact term={t`Profit share paid`}>
        <Money amount={copy.feePaid} unit={copy.cur} />
      </Fact>
      <Fact term={t({ message: 'Copied', context: 'orders of a trader' })}>
        {open > 0 ? t`${copied} (${open} open)` : copied}
      </Fact>
      <Fact term={t`Skipped`}>{copy.skipped}</Fact>
    </Facts>
  )
}
