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
    label: t`Trading`,
    entries: [
      { label: t`Trade`, to: path('dashboard'), icon: 'trade' },
      { label: t`Trading plans`, to: path('officeTradingPlans'), icon: 'list' },
      { label: t`Trading History`, to: path('dashboard', { anchor: 'tradehistory' }), icon: 'clock' },
      { label: t`All Traders`, to: path('traders'), icon: 'people' },
      { label: t`Copied Traders`, to: path('traders', { anchor: 'mytraders' }), icon: 'copy' },
    ],
  },
  {
    label: t`Money`,
    entries: [
      { label: t`Deposit`, to: path('officeDeposit'), icon: 'deposit' },
      { label: t`Deposit History`, to: path('officeDeposit', { anchor: 'history' }), icon: 'clock' },
      { label: t`Withdrawals`, to: path('withdrawals'), icon: 'withdraw' },
      { label: t`Statement`, to: path('statement'), icon: 'receipt' },
    ],
  },
  {
    label: t`Mining and yield`,
    entries: [
      { label: t`Mining Dashboard`, to: path('officeMining'), icon: 'mining' },
      { label: t`Mining Contracts`, to: path('officeMiningContracts'), icon: 'receipt' },
      { label: t`Yield Contracts`, to: path('officeYieldPlans'), icon: 'leaf' },
      { label: t`My Yield Contracts`, to: path('officeYieldContracts'), icon: 'receipt' },
    ],
  },
  {
    label: t`You`,
    entries: [
      { label: t`Profile`, to: path('profile'), icon: 'person' },
      { label: t`Security`, to: path('security'), icon: 'lock' },
      { label: t`Limits`, to: path('limits'), icon: 'clock' },
      { label: t`Affiliates`, to: path('affiliates'), icon: 'people' },
      { label: t`Update Password`, to: path('profile', { anchor: 'password' }), icon: 'lock' },
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

/**
 * Returns whether a menu entry is the current page. Compares the anchor too, because several entries can share a page.
 */
export function isHere(to: string, here: { pathname: string; hash: string }): boolean {
  return to === here.pathname + here.hash
}
