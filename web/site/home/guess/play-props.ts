import type { ComponentType } from 'react'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'

/** Props of the two buttons: whether a guess is being played, and what a click does. */
export type SidesProps = { playing: boolean; onPick: (side: TradeType) => void }

/** Props of the part that plays guesses. */
export type PlayProps = {
  /** The side on which the visitor clicked. */
  first: TradeType
  symbol: string
  payoutBps: number
  price: string | undefined
  /** The two buttons. Passed as a component, because importing it would put it into a separate file. */
  Sides: ComponentType<SidesProps>
}
