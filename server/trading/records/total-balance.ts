import type { OutputOf } from '../../../api/call.ts'
import { asBareNumber, assets, formatAmount, type CashAsset } from '../../../api/money.ts'
import type { portfolio } from '../../../api/calls/trading/trading.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { TradingContext } from '../context.ts'
import { readOpenStake } from '../store.ts'

/** Returns Portfolio Balance: cash in the customer's currency across all accounts, plus the stakes of open trades. */
export async function totalBalance(
  context: TradingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<number> {
  const { currency } = await context.customer(session.customerId)
  const { cash, stakesMinor } = await readHoldings(context, session, currency)
  return asBareNumber(formatAmount(sumOf(cash) + stakesMinor, currency))
}

const cashAccounts = ['trading', 'bonus', 'farming'] as const
const coinAccounts = ['mining', 'refund'] as const

/** `portfolio`: returns the parts of Portfolio Balance, and mined coins separately. */
export async function showPortfolio(
  context: TradingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof portfolio>> {
  const { currency } = await context.customer(session.customerId)
  const { cash, coins, stakesMinor } = await readHoldings(context, session, currency)
  const named = cash.map(({ account, balanceMinor }) => ({
    id: account.code,
    account: cashAccounts.find((name) => name === account.code) ?? ('other' as const),
    amount: formatAmount(balanceMinor, currency),
  }))
  return {
    cur: assets[currency].symbol,
    total: formatAmount(sumOf(cash) + stakesMinor, currency),
    cash: [...named, { id: 'stakes', account: 'stakes', amount: formatAmount(stakesMinor, currency) }],
    coins: coins.map(({ account, balanceMinor }) => ({
      id: account.code,
      account: coinAccounts.find((name) => account.code.startsWith(`${name}:`)) ?? 'other',
      coin: account.asset,
      unit: assets[account.asset].symbol,
      amount: formatAmount(balanceMinor, account.asset),
    })),
  }
}

const sumOf = (held: readonly { balanceMinor: bigint }[]) =>
  held.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n)

/** Reads everything in one snapshot, so that a stake isn't counted twice or missed while a trade opens or settles. */
function readHoldings(context: TradingContext, session: Session, currency: CashAsset) {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const held = await context.ledger.balances(session.customerId, tx)
      const cash = held.filter(({ account }) => account.asset === currency)
      const coins = held.filter(
        ({ account, balanceMinor }) => assets[account.asset].kind === 'coin' && balanceMinor > 0n,
      )
      return { cash, coins, stakesMinor: await readOpenStake(tx, session) }
    })
}
