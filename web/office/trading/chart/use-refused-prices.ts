import type { CallOutput } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'

const none: CallOutput<'prices.refused'> = []
const latestMs = 8_640_000_000_000_000

/** Returns at most 500 refused prices of a symbol, newest first, for the chart's marks and the list. */
export function useRefusedPrices(symbol: string): CallOutput<'prices.refused'> {
  const range = { symbol, from: '0', to: String(latestMs) }
  const { data } = useCall('prices.refused', range, { enabled: symbol !== '', refetchInterval: 30_000 })
  return data ?? none
}
