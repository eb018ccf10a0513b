import type { Permission } from '../../contract/permissions.ts'
import { path } from '../paths.ts'
import type { IconName } from '../ui/icons.tsx'

/** A page of the desk; `queue` names the things that wait there, as `operators.me` counts them. */
export type DeskEntry = { label: string; to: string; icon: IconName; permission?: Permission; queue?: string }

/** The desk's side menu, in its groups. An operator sees what the roles allow. */
export const deskMenu: { label: string; entries: DeskEntry[] }[] = [
  { label: 'Desk', entries: [{ label: 'Overview', to: path('operator'), icon: 'list' }] },
  {
    label: 'Waiting',
    entries: [
      { label: 'Approvals', to: path('operatorApprovals'), icon: 'check', permission: 'money.approve', queue: 'approvals' },
      { label: 'Withdrawals', to: path('operatorWithdrawals'), icon: 'withdraw', permission: 'withdrawals.decide', queue: 'withdrawals' },
      { label: 'Receipts', to: path('operatorReceipts'), icon: 'receipt', permission: 'receipts.decide', queue: 'receipts' },
      { label: 'Verifications', to: path('operatorVerifications'), icon: 'shield', permission: 'verifications.decide', queue: 'verifications' },
      { label: 'Messages', to: path('operatorMessages'), icon: 'mail', permission: 'messages.answer', queue: 'messages' },
    ],
  },
  {
    label: 'Customers',
    entries: [{ label: 'Customers', to: path('operatorCustomers'), icon: 'people', permission: 'customers.read' }],
  },
  {
    label: 'Installation',
    entries: [
      { label: 'Plans', to: path('operatorPlans'), icon: 'leaf', permission: 'plans.manage' },
      { label: 'Yield rates', to: path('operatorYield'), icon: 'leaf', permission: 'rates.manage' },
      { label: 'Rates and limits', to: path('operatorRates'), icon: 'trade', permission: 'rates.manage' },
      { label: 'Experts', to: path('operatorExperts'), icon: 'people', permission: 'experts.manage' },
      { label: 'Mining', to: path('operatorMining'), icon: 'mining', permission: 'rates.manage' },
      { label: 'Announcements', to: path('operatorAnnouncements'), icon: 'star', permission: 'announcements.manage' },
      { label: 'Reviews', to: path('operatorReviews'), icon: 'star', permission: 'announcements.manage' },
      { label: 'People', to: path('operatorPeople'), icon: 'person', permission: 'operators.manage' },
      { label: 'Audit log', to: path('operatorAudit'), icon: 'clock', permission: 'audit.read' },
    ],
  },
]
