import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ownLimits } from '../../../api/calls/limits/own-limits.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { LimitRow } from './limit-row.tsx'
import classes from './limits.module.css'
import { ExclusionForm, TimeOutForm } from './pause-form.tsx'

export const meta = officeMeta(() => t`Limits`)

type Section = { subject: 'deposits' | 'losses' | 'stake' | 'time' | 'reality'; title: string; words: ReactNode }

const sums = (): Section[] => [
  {
    subject: 'deposits',
    title: t`Deposits`,
    words: t`The most you can deposit. Payments still in progress count too.`,
  },
  {
    subject: 'losses',
    title: t`Losses`,
    words: (
      <Trans>
        We refuse an order if losing all your open trades would exceed this limit. Winnings in the same period raise the
        amount you can lose.
      </Trans>
    ),
  },
]

const others = (): Section[] => [
  { subject: 'stake', title: t`Stake`, words: t`The most you can stake on one trade.` },
  {
    subject: 'time',
    title: t({ message: 'Time', context: 'time spent' }),
    words: (
      <Trans>
        Minutes in which you are active or viewing live prices, across all your devices. When you reach the limit, you
        can’t place orders until midnight UTC.
      </Trans>
    ),
  },
  {
    subject: 'reality',
    title: t`Reality check`,
    words: (
      <Trans>
        At this interval, we show you how long you’ve been here, how many trades you’ve placed and their results. You
        can’t place orders until you confirm that you’ve seen this.
      </Trans>
    ),
  },
]

/** Shows the limits that customers set for themselves. Source: docs/spec/truth.md section 5. */
export default function Limits() {
  const limits = useCall('limits', {})
  return (
    <Page
      title={t`Limits`}
      words={
        <Trans>
          Limits that you set for yourself. A tighter limit applies immediately. A looser one applies after 24 hours,
          and you can cancel it until then. Days, weeks and months start at midnight UTC.
        </Trans>
      }
    >
      {!limits.isSuccess && (
        <Panel>
          <Unanswered query={limits} lines={8} label={t`Loading your limits`} />
        </Panel>
      )}
      {limits.data && <Sections data={limits.data} />}
    </Page>
  )
}

function Sections({ data }: { data: CallOutput<'limits'> }) {
  return (
    <>
      {data.pause && (
        <div className={classes.away} role="status">
          <strong>{data.pause.words}</strong>
          <span>
            <Trans>You can’t place orders or deposit. You can still sign in, see everything and withdraw.</Trans>
          </span>
        </div>
      )}
      <div className={classes.columns}>
        {sums().map((section) => (
          <LimitsOf key={section.subject} section={section} data={data} />
        ))}
      </div>
      <div className={classes.thirds}>
        {others().map((section) => (
          <LimitsOf key={section.subject} section={section} data={data} />
        ))}
      </div>
      <div className={classes.columns}>
        <Panel title={t`Time-out`} id="timeout">
          <p className={classes.words}>
            <Trans>
              A break of one day to six weeks. You can’t place orders or deposit during the break. Open trades settle as
              usual, and you can still withdraw. You can’t end the break early.
            </Trans>
          </p>
          <TimeOutForm />
        </Panel>
        <Panel title={t`Self-exclusion`} id="exclusion">
          <p className={classes.words}>
            <Trans>
              Lasts six months or longer. Nobody can end it early, not even us. You can still sign in, see everything
              and withdraw.
            </Trans>
          </p>
          <ExclusionForm />
        </Panel>
      </div>
    </>
  )
}

function LimitsOf({ section: { subject, title, words }, data }: { section: Section; data: CallOutput<'limits'> }) {
  return (
    <Panel title={title} id={subject}>
      <p className={classes.words}>{words}</p>
      <ul className={classes.rows}>
        {data.limits
          .filter(({ name }) => ownLimits[name].subject === subject)
          .map((limit) => (
            <LimitRow key={limit.name} limit={limit} cur={data.cur} />
          ))}
      </ul>
    </Panel>
  )
}
