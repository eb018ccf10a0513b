/**
 * Columns that no check claims to protect, with the reason. All of them change legitimately at any time, and none of them moves money: amounts are
 * compared with the ledger, and what is final is sealed.
 */
const reasons: { columns: Record<string, string[]>; reason: string }[] = [
  {
    columns: { 'payments.deposits': ['state'], 'payments.chain_payments': ['height', 'block_hash', 'pending'] },
    reason: 'follows the chain and may change with every block',
  },
  {
    columns: { 'payments.deposits': ['receipt_reason', 'receipt_at_ms'] },
    reason: 'what operators say of a receipt of payment; erased with the account',
  },
  {
    columns: { 'payments.chain_payments': ['credits', 'aside_until_ms', 'sent_back_at_ms'] },
    reason: 'changes when a payment leaves the chain and returns, or when the customer chooses',
  },
  {
    columns: { 'payments.withdrawals': ['destination_sealed'] },
    reason: 'encrypted for its customer, so that another value can not be opened; erased with the account',
  },
  {
    columns: { 'payments.sends': ['vanished_at_ms', 'buried_at_ms'] },
    reason: 'follows the chain for a hundred blocks after a payment',
  },
  {
    columns: { 'copying.relations': ['amount_minor', 'classes', 'max_stake_minor', 'stop_loss_minor', 'shared_week'] },
    reason:
      'settings that a customer may change while copying goes on, and the last week that was looked at; each copy is a trade of its own',
  },
]

/** Returns why alterations of a column aren't claimed to be found; undefined if they are. */
export function whyUnclaimed(table: string, column: string): string | undefined {
  return reasons.find(({ columns }) => columns[table]?.includes(column))?.reason
}
