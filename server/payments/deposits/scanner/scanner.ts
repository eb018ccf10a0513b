import type { PaymentCoin } from '../../../../api/states/deposit-states.ts'
import { ChainAway } from '../../chains/adapter.ts'
import { RowAlarms } from '../../../platform/database/failing-rows.ts'
import type { PaymentsContext } from '../../context.ts'
import { BeyondWindow, ChainReader } from './chain-reader.ts'
import { halt, readHalt } from './scan-store.ts'
import { settleDeposits } from '../settle-deposit.ts'

export type DepositScanner = {
  coin: PaymentCoin
  /**
   * Reads new blocks, then settles the affected deposits. Does nothing if another process is scanning or the node is
   * unreachable.
   */
  pass(): Promise<void>
  /** Returns the reason why the scanner is halted; null if it isn't. */
  halted(): Promise<string | null>
}

/**
 * Returns a function that checks which scanners are halted and resolves with their number. The alarm of a halted
 * scanner stays open until the scanner is resumed, no matter which process halted it.
 */
export function createHaltWatch(
  context: Pick<PaymentsContext, 'alarms'>,
  scanners: readonly DepositScanner[],
): () => Promise<number> {
  const alarms = new RowAlarms(context.alarms, 'deposit_scanner_halted')
  return async () => {
    let halted = 0
    for (const scanner of scanners) {
      const reason = await scanner.halted()
      if (reason === null) continue
      halted++
      await alarms.failed(scanner.coin, { reason })
    }
    await alarms.endTurn()
    return halted
  }
}

/**
 * Follows one chain. Two concurrent scanners are safe: only one reads, and each payment is credited under its own
 * ledger key.
 */
export function createDepositScanner(context: PaymentsContext, coin: PaymentCoin): DepositScanner {
  const { db, log } = context
  const failing = new RowAlarms(context.alarms, 'deposit_failed', `${coin} `)
  const reader = new ChainReader(context, coin)
  let settledTip = ''
  return {
    coin,
    halted: () => readHalt(db, coin),
    async pass() {
      try {
        const top = await reader.read()
        if (!top) return
        await settleDeposits(context, coin, top.height, { isNewTip: top.hash !== settledTip, failing })
        await failing.endTurn()
        settledTip = top.hash
      } catch (error) {
        if (error instanceof ChainAway) return log.debug({ coin, reason: error.message }, 'chain unavailable')
        if (!(error instanceof BeyondWindow)) throw error
        await halt(db, coin, error.atMs, error.reason)
        log.fatal({ coin, reason: error.message }, 'deposit scanner halted')
      }
    },
  }
}
