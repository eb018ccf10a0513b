import { t } from '@lingui/core/macro'
import { path } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'
import { sideMenu } from './menu.ts'

export type Place = { label: string; to: string; icon: IconName; detail?: string }

/** Pages that no menu lists. */
const further = (): Place[] => [{ label: t`Mining Plans`, to: path('officeMiningPlans'), icon: 'mining' }]

/** Public pages that customers look for. */
const published = (): Place[] => [
  { label: t`Transparency`, to: path('transparency'), icon: 'shield' },
  { label: t`FAQ`, to: path('faqs'), icon: 'list' },
  { label: t`Payouts`, to: path('payouts'), icon: 'withdraw' },
  { label: t`Contact Us`, to: path('contact'), icon: 'mail' },
  { label: t`Terms Of Service`, to: path('terms'), icon: 'receipt' },
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
