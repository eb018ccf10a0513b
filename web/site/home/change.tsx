import { t } from '@lingui/core/macro'
import { percentText } from '../../ui/text/number-text.ts'
import classes from './change.module.css'

/** A price change with its direction as a colour, a shape and text for screen readers. */
export function Change({ symbol, basisPoints }: { symbol: string; basisPoints: number }) {
  const direction = basisPoints > 0 ? 'up' : basisPoints < 0 ? 'down' : 'same'
  const mark = { up: '▲', down: '▼', same: '' }[direction]
  const words = { up: t`up`, down: t`down`, same: t`unchanged` }[direction]
  return (
    <span className={`${classes.change} ${classes[direction]}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{words}</span>{' '}
      <span data-source={`symbols#[symbol=${symbol}].0.changeBps`} data-as="change" dir="ltr">
        {percentText(Math.abs(basisPoints), 2)}
      </span>
    </span>
  )
}
