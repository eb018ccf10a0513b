import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { useMarket } from './market.tsx'

const none: CallOutput<'prices.refused'> = []
const latestMs = 8_640_000_000_000_000

/** The refused prices of the chosen symbol, newest first, at most 500. The chart marks them, and a list names them. */
export function useRefusedPrices(): CallOutput<'prices.refused'> {
  const { chosen } = useMarket()
  const symbol = chosen?.symbol ?? ''
  const range = { symbol, from: '0', to: String(latestMs) }
  const { data } = useCall('prices.refused', range, { enabled: symbol !== '', refetchInterval: 30_000 })
  return data ?? none
}
