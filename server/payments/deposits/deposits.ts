import { paymentCoins, type PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { paymentsCalls } from '../../../api/calls/payments/payments.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { RowAlarms } from '../../platform/database/failing-rows.ts'
import { oneAtATime } from '../../platform/database/one-at-a-time.ts'
import { shardOf } from '../../platform/random.ts'
import { toUnits } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import { bookTreasury } from './scanner/book-treasury.ts'
import { hasChoice } from './aside-store.ts'
import { bindDepositCalls } from './calls.ts'
import { creditUnclaimed } from './credit-overpaid.ts'
import { createPlanApproved, savingMiningPlan } from './edit-plans.ts'
import { createCreditWithoutPayment, creditWithoutPayment, paymentReceiptDays } from './decide-payment-receipt.ts'
import { createDepositScanner, createHaltWatch } from './scanner/scanner.ts'
import { exportDeposits } from './show-deposit.ts'
import { readPaymentReceiptQueue, findDepositOfAddress, readDepositedSince, readUncredited } from './store.ts'

export type Deposits = {
  calls: Bindings<typeof paymentsCalls>
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
  /** Returns the amount quoted for the deposit at this address, in the chain's smallest unit. */
  quotedFor(coin: PaymentCoin, address: string): Promise<bigint | undefined>
  /** Runs one pass over each chain. */
  scan(): Promise<void>
  /** Returns the coins in blocks that aren't booked to any ledger account yet, in minor units. */
  uncredited(coin: PaymentCoin): Promise<bigint>
}

const scanEveryMs = 1_000
const creditUnclaimedEveryMs = 60_000

/**
 * Creates the deposits module. Call before the operators' module starts: this registers the functions that run when a
 * second operator approves.
 */
export function createDeposits(context: PaymentsContext): Deposits {
  const { db, jobs, operators, identity, metrics } = context
  operators.onApproved(creditWithoutPayment, createCreditWithoutPayment(context))
  operators.onApproved(savingMiningPlan, createPlanApproved(context))
  operators.addQueue('receipts', {
    permission: 'receipts.decide',
    withinDays: paymentReceiptDays,
    read: () => readPaymentReceiptQueue(db),
  })
  identity.addExporter('deposits', (session) => exportDeposits(context, session))
  const scanners = paymentCoins.map((coin) => createDepositScanner(context, coin))
  const turns = scanners.map((scanner) => {
    const turn = oneAtATime(() => bookTreasury(context, scanner.coin).then(scanner.pass))
    jobs.every(`deposits ${scanner.coin}`, scanEveryMs, turn.run)
    return turn
  })
  const failing = new RowAlarms(context.alarms, 'deposit_failed', 'overpaid ')
  const unchosen = oneAtATime(() => creditUnclaimed(context, failing))
  jobs.every('overpaid deposits', creditUnclaimedEveryMs, unchosen.run)
  identity.onClosing(async (tx, session) => ((await hasChoice(tx, session)) ? 'coins_wait_for_choice' : undefined))
  let halted = 0
  const checkForHalts = createHaltWatch(context, scanners)
  jobs.every('deposit scanners', 10_000, async () => void (halted = await checkForHalts()))
  metrics.gauge(
    'deposit_scanners_halted',
    'Deposit scanners that are halted until an operator resumes them',
    () => halted,
  )
  return {
    calls: bindDepositCalls(context),
    depositedSince: (ex, customerId, fromMs) =>
      readDepositedSince(ex, { customerId, shard: shardOf(customerId) }, fromMs),
    async quotedFor(coin, address) {
      const deposit = await findDepositOfAddress(db, coin, address)
      return deposit && toUnits(coin, deposit.coinMinor)
    },
    async scan() {
      for (const turn of turns) await turn.run()
    },
    uncredited: (coin) => readUncredited(db, coin),
  }
}
