import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { momentFormat } from '../../language/formats.ts'
import { refusedReasonText } from '../../refused-reasons.ts'
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

/** The crosses on the chart in words: prices of the chosen symbol that were refused, with the reason. Empty where none was. */
export function RefusedPrices() {
  const refused = useRefusedPrices()
  if (refused.length === 0) return null
  const more = refused.length - shown
  return (
    <details className={classes.refused}>
      <summary>{plural(refused.length, { one: '# refused price', other: '# refused prices' })}</summary>
      <p>
        <Trans>
          These prices did not pass the checks, so they decide no trade. A cross marks each on the chart; at its edge,
          the price lies beyond it.
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
      {more > 0 && <p>{plural(more, { one: '# older one is not shown.', other: '# older ones are not shown.' })}</p>}
    </details>
  )
}
