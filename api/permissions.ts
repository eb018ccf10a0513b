/** Permissions of operators. Each operator call requires one. Source: docs/spec/beyond.md "operator". */
export const permissions = {
  'customers.read': 'View customers with their details and full ledger',
  'customers.names': 'View names and email addresses in the list of customers, and search by name',
  'customers.manage': 'Freeze and unfreeze accounts, correct details, write notes and set flags',
  'verifications.decide': 'Open identity documents after giving a reason, and approve or reject them',
  'receipts.decide': 'Review payment receipts, and approve or decline them',
  'withdrawals.decide': 'Approve and refuse withdrawals',
  'corrections.propose': 'Propose balance corrections',
  'money.approve': 'Approve other operators’ proposals as the second operator',
  'plans.manage': 'Edit plans',
  'rates.manage': 'Edit rates, payout rates and limits',
  'experts.manage': 'Schedule manual orders for experts, and stop experts',
  'announcements.manage': 'Publish announcements',
  'messages.answer': 'Read and reply to contact messages',
  'operators.manage': 'Invite operators and change their roles',
  'audit.read': 'Read the audit log',
  'alarms.read': 'View this installation’s alarms',
  'figures.read': 'View this installation’s business figures',
} as const
export type Permission = keyof typeof permissions

/** Roles are sets of permissions. An operator has one or more. */
export const roles = {
  owner: { label: 'Owner', permissions: Object.keys(permissions) as Permission[] },
  finance: {
    label: 'Finance',
    permissions: [
      'customers.read',
      'receipts.decide',
      'withdrawals.decide',
      'corrections.propose',
      'money.approve',
      'plans.manage',
      'rates.manage',
      'alarms.read',
      'figures.read',
    ],
  },
  compliance: {
    label: 'Compliance',
    permissions: [
      'customers.read',
      'customers.names',
      'customers.manage',
      'verifications.decide',
      'money.approve',
      'audit.read',
      'alarms.read',
      'figures.read',
    ],
  },
  support: {
    label: 'Support',
    permissions: ['customers.read', 'customers.names', 'messages.answer', 'announcements.manage'],
  },
  auditor: { label: 'Auditor', permissions: ['customers.read', 'audit.read', 'alarms.read', 'figures.read'] },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>
export type Role = keyof typeof roles

/** Returns all permissions of these roles. */
export function permissionsOf(held: readonly Role[]): Set<Permission> {
  return new Set(held.flatMap((role) => roles[role].permissions))
}
