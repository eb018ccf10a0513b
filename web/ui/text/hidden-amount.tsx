import { Trans } from '@lingui/react/macro'
import { hiddenAmountText } from './amounts.tsx'
import classes from './money.module.css'

/** Replaces a hidden amount; identical for all amounts. */
export function HiddenAmount() {
  return (
    <span className={classes.money}>
      <span aria-hidden="true">{hiddenAmountText}</span>
      <span className="visually-hidden">
        <Trans>amount hidden</Trans>
      </span>
    </span>
  )
}
