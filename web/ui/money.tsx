import { useAmountsHidden } from './amounts.tsx'
import { HiddenAmount } from './hidden-amount.tsx'
import { groupDigits } from './number-text.ts'
import classes from './money.module.css'

type MoneyProps = {
  amount: string
  unit: string
  /** A price or a contract term, not personal: shown even in privacy mode. */
  shown?: boolean
  className?: string
}

/**
 * An amount in tabular figures, such as `$10.00`. A one-character unit comes before it, others after. Privacy mode
 * hides a person's own amounts.
 */
export function Money({ amount, unit, shown = false, className = '' }: MoneyProps) {
  const hidden = useAmountsHidden()
  if (hidden && !shown) return <HiddenAmount />
  const text = groupDigits(amount)
  const isSign = unit.length === 1
  const negative = text.startsWith('−')
  return (
    <span className={`${classes.money} ${className}`} dir="ltr">
      {isSign ? `${negative ? '−' : ''}${unit}${negative ? text.slice(1) : text}` : `${text}\u00a0${unit}`}
    </span>
  )
}
