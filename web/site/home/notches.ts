/** Number of notches on the stick: one per tick after the first. */
export const notchCount = 40

export type Notch = { id: number; direction: 'up' | 'down' | 'same'; depth: number }

/** Returns a notch per step between ticks: its direction, and its size relative to the largest, from 0 to 1. */
export function notchesOf(ticks: readonly { seq: number; price: string }[]): Notch[] {
  const steps = ticks
    .slice(1)
    .map((tick, index) => ({ id: tick.seq, step: Number(tick.price) - Number(ticks[index]!.price) }))
  const largest = Math.max(...steps.map(({ step }) => Math.abs(step)), Number.MIN_VALUE)
  return steps.slice(-notchCount).map(({ id, step }) => ({
    id,
    direction: step > 0 ? 'up' : step < 0 ? 'down' : 'same',
    depth: step === 0 ? 0 : 0.16 + 0.84 * Math.sqrt(Math.abs(step) / largest),
  }))
}
