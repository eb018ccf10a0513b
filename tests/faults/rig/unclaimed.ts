/**
 * Columns that no check claims to protect, with the reason. Each may change legitimately at any time, and none of them
 * moves money: amounts are compared with the ledger, and final rows are sealed.
 */
const reasons: { columns: Record<string, string[]>; reason: string }[] = [
  {
    columns: { 'payments.deposits': ['state'], 'payments.chain_payments': ['height', 'block_hash', 'pending'] },
    reason: 'depends on the chain and may change with every block',
  },
  {
    columns: { 'payments.deposits': ['receipt_reason', 'receipt_at_ms'] },
    reason: 'an operator’s decision on a payment receipt; erased with the account',
  },
  {
    columns: { 'payments.chain_payments': ['credits', 'aside_until_ms', 'sent_back_at_ms'] },
    reason: 'changes when a reorganisation removes a payment, when the payment returns, or when the customer chooses',
  },
  {
    columns: { 'payments.withdrawals': ['destination_sealed'] },
    reason: 'encrypted for its customer, so another value can’t be decrypted; erased with the account',
  },
  {
    columns: { 'payments.sends': ['vanished_at_ms', 'buried_at_ms'] },
    reason: 'depends on the chain for a hundred blocks after a payment',
  },
  {
    columns: { 'copying.relations': ['amount_minor', 'classes', 'max_stake_minor', 'stop_loss_minor', 'shared_week'] },
    reason:
      'settings that a customer may change while copying, and the last processed week; each copy has its own trade',
  },
]

/** Returns the reason why a column's alterations aren't claimed to be found; undefined if they are claimed. */
export function whyUnclaimed(table: string, column: string): string | undefined {
  return reasons.find(({ columns }) => columns[table]?.includes(column))?.reason
}
