import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { Figure } from '../figure.tsx'
import type { FigureFormat } from '../figure-text.ts'

/** With fewer payouts, a percentile is one payout's time, and a percentage looks more precise than it is. */
const fewestForPercentiles = 20

/** Returns how many withdrawals were completed and how long they took, as names with figures. */
export function withdrawalTimes(times: CallOutput<'withdrawals.times'>): { name: string; value: ReactNode }[] {
  const { completed, overdue } = times
  const figure = (at: keyof typeof times, as?: FigureFormat) => (
    <Figure call="withdrawals.times" of={times} at={at} as={as} />
  )
  const late = overdue > 0 ? [{ name: t`Overdue`, value: figure('overdue') }] : []
  if (completed === 0) return late
  if (completed < fewestForPercentiles) {
    const within = figure('withinPromise')
    const all = figure('completed')
    return [
      { name: plural(completed, { one: 'payout so far', other: 'payouts so far' }), value: all },
      {
        name: t`within 3 business days`,
        value: (
          <Trans>
            {within} of {all}
          </Trans>
        ),
      },
      ...late,
    ]
  }
  return [
    { name: t`Payouts`, value: figure('completed') },
    { name: t`Half completed within`, value: figure('p50Ms', 'duration') },
    { name: t`95 of 100 completed within`, value: figure('p95Ms', 'duration') },
    { name: t`Completed within 3 business days`, value: figure('withinPromiseBps', 'percent') },
    ...late,
  ]
}
