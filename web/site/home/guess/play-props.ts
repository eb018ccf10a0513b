import type { ComponentType } from 'react'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'

/** What the two buttons get: whether a guess is being played, and what a click does. */
export type SidesProps = { playing: boolean; onPick: (side: TradeType) => void }

/** What the part that plays guesses gets. */
export type PlayProps = {
  /** The side on which the visitor clicked. */
  first: TradeType
  symbol: string
  payoutBps: number
  price: string | undefined
  /** The two buttons. Given as a part, because importing it would put it into a file of its own. */
  Sides: ComponentType<SidesProps>
}
