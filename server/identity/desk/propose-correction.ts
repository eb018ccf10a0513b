import { moneyOf } from '../../../api/sentences/sentences.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { assets, parseAmount, type Asset } from '../../../api/money.ts'
import type { Approved } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OnceRequest, OperatorRequest } from '../../platform/http/actions.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { findListedCustomer } from './store.ts'

export type CorrectionInput = {
  customer: string
  account: string
  asset: Asset
  amount: string
  direction: 'credit' | 'debit'
  reason: string
}
type Correction = Omit<CorrectionInput, 'amount'> & { amountMinor: string }

/**
 * Proposes a correction to a second operator; no money moves until approval. Throws `not_found`, `wrong_asset`,
 * `bad_amount`, `insufficient`. Source: docs/spec/truth.md section 4.
 */
export async function proposeCorrection(
  desk: DeskContext,
  input: CorrectionInput,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const { db } = desk
  const { customer: customerId, account, asset, direction, reason } = input
  return db.transaction().execute((tx) =>
    once(tx, { ...input, operatorId }, async () => {
      const amountMinor = await checked(desk, tx, input)
      const correction: Correction = {
        customer: customerId,
        account,
        asset,
        amountMinor: String(amountMinor),
        direction,
        reason,
      }
      const approval = await operatorsOf(desk).propose(tx, {
        proposedBy: operatorId,
        action: 'correction',
        subject: `${account}/${asset}`,
        customerId,
        amountMinor,
        asset,
        words: {
          phrase: `proposal_${direction}`,
          values: { amount: moneyOf(amountMinor, asset), account, reason },
        },
        input: correction,
      })
      return { ...outcome('correction_proposed'), approval }
    }),
  )
}

async function checked(
  { ledger }: DeskContext,
  tx: Executor,
  { customer: customerId, account, asset, amount, direction }: CorrectionInput,
): Promise<bigint> {
  const customer = await findListedCustomer(tx, { customerId, shard: shardOf(customerId) })
  if (!customer) throw new Refused('not_found', { thing: { phrase: 'thing_customer' } })
  const holds = account.startsWith('mining:') ? account.slice('mining:'.length) : customer.currency
  if (holds !== asset)
    throw new Refused('wrong_asset', { asset }, { asset: { phrase: 'choose_only', values: { choice: holds } } })
  const amountMinor = parseAmount(amount, asset)
  const { scale } = assets[asset]
  if (amountMinor === undefined || amountMinor === 0n)
    throw new Refused(
      'bad_amount',
      { decimals: scale },
      { amount: { phrase: 'amount_decimals', values: { decimals: scale } } },
    )
  if (direction === 'debit') {
    const balance = (await ledger.balances(customerId, tx)).find(
      (one) => one.account.code === account && one.account.asset === asset,
    )
    const availableMinor = balance?.availableMinor ?? 0n
    if (availableMinor < amountMinor) throw new Refused('insufficient', { available: moneyOf(availableMinor, asset) })
  }
  return amountMinor
}

/** Posts an approved correction: one transfer with the reason as its note. The customer sees it in the statement. */
export async function postCorrection(
  { ledger, bus }: DeskContext,
  tx: Executor,
  input: unknown,
  { approvalId }: Approved,
): Promise<() => void> {
  const { customer: owner, account: code, asset, amountMinor, direction, reason } = input as Correction
  const [customerSide, house] = [{ owner, code }, { house: 'practice_grants' }] as const
  const sides = direction === 'credit' ? { debit: house, credit: customerSide } : { debit: customerSide, credit: house }
  await ledger.post(
    [
      {
        ...sides,
        asset,
        amountMinor: BigInt(amountMinor),
        kind: 'correction',
        reference: approvalId,
        key: `correction/${approvalId}`,
        note: reason,
      },
    ],
    { tx },
  )
  return () => bus.publish('customer.changed', { customerId: owner, calls: ['user', 'totalbalance', 'statement'] })
}
