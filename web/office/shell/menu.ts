import { t } from '@lingui/core/macro'
import { path } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'

export type Entry = { label: string; to: string; icon: IconName }

/**
 * Returns the groups of the office's side menu. Sign out is below them. Source: docs/spec/product.md section 2, office
 * shell.
 */
export const sideMenu = (): { label: string; entries: Entry[] }[] => [
  {
    label: t`Trade`,
    entries: [
      { label: t`Trade`, to: path('dashboard'), icon: 'trade' },
      { label: t`Trading plans`, to: path('officeTradingPlans'), icon: 'list' },
    ],
  },
  {
    label: t`Copy`,
    entries: [
      { label: t`All Traders`, to: path('traders'), icon: 'people' },
      { label: t`Copied Traders`, to: path('traders', { anchor: 'mytraders' }), icon: 'copy' },
    ],
  },
  {
    label: t`Mining`,
    entries: [
      { label: t`Mining Dashboard`, to: path('officeMining'), icon: 'mining' },
      { label: t`Mining Contracts`, to: path('officeMiningContracts'), icon: 'chip' },
    ],
  },
  {
    label: t`Yield`,
    entries: [
      { label: t`Yield Contracts`, to: path('officeYieldPlans'), icon: 'leaf' },
      { label: t`My Yield Contracts`, to: path('officeYieldContracts'), icon: 'basket' },
    ],
  },
  {
    label: t`Wallet`,
    entries: [
      { label: t`Deposit`, to: path('officeDeposit'), icon: 'deposit' },
      { label: t`Withdrawals`, to: path('withdrawals'), icon: 'withdraw' },
    ],
  },
  {
    label: t`Activity`,
    entries: [
      { label: t`Statement`, to: path('statement'), icon: 'receipt' },
      { label: t`Trading History`, to: path('dashboard', { anchor: 'tradehistory' }), icon: 'clock' },
      { label: t`Deposit History`, to: path('officeDeposit', { anchor: 'history' }), icon: 'calendar' },
    ],
  },
  {
    label: t`Account`,
    entries: [
      { label: t`Profile`, to: path('profile'), icon: 'person' },
      { label: t`Security`, to: path('security'), icon: 'shield' },
      { label: t`Update Password`, to: path('profile', { anchor: 'password' }), icon: 'lock' },
      { label: t`Limits`, to: path('limits'), icon: 'pause' },
      { label: t`Affiliates`, to: path('affiliates'), icon: 'share' },
    ],
  },
]

/** Returns the entries of the bottom bar on phones. */
export const bottomBar = (): Entry[] => [
  { label: t`Trade`, to: path('dashboard'), icon: 'trade' },
  { label: t`Mining`, to: path('officeMining'), icon: 'mining' },
  { label: t`Deposit`, to: path('officeDeposit'), icon: 'deposit' },
  { label: t`Account`, to: path('profile'), icon: 'person' },
]

/** Menu entries of the pages whose URL doesn't start with their entry's. */
const parents: Record<string, string> = {
  [path('officeMiningPlans')]: path('officeMining'),
  [path('officeMiningPayment')]: path('officeMining'),
}

/**
 * Returns the menu entry of a page: the entry with the same path and anchor, else with the same path, else the entry
 * with the longest path that the page is below.
 */
export function entryOf({ pathname, hash }: { pathname: string; hash: string }): string | undefined {
  const all = sideMenu().flatMap(({ entries }) => entries.map(({ to }) => to))
  if (all.includes(pathname + hash)) return pathname + hash
  const page = parents[pathname] ?? pathname
  return all.filter((to) => page === to || page.startsWith(`${to}/`)).toSorted((a, b) => b.length - a.length)[0]
}
