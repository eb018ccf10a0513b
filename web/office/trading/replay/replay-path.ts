import type { TradeReceipt, TradeRecord } from '../../../../api/calls/trading/trading.ts'

export type ReplayTick = { seq: number; at: number; price: string }
export type ReplayMark = 'entry' | 'exit' | null

/** Time shown before the order and after the expiry, in milliseconds. */
const marginMs = 3000

/** Returns all ticks of the replay in order, without duplicates: those from the record and those from the receipt. */
export function replayTicks(recorded: readonly ReplayTick[], receipt: TradeReceipt): ReplayTick[] {
  const bySeq = new Map<number, ReplayTick>()
  for (const { seq, at, price } of [...recorded, ...receipt.ticks.entry.ticks, ...receipt.ticks.exit.ticks])
    bySeq.set(seq, { seq, at, price })
  const { fromMs, toMs } = replaySpan(receipt.order)
  return [...bySeq.values()].filter((tick) => tick.at >= fromMs && tick.at <= toMs).toSorted((a, b) => a.seq - b.seq)
}

/** Fetches all ticks since `fromMs`, oldest first. `fetchTicks` returns one page that starts at `fromMs`. */
export async function allTicks(
  fetchTicks: (fromMs: number) => Promise<readonly ReplayTick[]>,
  fromMs: number,
): Promise<ReplayTick[]> {
  const ticks: ReplayTick[] = []
  for (;;) {
    const last = ticks.at(-1)
    const page = await fetchTicks(last?.at ?? fromMs)
    // Each page starts at the previous page's last time, because other ticks can share that millisecond.
    const fresh = page.filter((tick) => tick.seq > (last?.seq ?? 0))
    if (fresh.length === 0) return ticks
    ticks.push(...fresh)
  }
}

export function replaySpan({ acceptedAt, expiresAt }: Pick<TradeRecord, 'acceptedAt' | 'expiresAt'>) {
  return { fromMs: acceptedAt - marginMs, toMs: expiresAt + marginMs }
}

/** Returns whether a tick is the entry or the exit of the trade. */
export function markOf(seq: number, { strikeSeq, exitSeq }: TradeReceipt['outcome']): ReplayMark {
  // One tick is both if no other arrived before the expiry. It is then shown as the entry.
  if (seq === strikeSeq) return 'entry'
  return seq === exitSeq ? 'exit' : null
}

export type Frame = { x: (atMs: number) => number; y: (price: number) => number; width: number; height: number }

/**
 * Returns the scales of a picture of `width` by `height`: time from left to right, prices with a margin above and
 * below.
 */
export function frameOf(
  ticks: readonly ReplayTick[],
  span: { fromMs: number; toMs: number },
  width: number,
  height: number,
): Frame {
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

/**
 * Returns an SVG path that draws the price in steps, from the ticks up to `untilMs`. A price holds until the next tick.
 * The line has a gap where a tick is missing. The last price is drawn only up to `knownMs`, because later prices are
 * unknown.
 */
export function stepPath(ticks: readonly ReplayTick[], { x, y }: Frame, untilMs: number, knownMs = untilMs): string {
  const shown = ticks.filter((tick) => tick.at <= untilMs)
  const last = shown.at(-1)
  if (!last) return ''
  const steps = shown.map((tick, index) => {
    const follows = tick.seq - 1 === shown[index - 1]?.seq
    return `${follows ? 'H' : 'M'}${round(x(tick.at))}${follows ? 'V' : ' '}${round(y(Number(tick.price)))}`
  })
  const next = ticks[shown.length]
  const holdsUntilMs = next
    ? next.seq === last.seq + 1
      ? untilMs
      : last.at
    : Math.max(last.at, Math.min(untilMs, knownMs))
  return `${steps.join('')}H${round(x(holdsUntilMs))}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
