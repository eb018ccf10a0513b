import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ownLimits } from '../../../contract/own-limits.ts'
import { type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import type { MetaArgs } from '../../site/page-meta.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { LimitRow } from './limit-row.tsx'
import classes from './limits.module.css'
import { ExclusionForm, TimeOutForm } from './pause-form.tsx'

export const meta = (args: MetaArgs) => officeMeta(t`Limits`)(args)

type Section = { subject: 'deposits' | 'losses' | 'stake' | 'time' | 'reality'; title: string; words: string }

const sums = (): Section[] => [
  {
    subject: 'deposits',
    title: t`Deposits`,
    words: t`How much you may bring in. Payments that are on their way count.`,
  },
  {
    subject: 'losses',
    title: t`Losses`,
    words: t`An order is refused that could take your losses past this if all your open trades were lost. What you win in the same time may be lost again.`,
  },
]

const others = (): Section[] => [
  { subject: 'stake', title: t`Stake`, words: t`The most that one trade may cost.` },
  {
    subject: 'time',
    title: t`Time`,
    words: t`Minutes in which you do something here or have prices open, on all your devices together. When they are used up, no order is taken until midnight UTC.`,
  },
  {
    subject: 'reality',
    title: t`Reality check`,
    words: t`Every so many minutes we show you how long you have been here, how many trades you placed and what came of them. Orders wait until you have seen it.`,
  },
]

/** Limits that customers set for themselves. Source: truth.md section 5. */
export default function Limits() {
  const limits = useCall('limits', {})
  return (
    <OfficePage
      title={t`Limits`}
      words={t`What you allow yourself. A tighter limit holds at once; a looser one holds in 24 hours, and until then you can take it back. Days, weeks and months begin at midnight UTC.`}
    >
      {limits.isPending && (
        <Panel>
          <Loading lines={8} label={t`Loading your limits`} />
        </Panel>
      )}
      {limits.isError && (
        <Panel>
          <Failed message={errorText(limits.error)} onRetry={() => limits.refetch()} />
        </Panel>
      )}
      {limits.data && <Sections data={limits.data} />}
    </OfficePage>
  )
}

function Sections({ data }: { data: CallOutput<'limits'> }) {
  return (
    <>
      {data.pause && (
        <div className={classes.away} role="status">
          <strong>{data.pause.words}</strong>
          <span>
            <Trans>No orders and no deposits meanwhile. You can sign in, see everything and withdraw.</Trans>
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
              A break of a day to six weeks. No orders and no deposits meanwhile; open trades end as they stand, and you
              can still withdraw. It cannot be ended early.
            </Trans>
          </p>
          <TimeOutForm />
        </Panel>
        <Panel title={t`Self-exclusion`} id="exclusion">
          <p className={classes.words}>
            <Trans>
              For half a year or longer. Nobody can undo it before its end, the operator included. You can still sign
              in, see everything and withdraw.
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
