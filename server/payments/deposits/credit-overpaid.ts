import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { TextOrPhrase } from '../../platform/stored-phrase.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'
import type { depositsCredit } from '../../../api/calls/payments/deposit-refunds.ts'
import type { NewTransfer } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { RowAlarms } from '../../platform/database/failing-rows.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import { isHeld, withPatientTransaction } from '../../platform/database/lock-patience.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { endChoice, listAsides, listChoiceOver } from './aside-store.ts'
import { refreshPages } from './notify.ts'
import { refundCode, remainingAsides } from './overpaid.ts'
import { cashFor, rateNow, type QuoteRate } from './quote.ts'
import { isDepositId } from './show-deposit.ts'
import { lockDeposit, saveProgress, type Deposit, type DepositKey } from './store.ts'

const atOnce = 100

/** `deposits.credit`: credits the overpaid part of a deposit at the current rate. */
export async function creditOwnOverpaid(
  context: PaymentsContext,
  { id }: InputOf<typeof depositsCredit>,
  { session, once }: CallRequest<typeof depositsCredit> & OnceRequest,
): Promise<OutputOf<typeof depositsCredit>> {
  const { customerId } = session
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, { id }, async () => {
      const deposit = isDepositId(id) ? await lockDeposit(tx, { ...session, id }) : undefined
      if (!deposit) throw new Refused('not_found')
      const creditedMinor = await creditOverpaid(context, tx, deposit)
      if (creditedMinor === 0n) throw new Refused('nothing_overpaid')
      return outcome('overpayment_credited', { amount: moneyOf(creditedMinor, deposit.asset) })
    }),
  )
  refreshPages(context, customerId)
  return answer
}

/**
 * Credits overpaid coins after the customer's time to choose has ended. Retries later if a deposit limit, a missing
 * rate, an open withdrawal or a locked row prevents it.
 */
export async function creditUnclaimed(context: PaymentsContext, failing: RowAlarms): Promise<void> {
  for (const key of await listChoiceOver(context.db, context.clock.nowMs(), atOnce)) {
    try {
      await withPatientTransaction(context.db, async (tx) => creditOverpaid(context, tx, await locked(tx, key)))
      refreshPages(context, key.customerId)
    } catch (error) {
      if (error instanceof Refused || isHeld(error)) continue
      context.log.error({ err: error, deposit: key.id }, 'overpaid amount not credited')
      await failing.failed(key.id)
    }
  }
  await failing.endTurn()
}

async function locked(tx: Executor, key: DepositKey): Promise<Deposit> {
  const deposit = await lockDeposit(tx, key)
  if (!deposit) throw new Error('a payment refers to a deposit that does not exist')
  return deposit
}

/**
 * Moves the rest of a deposit's overpaid coins from the refund account to the trading account. Returns their value in
 * minor units of cash. Throws `no_rate` and `deposit_limit`.
 */
async function creditOverpaid(context: PaymentsContext, tx: Executor, deposit: Deposit): Promise<bigint> {
  const { clock, ledger, markets } = context
  const { coin, asset, customerId } = deposit
  const balance = await ledger.balance({ owner: customerId, code: refundCode(coin), asset: coin }, tx)
  const mine = remainingAsides(await listAsides(tx, deposit, coin), balance.availableMinor).filter(
    ({ aside }) => aside.depositId === deposit.id,
  )
  const openMinor = mine.reduce((sum, one) => sum + one.openMinor, 0n)
  // An open withdrawal may still be cancelled, which would return its coins.
  if (openMinor === 0n && balance.reservedMinor > 0n) return 0n
  const rate = openMinor > 0n ? rateNow(markets, coin, asset, clock.nowMs()) : undefined
  if (openMinor > 0n && !rate) throw new Refused('no_rate', { coin })
  const worths = mine.map((one) => ({ ...one, worthMinor: rate ? cashFor(one.openMinor, rate) : 0n }))
  const worthMinor = worths.reduce((sum, one) => sum + one.worthMinor, 0n)
  const roomMinor = worthMinor > 0n ? await context.limits.depositRoom(tx, customerId) : null
  if (roomMinor !== null && worthMinor > roomMinor)
    throw new Refused('deposit_limit', { left: moneyOf(roomMinor, asset) })
  const transfers: NewTransfer[] = []
  for (const { aside, openMinor: coinMinor, worthMinor: oneMinor } of worths) {
    await endChoice(tx, deposit.shard, coin, aside.paymentKey, { coinMinor, worthMinor: oneMinor })
    if (coinMinor > 0n) transfers.push(...conversion(deposit, aside, coinMinor, oneMinor, rate!))
    if (oneMinor > 0n)
      transfers.push(
        ...(await context.affiliates.commissions(tx, {
          id: aside.paymentId,
          customerId,
          asset,
          amountMinor: oneMinor,
          isRest: true,
        })),
      )
  }
  deposit.creditedCoinMinor += openMinor
  deposit.creditedMinor += worthMinor
  await saveProgress(tx, deposit)
  if (transfers.length > 0) await ledger.post(transfers, { tx })
  return worthMinor
}

function conversion(
  { id, coin, asset, customerId, shard }: Deposit,
  aside: { paymentKey: string; credits: number },
  coinMinor: bigint,
  worthMinor: bigint,
  rate: QuoteRate,
): NewTransfer[] {
  const key = `deposit:${coin}:${aside.paymentKey}:${aside.credits}:overpaid`
  const marks = { kind: 'deposit', reference: id } as const
  const note: TextOrPhrase = {
    phrase: 'note_deposit_overpaid',
    values: { coins: moneyOf(coinMinor, coin), tick: String(rate.coin.seq), symbol: rate.coin.symbol! },
  }
  const coins: NewTransfer = {
    ...marks,
    debit: { owner: customerId, code: refundCode(coin) },
    credit: { house: 'exchange' },
    asset: coin,
    amountMinor: coinMinor,
    key: `${key}:coin`,
  }
  if (worthMinor === 0n) return [coins]
  return [
    coins,
    {
      ...marks,
      debit: { house: 'exchange' },
      credit: { owner: customerId, code: 'trading' },
      asset,
      amountMinor: worthMinor,
      shard,
      key,
      note,
    } as NewTransfer,
  ]
}
