import { path } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'

export type Entry = { label: string; to: string; icon: IconName }

/** The office's side menu, in its groups. Sign out stands below them. Source: product.md section 2, office shell. */
export const sideMenu: { label: string; entries: Entry[] }[] = [
  {
    label: 'Trading',
    entries: [
      { label: 'Dashboard', to: path('dashboard'), icon: 'trade' },
      { label: 'Trading', to: path('officeTradingPlans'), icon: 'list' },
      { label: 'Trading History', to: path('dashboard', { anchor: 'tradehistory' }), icon: 'clock' },
      { label: 'All Traders', to: path('traders'), icon: 'people' },
      { label: 'Copied Traders', to: path('traders', { anchor: 'mytraders' }), icon: 'copy' },
    ],
  },
  {
    label: 'Money',
    entries: [
      { label: 'Deposit', to: path('officeDeposit'), icon: 'deposit' },
      { label: 'Deposit History', to: path('officeDeposit', { anchor: 'history' }), icon: 'clock' },
      { label: 'Withdrawals', to: path('withdrawals'), icon: 'withdraw' },
      { label: 'Statement', to: path('statement'), icon: 'receipt' },
    ],
  },
  {
    label: 'Mining and yield',
    entries: [
      { label: 'Mining Dashboard', to: path('officeMining'), icon: 'mining' },
      { label: 'Mining Contracts', to: path('officeMiningContracts'), icon: 'receipt' },
      { label: 'Yield Contracts', to: path('officeYieldPlans'), icon: 'leaf' },
      { label: 'My Yield Contracts', to: path('officeYieldContracts'), icon: 'receipt' },
    ],
  },
  {
    label: 'You',
    entries: [
      { label: 'Profile', to: path('profile'), icon: 'person' },
      { label: 'Security', to: path('security'), icon: 'lock' },
      { label: 'Limits', to: path('limits'), icon: 'clock' },
      { label: 'Affiliates', to: path('affiliates'), icon: 'people' },
      { label: 'Update Password', to: path('profile', { anchor: 'password' }), icon: 'lock' },
    ],
  },
]

/** The bottom bar of phones. */
export const bottomBar: Entry[] = [
  { label: 'Trade', to: path('dashboard'), icon: 'trade' },
  { label: 'Mining', to: path('officeMining'), icon: 'mining' },
  { label: 'Deposit', to: path('officeDeposit'), icon: 'deposit' },
  { label: 'Account', to: path('profile'), icon: 'person' },
]

/** Whether a menu entry is where the visitor is: the address with its anchor, so that one page's entries are told apart. */
export function isHere(to: string, here: { pathname: string; hash: string }): boolean {
  return to === here.pathname + here.hash
}
