import { t } from '@lingui/core/macro'
import type { Permission } from '../../../api/permissions.ts'
import { path } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'

/** A page of the desk; `queue` is the name under which `operators.me` counts its waiting items. */
export type DeskEntry = { label: string; to: string; icon: IconName; permission?: Permission; queue?: string }

/**
 * Returns the groups of the desk's menu with the pages that these permissions allow. Leaves out groups without
 * pages.
 */
export const menuOf = (permissions: readonly Permission[]): ReturnType<typeof deskMenu> =>
  deskMenu()
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ permission }) => !permission || permissions.includes(permission)),
    }))
    .filter(({ entries }) => entries.length > 0)

/** All pages of the desk, grouped as in the menu. */
export const deskMenu = (): { label: string; entries: DeskEntry[] }[] => [
  {
    label: t`Desk`,
    entries: [
      { label: t`Overview`, to: path('operator'), icon: 'dashboard' },
      { label: t`Your access`, to: path('operatorSecurity'), icon: 'lock' },
    ],
  },
  {
    label: t`Pending`,
    entries: [
      {
        label: t`Approvals`,
        to: path('operatorApprovals'),
        icon: 'check',
        permission: 'money.approve',
        queue: 'approvals',
      },
      {
        label: t`Withdrawals`,
        to: path('operatorWithdrawals'),
        icon: 'withdraw',
        permission: 'withdrawals.decide',
        queue: 'withdrawals',
      },
      {
        label: t`Receipts`,
        to: path('operatorReceipts'),
        icon: 'receipt',
        permission: 'receipts.decide',
        queue: 'receipts',
      },
      {
        label: t`Verifications`,
        to: path('operatorVerifications'),
        icon: 'shield',
        permission: 'verifications.decide',
        queue: 'verifications',
      },
      {
        label: t`Messages`,
        to: path('operatorMessages'),
        icon: 'mail',
        permission: 'messages.answer',
        queue: 'messages',
      },
    ],
  },
  {
    label: t`Customers`,
    entries: [{ label: t`Customers`, to: path('operatorCustomers'), icon: 'people', permission: 'customers.read' }],
  },
  {
    label: t`Installation`,
    entries: [
      { label: t`Plans`, to: path('operatorPlans'), icon: 'basket', permission: 'plans.manage' },
      { label: t`Yield plans and rates`, to: path('operatorYield'), icon: 'leaf', permission: 'rates.manage' },
      { label: t`Rates and limits`, to: path('operatorRates'), icon: 'percent', permission: 'rates.manage' },
      { label: t`Experts`, to: path('operatorExperts'), icon: 'trade', permission: 'experts.manage' },
      { label: t`Mining`, to: path('operatorMining'), icon: 'mining', permission: 'rates.manage' },
      {
        label: t`Announcements`,
        to: path('operatorAnnouncements'),
        icon: 'megaphone',
        permission: 'announcements.manage',
      },
      { label: t`Reviews`, to: path('operatorReviews'), icon: 'star', permission: 'announcements.manage' },
      { label: t`People`, to: path('operatorPeople'), icon: 'person', permission: 'operators.manage' },
      { label: t`Audit log`, to: path('operatorAudit'), icon: 'clock', permission: 'audit.read' },
    ],
  },
]
