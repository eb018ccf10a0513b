import { assets, formatAmount, formatScaled } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import { invariant } from '../platform/http/refused.ts'
import type { Platform } from '../platform/platform.ts'
import type { FarmingContext } from './context.ts'
import { farmingMails } from './mails.ts'
import type { YieldContract } from './store.ts'

const touchedCalls = ['activeyields', 'pendingyields', 'farm.statement', 'user', 'totalbalance', 'statement']

/** Refreshes customers' open pages. Call it after the commit. */
export function refreshPages({ bus }: Pick<Platform, 'bus'>, of: readonly { customerId: string }[]): void {
  for (const customerId of new Set(of.map((each) => each.customerId)))
    bus.publish('customer.changed', { customerId, calls: touchedCalls })
}

/** Queues an email to the owner of each liquidated contract, in the liquidating transaction. */
export async function mailLiquidated(
  context: FarmingContext,
  tx: Executor,
  contracts: readonly YieldContract[],
): Promise<void> {
  for (const contract of contracts)
    await context.identity.write(tx, contract.customerId, farmingMails.liquidated, valuesOf(context, contract))
}

function valuesOf({ markets }: FarmingContext, contract: YieldContract): Record<string, string> {
  const symbol = `${contract.coin}USD`
  const info = markets.symbol(symbol)
  invariant(info && contract.exitPrice !== null && contract.exitAtMs !== null, 'a closed contract must have a price')
  const price = (steps: bigint) => `${formatScaled(steps, info.scale)} USD`
  const cash = (minor: bigint) => `${assets[contract.asset].symbol}${formatAmount(minor, contract.asset)}`
  return {
    symbol,
    price: price(contract.exitPrice),
    at: new Date(contract.exitAtMs).toISOString(),
    tick: String(contract.exitSeq),
    plan: contract.plan,
    leverage: String(contract.leverageHalves / 2),
    liquidation: price(contract.liquidationPrice),
    principal: cash(contract.principalMinor),
    returned: cash(contract.returnedMinor ?? 0n),
    earned: cash(contract.earnedMinor),
    contract: contract.id,
  }
}
