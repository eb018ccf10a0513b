import { expect, it } from 'vitest'
import { sources, tablesSql } from './sources.ts'

/** The part of a customer's data export that includes a table's data, or the reason why none does. */
const partOf: Readonly<Record<string, string | { not: string }>> = {
  'alerts.notices': 'alerts',
  'alerts.price_alerts': 'alerts',
  'affiliates.code': 'affiliates',
  'affiliates.commission': 'affiliates',
  'affiliates.debt': 'affiliates',
  'affiliates.member': 'affiliates',
  'affiliates.referral': 'affiliates',
  'copying.copies': 'copies',
  'copying.experts': { not: 'accounts without a person' },
  'copying.profit_shares': 'copies',
  'copying.relations': 'copies',
  'copying.robots': 'robot',
  'farming.contracts': 'yieldContracts',
  'farming.stuck': { not: 'ids of contracts that wait for an operator; the contracts are in yieldContracts' },
  'farming.weeks': 'ledger',
  'identity.acceptance': 'acceptances',
  'identity.address': { not: 'a keyed hash of the address in the profile' },
  'identity.api_key': 'keys',
  'identity.email_proposal': 'profile',
  'identity.former_email': 'profile',
  'identity.flag': { not: 'would warn the subject of a review' },
  'identity.note': { not: 'operators write notes for a review; the operator decides on a request for them' },
  'identity.name_token': { not: 'keyed hashes of the name in the profile' },
  'identity.passkey': 'secondFactors',
  'identity.person_mark': { not: 'keyed hashes of the address, and of name and phone number, in the profile' },
  'identity.profile_photo': 'pictures',
  'identity.recovery_code': 'secondFactors',
  'identity.session': 'sessions',
  'identity.signin': 'signIns',
  'identity.totp': 'secondFactors',
  'identity.verification': 'verification',
  'limits.activity': { not: 'active minutes of the last two days, shown by limits as a sum' },
  'limits.own_limit': 'limits',
  'limits.pause': 'pauses',
  'limits.reality_check': 'limits',
  'mining.contracts': 'miningContracts',
  'mining.days': 'ledger',
  'operators.announcement_read': 'operators',
  'operators.approval': 'operators',
  'operators.audit_log': 'operators',
  'operators.decided_alone': { not: 'sums of decisions by a single operator; each decision is in operators' },
  'operators.message': 'operators',
  'payments.addresses': 'withdrawals',
  'payments.bonus_grants': 'bonus',
  'payments.chain_payments': 'deposits',
  'payments.deposit_addresses': 'deposits',
  'payments.deposits': 'deposits',
  'payments.reviews': 'reviews',
  'payments.sends': 'withdrawals',
  'payments.withdrawals': 'withdrawals',
  'payments.withdrawers': { not: 'a row without content, used as a lock' },
  'platform.answers': {
    not: 'stored answers to repeated requests, shown by other parts and deleted when the account is closed',
  },
  'proofs.leaves': { not: 'copies of balances; the statement of solvency shows them with their proof' },
  'trading.customers': { not: 'sums over the trades' },
  'trading.notes': 'tradeNotes',
  'trading.trades': 'trades',
  'trading.workspaces': 'charts',
  'trading.unsettled': { not: 'ids of trades that wait to be settled; the trades are in trades' },
  'webhooks.endpoints': 'webhooks',
}

it('has a part of the export, or a reason, for every table with customer data', () => {
  const schema = tablesSql()
  const tables = [...schema.matchAll(/^CREATE TABLE (\S+) \(\n([\s\S]*?)^\)/gm)]
    .filter(([, , columns]) => /^ {2}customer_id /m.test(columns!))
    .map(([, name]) => name!)
  expect(tables.filter((table) => !(table in partOf))).toEqual([])
  expect(Object.keys(partOf).filter((table) => !tables.includes(table))).toEqual([])
})

it('lists only parts that the modules export', () => {
  const code = sources(['server'], ['.ts'])
    .map((source) => source.code)
    .join('\n')
  const parts = new Set(
    [...code.matchAll(/addExporter\('(\w+)'|exporters\.set\('(\w+)'|^ {4}\['(\w+)', (?:async )?\(/gm)].map(
      ([, one, two, three]) => one ?? two ?? three,
    ),
  )
  const named = Object.values(partOf).filter((part) => typeof part === 'string')
  expect(named.filter((part) => !parts.has(part))).toEqual([])
})
