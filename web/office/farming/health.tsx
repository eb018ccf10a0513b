import { t } from '@lingui/core/macro'
import { groupDigits } from '../../ui/text/number-text.ts'
import classes from './farming.module.css'

const [least, most] = [1, 2]

/** Shows a health factor on a scale from 1, where the contract is liquidated, to 2 and more. */
export function Health({ value }: { value: string }) {
  const shown = groupDigits(value)
  const at = Math.min(1, Math.max(0, (Number(value) - least) / (most - least)))
  return (
    <>
      {shown}
      <span className={classes.health} role="img" aria-label={t`${shown}; liquidated at 1.00`}>
        <span style={{ '--at': `${at * 100}%` } as React.CSSProperties} />
      </span>
      <span className={classes.scale} aria-hidden="true">
        <span>{groupDigits('1.00')}</span>
        <span dir="ltr">{groupDigits('2.00')}+</span>
      </span>
    </>
  )
}
