import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCall } from '../../data/queries.ts'
import { momentFormat } from '../../language/formats.ts'
import { refusedReasonText } from '../../refused-reasons.ts'
import { useMarket } from './market.tsx'
import classes from './chart.module.css'

const shown = 50
const timeText = momentFormat({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** Prices of the chosen symbol that were refused, with the reason. Empty where none was. */
export function RefusedPrices() {
  const { chosen } = useMarket()
  const symbol = chosen?.symbol ?? ''
  const { data } = useCall('prices.refused', { symbol, from: '0', to: '8640000000000000' }, { enabled: symbol !== '', refetchInterval: 30_000 })
  if (!data || data.length === 0) return null
  return (
    <details className={classes.refused}>
      <summary>{plural(data.length, { one: '# refused price', other: '# refused prices' })}</summary>
      <p>
        <Trans>These prices did not pass the check of the feed. They decided no trade.</Trans>
      </p>
      <ul>
        {data.slice(0, shown).map(({ id, at, price, reason, source }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time> <span dir="ltr">{price ?? '–'}</span> {refusedReasonText(reason)} <small dir="ltr">{source}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}
