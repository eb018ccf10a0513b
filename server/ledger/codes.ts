/**
 * House accounts: one per shard and asset, without a stored balance row, so that no order waits for another's lock.
 * `ledger.house_codes` in the database holds the same list; a test compares them.
 */
export const houseCodes = {
  trading_house: 'The other side of every trade: pays profits, keeps lost stakes.',
  stakes: 'Escrow of the stakes of open trades.',
  practice_grants: 'Where play money comes from.',
  deposit_clearing: 'Coins seen on a chain against what customers were credited.',
  withdrawal_clearing: 'Coins sent to a chain against what customers were debited.',
  yield_pool: 'Pays the interest of farming.',
  mining_pool: 'Pays the output of mining contracts and takes their price.',
  fees: 'Fees taken.',
  dust: 'Remainders below the smallest unit.',
  clearing: 'Passes money between two customer accounts; zero after every linked pair.',
  exchange: 'The other side of a conversion from one asset to another.',
  affiliate_pool: 'Pays the commissions on referred deposits and takes those of reversed deposits back.',
} as const
export type HouseCode = keyof typeof houseCodes

/** The purpose of a transfer. `ledger.kinds` in the database holds the same list; a test compares them. */
export const transferKinds = {
  practice_grant: 'Play money given at sign-up or on request.',
  stake: 'Stake of a trade, from the customer to escrow.',
  stake_return: 'Stake back to the customer after a win or a tie.',
  void_return: 'Stake back to the customer because the trade is void.',
  profit: 'Profit of a won trade, from the house.',
  loss: 'Stake of a lost trade, from escrow to the house.',
  deposit: 'Coins that arrived on a chain.',
  withdrawal: 'Coins that leave to a chain.',
  withdrawal_fee: 'Network fee of a withdrawal.',
  move: 'Between two accounts of one customer, through clearing.',
  conversion: 'One asset against another at a stated rate.',
  copy_profit_share: 'Share of a copied profit, from the copier to the expert, through clearing.',
  affiliate_commission: 'Commission on a referred deposit.',
  mining_purchase: 'Price of a mining contract.',
  mining_output: 'Output of a mining contract.',
  mining_refund: 'Price of a mining contract back.',
  farming_lock: 'Principal locked in a farming contract.',
  farming_return: 'Principal back at maturity or on an early exit.',
  farming_interest: 'Interest of a farming contract.',
  bonus: 'Bonus credited to a customer.',
  fee: 'Any other fee.',
  dust: 'Remainder below the smallest unit.',
  correction: 'Approved correction by operators; carries a note with the reason.',
} as const
export type TransferKind = keyof typeof transferKinds

/**
 * Results of a transfer in order of precedence: the first one that applies is returned. `exists` isn't a refusal: the
 * same key with the same content returns the first transfer again. The order follows TigerBeetle's create_transfers.
 */
export const transferResults = [
  'ok',
  'exists',
  'key_reused',
  'unknown_kind',
  'bad_phase',
  'pending_not_found',
  'pending_already_posted',
  'pending_already_voided',
  'unknown_asset',
  'bad_account',
  'same_account',
  'two_customers',
  'bad_amount',
  'exceeds_pending_amount',
  'bad_text',
  'insufficient',
  'balance_too_large',
  'linked_failed',
] as const
export type TransferResult = (typeof transferResults)[number]
export type TransferRefusal = Exclude<TransferResult, 'ok' | 'exists'>
