import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { momentFormat } from '../../../language/formats.ts'
import { refusedReasonText } from '../../../language/refused-reasons.ts'
import { useMarket } from '../symbols/market.tsx'
import classes from './chart.module.css'
import { useRefusedPrices } from './use-refused-prices.ts'

const shown = 50
const timeText = momentFormat({
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Lists the newest refused prices and why each was refused. Renders nothing if there are none. */
export function RefusedPrices() {
  const { chosen } = useMarket()
  const refused = useRefusedPrices(chosen?.symbol ?? '')
  if (refused.length === 0) return null
  const more = refused.length - shown
  return (
    <details className={classes.refused}>
      <summary>{plural(refused.length, { one: '# refused price', other: '# refused prices' })}</summary>
      <p>
        <Trans>
          These prices failed the checks, so they’re never used to settle trades. Each is marked with a cross on the
          chart. A cross at the edge means that the price is outside the visible range.
        </Trans>
      </p>
      <ul>
        {refused.slice(0, shown).map(({ id, at, price, reason, source }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time> <span dir="ltr">{price ?? '–'}</span>{' '}
            {refusedReasonText(reason)} <small dir="ltr">{source}</small>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{plural(more, { one: '# older price isn’t shown.', other: '# older prices aren’t shown.' })}</p>}
    </details>
  )
}
