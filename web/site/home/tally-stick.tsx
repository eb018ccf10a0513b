import { useMemo } from 'react'
import { type Notch, notchCount, notchesOf } from './notches.ts'
import classes from './tally-stick.module.css'

const width = 1200
const height = 168
const gap = 6
const end = 10

/** Returns the outline of one half: straight outside, notched along the split. `side` is -1 for the upper half. */
function halfPath(notches: readonly Notch[], side: -1 | 1): string {
  const middle = height / 2
  const inner = middle + side * (gap / 2)
  const outer = middle + side * (height / 2)
  const deepest = (height / 2 - gap) * 0.72
  const pitch = (width - 2 * end) / notchCount
  const points = notches.map((notch, index) => {
    const x = width - end - (notches.length - index - 0.5) * pitch
    const half = pitch * 0.42
    return notch.depth === 0
      ? ''
      : `L${x - half} ${inner}L${x} ${inner + side * deepest * notch.depth}L${x + half} ${inner}`
  })
  return `M0 ${inner}${points.join('')}L${width} ${inner}V${outer}H0Z`
}

/** Draws a symbol's last ticks as a stick, split into two halves with the same notches. */
export function TallyStick({ ticks, label }: { ticks: readonly { seq: number; price: string }[]; label: string }) {
  const notches = useMemo(() => notchesOf(ticks), [ticks])
  const last = notches.at(-1)
  return (
    <div className={classes.stick} dir="ltr">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className={classes.yours} d={halfPath(notches, -1)} />
        <path className={classes.ours} d={halfPath(notches, 1)} />
        {notches.map((notch, index) => {
          if (notch.depth === 0) return null
          const pitch = (width - 2 * end) / notchCount
          const x = width - end - (notches.length - index - 0.5) * pitch
          const reach = (height / 2 - gap) * 0.72 * notch.depth + gap / 2
          const half = pitch * 0.42
          return (
            <path
              key={notch.id}
              className={notch === last ? `${classes[notch.direction]} ${classes.newest}` : classes[notch.direction]}
              d={`M${x - half} ${height / 2}L${x} ${height / 2 - reach}L${x + half} ${height / 2}L${x} ${height / 2 + reach}Z`}
            />
          )
        })}
      </svg>
    </div>
  )
}
