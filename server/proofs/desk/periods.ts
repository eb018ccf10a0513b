import type { figurePeriods } from '../../../api/calls/proofs/desk-figures.ts'

/** A span of time in epoch milliseconds; `toMs` is exclusive. */
export type Span = { fromMs: number; toMs: number }

export type FigurePeriod = { id: (typeof figurePeriods)[number]; span: Span; before: Span }

const dayMs = 86_400_000
const lengths = { today: 1, week: 7, month: 30 } as const

/**
 * Returns the periods that end now and start at midnight UTC, with the span of the same length before each one. The
 * span before ends at the same time of day, so that a part of a day isn't compared with a whole one.
 */
export function periodsAt(nowMs: number): FigurePeriod[] {
  const midnightMs = nowMs - (nowMs % dayMs)
  return (Object.keys(lengths) as FigurePeriod['id'][]).map((id) => {
    const lengthMs = lengths[id] * dayMs
    const fromMs = midnightMs + dayMs - lengthMs
    return { id, span: { fromMs, toMs: nowMs }, before: { fromMs: fromMs - lengthMs, toMs: nowMs - lengthMs } }
  })
}

/** Returns the last 30 days, oldest first; the last one is the current day. */
export function daysAt(nowMs: number): Span[] {
  const midnightMs = nowMs - (nowMs % dayMs)
  return Array.from({ length: lengths.month }, (_, place) => {
    const fromMs = midnightMs - (lengths.month - 1 - place) * dayMs
    return { fromMs, toMs: fromMs + dayMs }
  })
}
