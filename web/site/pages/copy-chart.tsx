import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { Figure } from '../figure.tsx'
import { copierCurve } from './copier-curve.ts'
import classes from './copy-chart.module.css'
import { expertTitle } from './expert-names.ts'

const width = 640
const height = 220

/** Draws the record of the best-ranked expert, and what a proportional copier would have had. */
export function CopyChart({ experts }: { experts: CallOutput<'experts'> }) {
  const [expert] = experts
  if (!expert || expert.series.length < 3) return null
  const own = expert.series.map(Number)
  const copied = copierCurve(own, expert.ps)
  const low = Math.min(...own, ...copied)
  const span = Math.max(...own) - low || 1
  const y = (value: number) => (height - 8 - ((value - low) / span) * (height - 16)).toFixed(1)
  const points = (values: readonly number[]) =>
    values
      .map((value, place) => {
        const x = (place * width) / (values.length - 1)
        return `${x.toFixed(1)},${y(value)}`
      })
      .join(' ')
  const name = expertTitle(expert.name)
  const share = <Figure call="experts" of={experts} at="0.ps" as="percentage" />
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t`Account value: ${name} and a copier`}>
        <path className={classes.start} d={`M0 ${y(own[0]!)}H${width}`} />
        <polyline className={classes.expert} points={points(own)} />
        <polyline className={classes.copier} points={points(copied)} />
      </svg>
      <ul>
        <li data-line="expert">
          {name}: <Figure call="experts" of={experts} at="0.resultPercent" as="percentage" />
        </li>
        <li data-line="copier">
          <Trans>A copier</Trans>
        </li>
      </ul>
      <figcaption>
        <Trans>
          From the expert’s recorded trades. The copier’s line is computed: the same trades in proportion, less {share}{' '}
          of each new high. Delays, rounding and skipped trades make a real copy differ further.
        </Trans>
      </figcaption>
    </figure>
  )
}
