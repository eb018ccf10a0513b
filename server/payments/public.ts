import type { PaymentCoin } from '../../api/states/deposit-states.ts'
import { shardOf } from '../platform/random.ts'
import type { Platform } from '../platform/platform.ts'
import { createBonus } from './bonus/bonus.ts'
import { createChains, type ChainsOptions } from './chains/chains.ts'
import { createDeposits } from './deposits/deposits.ts'
import { openQuote, paymentCoinNamed, readyAdapter } from './deposits/open-quote.ts'
import { listPlans } from './deposits/plans-store.ts'
import { Purposes } from './deposits/purposes.ts'
import { listQuoted } from './deposits/show-deposit.ts'
import { countAddresses, countDeposits, sumCredited } from './deposits/store.ts'
import { declareErasure } from './erasure/erase-customer.ts'
import { bindExplorerCalls } from './calls.ts'
import { explorerUrl } from './explorer-url.ts'
import { registerChainTools } from './nodes/chain-tools.ts'
import { createReviews } from './reviews/reviews.ts'
import { countWithdrawals, sumCompleted } from './withdrawals/store.ts'
import { createWithdrawals } from './withdrawals/withdrawals.ts'
import type { Payments } from './types.ts'
import type { PaymentsNeighbours } from './context.ts'

export type { Payments } from './types.ts'
export type { PaymentsNeighbours } from './context.ts'

export { coinsFor } from './deposits/quote.ts'

export { miningTerms } from './deposits/create-deposit.ts'

export { paymentsBooks } from './books.ts'

export { paymentsSealed } from './sealed-values.ts'

export { listBegun, sealedPayments, type BegunDeposit } from './books-store.ts'

export type { PaidDeposit } from './deposits/purposes.ts'

/** Creates the payments module: deposits and withdrawals on test chains. Design: docs/spec/chains.md. */
export function createPayments(
  platform: Platform,
  neighbours: PaymentsNeighbours,
  options: ChainsOptions = {},
): Payments {
  const { config } = platform
  const chains = createChains(platform, options)
  const known = {
    adapters: chains.adapters,
    treasury: chains.treasury,
    explorerUrl: (coin: PaymentCoin, txid: string) => explorerUrl(config, coin, txid),
    confirmations: { BTC: config.btcConfirmations, ETH: config.ethConfirmations },
  }
  const purposes = new Purposes()
  const context = { ...platform, ...neighbours, chains: known, purposes }
  const deposits = createDeposits(context)
  declareErasure({ ...platform, ...neighbours })
  const bonus = createBonus({ ...platform, ...neighbours })
  const withdrawals = createWithdrawals(
    platform,
    { ...neighbours, chains: { ...known, sign: (draft) => chains.signer.sign(draft), issuedDeposits: countAddresses } },
    { bonusTermsMet: bonus.termsMet, paidOut: neighbours.affiliates.returns },
  )
  return {
    calls: {
      ...deposits.calls,
      ...bonus.calls,
      ...createReviews({ ...platform, ...neighbours }),
      ...withdrawals.calls,
      ...bindExplorerCalls({ ...platform, adapters: chains.adapters }),
    },
    chains,
    onCredited: (purpose, handler) => purposes.add(purpose, handler),
    quotes: {
      list: (session, purpose) => listQuoted(context, session, purpose),
      async prepare(named) {
        const coin = paymentCoinNamed(named)
        const adapter = await readyAdapter(context, coin)
        return { coin, open: (tx, owner, quote) => openQuote(context, tx, owner, adapter, { ...quote, coin }) }
      },
    },
    miningPlans: () => listPlans(platform.db, 'mining'),
    depositedSince: deposits.depositedSince,
    quotedFor: deposits.quotedFor,
    registerTools: (http) => registerChainTools(http, { chains, quotedFor: deposits.quotedFor }),
    scan: deposits.scan,
    deskFacts: {
      async deposits(customerId) {
        const { all, credited } = await countDeposits(platform.db, { customerId, shard: shardOf(customerId) })
        return { phrase: 'fact_deposits', values: { count: all, credited } }
      },
      async withdrawals(customerId) {
        const { all, open, completed } = await countWithdrawals(platform.db, { customerId, shard: shardOf(customerId) })
        return { phrase: 'fact_withdrawals', values: { count: all, open, completed } }
      },
    },
    figures: async () => ({ deposited: await sumCredited(platform.db), withdrawn: await sumCompleted(platform.db) }),
    async reconcileReserves(coin) {
      const uncreditedMinor = await deposits.uncredited(coin)
      const report = await withdrawals.reconcileReserves(coin)
      return {
        ...report,
        inTransitMinor: report.inTransitMinor + uncreditedMinor,
        differenceMinor: report.differenceMinor - uncreditedMinor,
      }
    },
    start: () => chains.start(),
    stop: () => chains.stop(),
  }
}
