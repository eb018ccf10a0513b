import { formatAmount } from '../../contract/money.ts'
import type { Session } from '../platform/http.ts'
import type { TradingContext } from './context.ts'
import { readOpenStake } from './store.ts'

/** Portfolio Balance: cash of all the customer's accounts in the customer's currency, and the stakes of open trades. */
export async function totalBalance(context: TradingContext, session: Session): Promise<number> {
  const { currency } = await context.customer(session.customerId)
  // One snapshot for both, so that a stake is never counted twice or not at all while a trade opens or settles.
  const totalMinor = await context.db.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
    const held = (await context.ledger.balances(session.customerId, tx)).filter(({ account }) => account.asset === currency)
    return held.reduce((sum, { balanceMinor }) => sum + balanceMinor, await readOpenStake(tx, session))
  })
  return asBareNumber(formatAmount(totalMinor, currency))
}

/** For the two calls that product.md section 7 specifies as bare numbers; nothing is computed with the result. */
export function asBareNumber(decimal: string): number {
  return Number(decimal)
}
