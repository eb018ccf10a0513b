import { quantityText } from '../language/formats.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats how long something has waited, in its largest unit: `3 hours`, `2 days`. */
export function ageText(ageMs: number): string {
  if (ageMs >= 2 * dayMs) return quantityText(Math.floor(ageMs / dayMs), 'day')
  if (ageMs >= hourMs) return quantityText(Math.floor(ageMs / hourMs), 'hour')
  return quantityText(Math.floor(ageMs / minuteMs), 'minute')
}
