import type { TradeReceipt } from '../../../contract/trading.ts'

export type ReplayTick = { seq: number; at: number; price: string }
export type ReplayMark = 'entry' | 'exit' | null

/** Seconds shown before the order and after the expiry. */
export const marginMs = 3000

/** All ticks of the replay in order, each once: those of the record and those the receipt carries. */
export function replayTicks(recorded: readonly ReplayTick[], receipt: TradeReceipt): ReplayTick[] {
  const bySeq = new Map<number, ReplayTick>()
  for (const { seq, at, price } of [...recorded, ...receipt.ticks.entry.ticks, ...receipt.ticks.exit.ticks]) bySeq.set(seq, { seq, at, price })
  const { fromMs, toMs } = replaySpan(receipt)
  return [...bySeq.values()].filter((tick) => tick.at >= fromMs && tick.at <= toMs).toSorted((a, b) => a.seq - b.seq)
}

export function replaySpan({ order }: Pick<TradeReceipt, 'order'>): { fromMs: number; toMs: number } {
  return { fromMs: order.acceptedAt - marginMs, toMs: order.expiresAt + marginMs }
}

/** Whether a tick is the entry or the exit of the trade. */
export function markOf(seq: number, { strikeSeq, exitSeq }: TradeReceipt['outcome']): ReplayMark {
  // One tick can be both, where no other came before the expiry; then it is shown as the entry and the exit is the same.
  if (seq === strikeSeq) return 'entry'
  return seq === exitSeq ? 'exit' : null
}

export type Frame = { x: (atMs: number) => number; y: (price: number) => number; width: number; height: number }

/** Scales for a picture of `width` by `height`: time from left to right, prices with a margin above and below. */
export function frameOf(ticks: readonly ReplayTick[], span: { fromMs: number; toMs: number }, width: number, height: number): Frame {
  const prices = ticks.map((tick) => Number(tick.price))
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const room = high > low ? (high - low) * 0.15 : Math.max(Math.abs(high) * 0.0001, 1e-9)
  const bottom = low - room
  const range = high - low + 2 * room
  return {
    x: (atMs) => ((atMs - span.fromMs) / (span.toMs - span.fromMs)) * width,
    y: (price) => height - ((price - bottom) / range) * height,
    width,
    height,
  }
}

/** SVG path of the price as steps: a price holds until the next tick. Only ticks up to `untilMs`. */
export function stepPath(ticks: readonly ReplayTick[], { x, y }: Frame, untilMs: number): string {
  const shown = ticks.filter((tick) => tick.at <= untilMs)
  const steps = shown.map((tick, index) => `${index === 0 ? 'M' : 'H'}${round(x(tick.at))}${index === 0 ? ' ' : 'V'}${round(y(Number(tick.price)))}`)
  return shown.length === 0 ? '' : `${steps.join('')}H${round(x(untilMs))}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
