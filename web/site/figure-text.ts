import { currentLocale } from '#i18n'
import { breakEvenBps, planRange } from './home/figures.ts'
import { momentFormat, quantityText } from '../language/formats.ts'
import { groupDigits, moneyText, percentText } from '../ui/text/number-text.ts'

/**
 * One step of a path in a response: a member, an index, `[key=value]` for the matching entries of a list, or `length`,
 * `min` or `max` of a list.
 */
const stepPattern = /\[[^\]]*\]|[^.]+/g

/**
 * Returns the value at a path in a call's response: `losing.shareBps`, `deposited.0`, `[class=stocks].payoutBps.max`. A
 * member's name after a list means that member of every entry. Undefined if there is no value.
 */
export function valueAt(answer: unknown, place: string): unknown {
  let value = answer
  for (const step of place.match(stepPattern) ?? []) value = stepDown(value, step)
  return value
}

function stepDown(value: unknown, step: string): unknown {
  if (value === null || value === undefined) return undefined
  if (!Array.isArray(value)) return (value as Record<string, unknown>)[step]
  const [, key, wanted] = /^\[(\w+)=(.*)\]$/.exec(step) ?? []
  if (key !== undefined) return value.filter((entry) => String((entry as Record<string, unknown>)[key]) === wanted)
  if (step === 'length') return value.length
  if (step === 'min') return Math.min(...(value as number[]))
  if (step === 'max') return Math.max(...(value as number[]))
  if (/^\d+$/.test(step)) return value[Number(step)]
  return value.map((entry) => (entry as Record<string, unknown>)[step])
}

/** Formats an amount: `$1,250.00` or `0.50000000 BTC`. */
function amountText(value: unknown): string {
  const { amount, cur } = value as { amount: string; cur: string }
  return moneyText(amount, cur)
}

const dayText = momentFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const momentText = momentFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats a duration: `45 seconds`, `12 minutes`, `3.5 hours`, `2.1 days`. */
function durationText(ms: number): string {
  if (ms < 2 * minuteMs) return quantityText(Math.round(ms / 1000), 'second')
  if (ms < 2 * hourMs) return quantityText(Math.round(ms / minuteMs), 'minute')
  if (ms < 2 * dayMs) return quantityText(ms / hourMs, 'hour', 1)
  return quantityText(ms / dayMs, 'day', 1)
}

const compactText = (value: number) =>
  new Intl.NumberFormat(currentLocale(), { notation: 'compact', maximumFractionDigits: 2 }).format(value)

/** How public pages format values from calls. The browser tests use them to compare pages with call responses. */
export const figureFormats = {
  count: (value: unknown) => groupDigits(String(value)),
  amount: (value: unknown) => groupDigits(String(value)),
  decimal: (value: unknown) => groupDigits(String(Number(value))),
  /** Abbreviates a large number: `126.98T`. */
  compact: (value: unknown) => compactText(Number(value)),
  percent: (value: unknown) => percentText(Number(value)),
  /** Formats a value that is already a percentage. */
  percentage: (value: unknown) => percentText(Number(value) * 100, 1),
  /** Returns the share of trades that must win to break even at a payout rate. */
  breakEven: (value: unknown) => percentText(breakEvenBps(Number(value))),
  /** Returns the expected value of a stake of 10.00 at even odds and a payout rate. */
  worthOfTen: (value: unknown) => groupDigits((5 * (1 + Number(value) / 10_000)).toFixed(2)),
  money: amountText,
  duration: (value: unknown) => durationText(Number(value)),
  day: (value: unknown) => dayText(value as string | number),
  moment: (value: unknown) => `${momentText(value as string | number)} UTC`,
  /** Formats a time that is given in hours since the epoch. */
  hour: (value: unknown) => `${momentText(Number(value) * hourMs)} UTC`,
  /** Formats the amount of an entry in the response of `payouts`. */
  payout: (value: unknown) =>
    amountText({ amount: (value as { Value: string }).Value, cur: (value as { cur: string }).cur }),
  shortHash: (value: unknown) => `${String(value).slice(0, 10)}…`,
  signedDollars: (value: unknown) => moneyText(String(value), '$'),
  dollars: (value: unknown) => `$${groupDigits(String(value))}`,
  /** Formats a plan's maximum, which depends on the plan's minimum and its position in the list. */
  planMaximum: (value: unknown, place: string) =>
    `$${groupDigits(String(planRange(Number(value), Number.parseInt(place)).max))}`,
  text: (value: unknown) => String(value),
} satisfies Record<string, (value: unknown, place: string) => string>

export type FigureFormat = keyof typeof figureFormats
