import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'

type Notices = { robot: boolean; copies: boolean }

/** Returns the trades after `lastId` that the robot or a copied expert placed, as far as the customer chose them. */
export function placedForMe<Trade extends Pick<TradeRecord, 'id' | 'by'>>(
  trades: readonly Trade[],
  lastId: string,
  { robot, copies }: Notices,
): Trade[] {
  // The ids of trades are in the order of acceptance.
  return trades.filter(({ id, by }) => id > lastId && ((robot && by === 'robot') || (copies && by === 'copy')))
}
