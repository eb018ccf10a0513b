import { t } from '@lingui/core/macro'
import { path } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'
import { helpPages } from './help-pages.ts'
import { sideMenu } from './menu.ts'

export type Place = { label: string; to: string; icon: IconName; detail?: string }

/** Pages that no menu lists. */
const further = (): Place[] => [{ label: t`Mining Plans`, to: path('officeMiningPlans'), icon: 'mining' }]

/** Public pages that customers look for. The words "help" and "support" find those that answer questions. */
const published = (): Place[] => [
  ...helpPages().map((page) => ({ ...page, detail: t`Help and support` })),
  { label: t`Payouts`, to: path('payouts'), icon: 'withdraw' },
]

/**
 * Returns every office page that needs no parameters, and public pages that customers look for. Each path appears once.
 */
export function places(): Place[] {
  const all: Place[] = [
    ...sideMenu().flatMap(({ label, entries }) => entries.map((entry) => ({ ...entry, detail: label }))),
    ...further(),
    ...published(),
  ]
  return all.filter(({ to }, place) => all.findIndex((one) => one.to === to) === place)
}
