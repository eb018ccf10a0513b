/** A symbol with its newest ticks, as the hero shows them. */
export type Stick = {
  symbol: { symbol: string; name: string; changeBps: number | null; payoutBps: number; source: string }
  ticks: { seq: number; price: string }[]
}
