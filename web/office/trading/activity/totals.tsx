import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { groupDigits, percentText } from '../../../ui/text/number-text.ts'
import classes from './activity.module.css'
import { Signed } from './signed.tsx'

/** Shows the sums of all lines that a filter matches, on all pages. */
export function Totals({ input, isKnown }: { input: CallInput<'activity.totals'>; isKnown: boolean }) {
  const { data, isPlaceholderData } = useCall('activity.totals', input, {
    placeholderData: keepPreviousData,
    enabled: isKnown,
  })
  const none = '–'
  const each = (part: 'in' | 'out' | 'net') =>
    data && data.sums.length > 0
      ? data.sums.map(({ asset, unit, [part]: amount }) => (
          <span key={asset} className={classes.sum}>
            {part === 'net' ? <Signed amount={amount} unit={unit} /> : <Money amount={amount} unit={unit} />}
          </span>
        ))
      : none
  const trades = data?.trades
  return (
    <div className={classes.totals} aria-busy={!data || isPlaceholderData}>
      <Facts layout="grid">
        <Fact term={t({ message: 'In', comment: 'sum of amounts that came in' })}>{each('in')}</Fact>
        <Fact term={t({ message: 'Out', comment: 'sum of amounts that went out' })}>{each('out')}</Fact>
        <Fact term={t`Net`}>{each('net')}</Fact>
        <Fact term={t({ message: 'Transactions', context: 'statement' })}>
          {data ? groupDigits(String(data.lines)) : none}
        </Fact>
        <Fact term={t`Win rate`}>
          {trades && trades.winBps !== null ? (
            <>
              {percentText(trades.winBps, 1)}{' '}
              <small className={classes.quiet}>
                <Trans>
                  {trades.won} won, {trades.lost} lost
                </Trans>
              </small>
            </>
          ) : (
            none
          )}
        </Fact>
      </Facts>
    </div>
  )
}
