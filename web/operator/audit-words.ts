import { t } from '@lingui/core/macro'

/** What the entries of the audit log mean, by action. */
const actionTexts = (): Record<string, string> => ({
  'customers.show': t`Open customer`,
  'customers.names': t`View customers’ names`,
  'customers.export': t`Export customers`,
  'customers.ledger': t`Open customer’s ledger`,
  'customers.activity': t`Open customer’s activity`,
  'customers.freeze': t`Freeze account`,
  'customers.unfreeze': t`Unfreeze account`,
  'customers.signout': t`Sign customer out everywhere`,
  'customers.note': t`Add note about customer`,
  'customers.flag': t`Change customer’s flag`,
  'customers.correct': t`Correct customer’s details`,
  correction: t`Correct balance`,
  deposit_without_payment: t`Credit deposit without payment`,
  'verifications.open': t`Open identity documents`,
  'verifications.approve': t`Approve verification`,
  'verifications.reject': t`Reject verification`,
  'withdrawals.inspect': t`Open withdrawal`,
  'withdrawals.approve': t`Approve withdrawal`,
  'withdrawals.refuse': t`Refuse withdrawal`,
  'withdrawals.hold': t`Hold withdrawal`,
  'withdrawals.release': t`Release withdrawal`,
  'withdrawals.retry': t`Send withdrawal again`,
  'receipts.open': t`Open receipt`,
  'receipts.approve': t`Approve receipt`,
  'receipts.decline': t`Decline receipt`,
  'deposits.mail': t`Email customer about deposit`,
  'bonus.grant': t`Give bonus`,
  'plans.add': t`Add plan`,
  'plans.edit': t`Edit plan`,
  'plans.mining': t`Change mining plan`,
  'plans.retire': t`Retire plan`,
  'plans.order': t`Reorder plans`,
  'farm.announce': t`Announce yield rate`,
  'farm.plans.add': t`Add yield plan`,
  'farm.plans.edit': t`Edit yield plan`,
  'farm.plans.retire': t`Retire yield plan`,
  'farm.plans.order': t`Reorder yield plans`,
  'mining.parameters.set': t`Set mining parameters`,
  'mining.parameters.correct': t`Correct mining parameters`,
  'experts.schedule': t`Schedule expert’s order`,
  'experts.stop': t`Stop expert`,
  'announcements.publish': t`Publish announcement`,
  'announcements.withdraw': t`Withdraw announcement`,
  messages: t`View messages`,
  'messages.answer': t`Reply to message`,
  'messages.close': t`Close message`,
  'messages.templates.add': t`Add reply template`,
  'messages.templates.edit': t`Edit reply template`,
  'messages.templates.delete': t`Delete reply template`,
  'reviews.hide': t`Hide review`,
  'reviews.unhide': t`Show hidden review`,
  'scanners.resume': t`Resume chain scanner`,
  'operators.changesetting': t`Change setting`,
  'operators.login': t`Sign in to the desk`,
  'operators.login.refused': t`Failed sign-in to the desk`,
  'operators.password': t`Change own password`,
  'operators.passkey.add': t`Add passkey`,
  'operators.passkey.remove': t`Remove passkey`,
  'operators.sessions.end': t`End own sessions`,
  'operators.enrol': t`Set up desk access`,
  'operators.invite': t`Invite operator`,
  'operators.uninvite': t`Withdraw invitation`,
  'operators.roles': t`Change operator’s roles`,
  'operators.renew': t`Renew operator’s access`,
  'operators.deactivate': t`Remove operator`,
  'operators.recover': t`Recover owner’s access`,
  'books.seal': t`Seal records`,
  refused: t`Refused call`,
})

/** Groups of actions, by the beginning of their names. */
export const auditGroups = (): Record<string, string> => ({
  'customers.': t`Customers`,
  'verifications.': t`Verifications`,
  'withdrawals.': t`Withdrawals`,
  'receipts.': t`Receipts`,
  'bonus.': t`Bonuses`,
  'correction.': t`Corrections`,
  'plans.': t`Plans`,
  'farm.': t`Yield plans and rates`,
  'mining.': t`Mining`,
  'experts.': t`Experts`,
  'announcements.': t`Announcements`,
  'messages.': t`Messages`,
  'reviews.': t`Reviews`,
  'operators.': t`Desk and settings`,
})

/** How a proposal to a second operator ended. */
const stageOf = (stage: string, text: string): string | undefined =>
  ({ propose: t`Proposed: ${text}`, approve: t`Approved: ${text}`, reject: t`Rejected: ${text}` })[stage]

/** Returns the text of an audit entry's action, or undefined for an action of an older version. */
export function auditAction(action: string): string | undefined {
  const texts = actionTexts()
  if (texts[action]) return texts[action]
  const dot = action.lastIndexOf('.')
  const base = texts[action.slice(0, dot)]
  return base && stageOf(action.slice(dot + 1), base)
}

const detailNames = (): Record<string, string> => ({
  flag: t`Flag`,
  set: t({ message: 'Set', context: 'a flag was set' }),
  customers: t`Customers shown`,
  searched: t`Search used`,
  show: t`View`,
  country: t`Country`,
  active: t`Last active`,
  order: t({ message: 'Order', context: 'of a list' }),
  page: t`Page`,
  messages: t`Messages`,
  pictures: t`Pictures`,
  field: t`Field`,
  old: t`Before`,
  now: t`After`,
  before: t`Before`,
  after: t`After`,
  amount: t`Amount`,
  asset: t`Currency`,
  needsSecond: t`Needs a second operator`,
  onChain: t`Payment found on the chain`,
  sessionsEnded: t`Sessions ended`,
  with: t`Signed in with`,
  audience: t`Audience`,
  language: t`Language`,
  template: t`Reply template`,
  title: t`Title`,
  roles: t`Roles`,
  purpose: t`Purpose`,
  from: t`From`,
  plan: t`Plan`,
  account: t`Account`,
  symbol: t`Symbol`,
  type: t`Side`,
  intervalS: t`Expiry (seconds)`,
  weekly: t`Weekly rate`,
  minimum: t`Minimum`,
  borrowing: t`Borrowing rate`,
  note: t`Note`,
  turnoverTimes: t`Turnover required`,
  dearer: t`Higher fee`,
  halted: t`Reason for the halt`,
  news: t`Deposit update`,
  refusal: t`Refusal`,
  reason: t`Reason`,
})

/** Details that only a program can use: shown with the raw form only. */
const rawDetails = new Set(['approval', 'ids', 'digest', 'replaces', 'throughMs', 'rows'])

/** Returns the details of an entry in words. Leaves out empty ones and those that only a program can use. */
export function auditDetails(
  details: Readonly<Record<string, string | number | boolean | null>>,
): { name: string; value: string }[] {
  const names = detailNames()
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === '' || rawDetails.has(name)) return []
    if (typeof value === 'boolean') return value ? [{ name: names[name] ?? name, value: t`yes` }] : []
    return [{ name: names[name] ?? name, value: String(value) }]
  })
}
