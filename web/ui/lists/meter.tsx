import classes from './meter.module.css'

type Props = {
  value: number
  max?: number
  label: string
  /** Marks a meter that is full in the accent colour. */
  marksFull?: boolean
  className?: string | undefined
}

/** A bar that shows how much of a whole has passed or been used. */
export function Meter({ value, max = 1, label, marksFull = false, className = '' }: Props) {
  return (
    <progress
      className={`${classes.meter} ${className}`}
      value={value}
      max={max}
      aria-label={label}
      data-full={(marksFull && value >= max) || undefined}
    />
  )
}
