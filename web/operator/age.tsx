import { t } from '@lingui/core/macro'
import type { QueueAge } from '../../api/queue-age.ts'
import { quantityText } from '../language/formats.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats how long something has waited, in its largest unit: `3 hours`, `2 days`. */
export function ageText(ageMs: number): string {
  if (ageMs >= 2 * dayMs) return quantityText(Math.floor(ageMs / dayMs), 'day')
  if (ageMs >= hourMs) return quantityText(Math.floor(ageMs / hourMs), 'hour')
  return quantityText(Math.floor(ageMs / minuteMs), 'minute')
}

const tones: Record<QueueAge['state'], Tone> = { fresh: 'plain', soon: 'wait', late: 'bad' }

/** Shows how long an item has waited, and in words whether it is due soon or overdue. */
export function Age({ age: { ageMs, state } }: { age: QueueAge }) {
  const waited = ageText(ageMs)
  const texts = {
    fresh: t`waiting ${waited}`,
    soon: t`due soon, waiting ${waited}`,
    late: t`overdue, waiting ${waited}`,
  }
  return <Badge tone={tones[state]}>{texts[state]}</Badge>
}
