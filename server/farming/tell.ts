import { assets, formatAmount, formatScaled } from '../../contract/money.ts'
import { invariant } from '../platform/refused.ts'
import type { Platform } from '../platform/platform.ts'
import type { FarmingContext } from './context.ts'
import type { Contract } from './store.ts'

const touchedCalls = ['activeyields', 'pendingyields', 'farm.statement', 'user', 'totalbalance', 'statement']

/** Tells the pages of customers that something of theirs has changed. After the commit. */
export function tellCustomers({ bus }: Pick<Platform, 'bus'>, of: readonly { customerId: string }[]): void {
  for (const customerId of new Set(of.map((each) => each.customerId))) bus.publish('customer.changed', { customerId, calls: touchedCalls })
}

/** Writes to the owners of contracts that a price has closed: nobody was there to see it. After the commit; a mail that fails changes nothing. */
export async function mailLiquidated(context: FarmingContext, contracts: readonly Contract[]): Promise<void> {
  for (const contract of contracts) {
    try {
      const person = await context.identity.details(contract.customerId)
      if (person?.email) context.mail.send({ to: person.email, subject: 'Your yield contract was closed at its liquidation price', text: liquidationMail(context, contract) })
    } catch (error) {
      context.log.warn({ err: error, contract: contract.id }, 'the owner of a closed contract was not written to')
    }
  }
}

function liquidationMail({ markets, config }: FarmingContext, contract: Contract): string {
  const symbol = `${contract.coin}USD`
  const info = markets.symbol(symbol)
  invariant(info && contract.exitPrice !== null && contract.exitAtMs !== null, 'a closed contract has its price')
  const price = (steps: bigint) => `${formatScaled(steps, info.scale)} USD`
  const cash = (minor: bigint) => `${assets[contract.asset].symbol}${formatAmount(minor, contract.asset)}`
  return [
    `${symbol} was at ${price(contract.exitPrice)} on ${new Date(contract.exitAtMs).toISOString()} (tick ${contract.exitSeq}). The liquidation price of your contract ${contract.plan}, lever ${contract.leverHalves / 2}, was ${price(contract.liquidationPrice)}.`,
    `Of the ${cash(contract.principalMinor)} that were locked, ${cash(contract.returnedMinor ?? 0n)} are back in your trading account. Interest until then was ${cash(contract.earnedMinor)}.`,
    `Its statement among your yield contracts shows how each figure comes about${config.publicUrl ? `: ${config.publicUrl}/office/yield/contracts/${contract.id}` : '.'}`,
    'This is practice money. Nothing here can be cashed.',
  ].join('\n')
}
