import classes from './sparkline.module.css'

const width = 120
const height = 32
const margin = 2

type Props = { values: readonly number[]; label: string }

/** Draws a small line with a dashed line at its first value. Green if it ends above that, red if below. */
export function Sparkline({ values, label }: Props) {
  const [first = 0] = values
  const last = values.at(-1) ?? first
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const yOf = (value: number) => round(height - margin - ((value - low) / span) * (height - 2 * margin))
  const step = width / Math.max(1, values.length - 1)
  const tone = last > first ? 'up' : last < first ? 'down' : undefined
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-tone={tone}
    >
      <path className={classes.start} d={`M0 ${yOf(first)}H${width}`} />
      <polyline points={values.map((value, place) => `${round(place * step)},${yOf(value)}`).join(' ')} />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
