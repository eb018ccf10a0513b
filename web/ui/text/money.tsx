import { useAmountsHidden } from './amounts.tsx'
import { HiddenAmount } from './hidden-amount.tsx'
import { moneyText } from './number-text.ts'
import classes from './money.module.css'

type MoneyProps = {
  amount: string
  unit: string
  /** A price or a contract term, not personal: shown even in privacy mode. */
  shown?: boolean
  className?: string
}

/**
 * An amount with its unit in tabular figures, such as `$10.00`. Privacy mode hides a person's own amounts.
 */
export function Money({ amount, unit, shown = false, className = '' }: MoneyProps) {
  const hidden = useAmountsHidden()
  if (hidden && !shown) return <HiddenAmount />
  return (
    <span className={`${classes.money} ${className}`} dir="ltr">
      {moneyText(amount, unit)}
    </span>
  )
}
