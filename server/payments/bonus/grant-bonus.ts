import type { OnceRequest, OperatorRequest } from '../../platform/http/actions.ts'
import { z } from 'zod'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf, type PhraseValue, writePhrase } from '../../../api/sentences/sentences.ts'
import type { TextOrPhrase } from '../../platform/stored-phrase.ts'
import type { InputOf } from '../../../api/call.ts'
import type { bonusGrantCall } from '../../../api/calls/payments/bonus.ts'
import { formatAmount, parseAmount, type CashAsset } from '../../../api/money.ts'
import type { Execute } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { insertGrant, type Grant } from './bonus-store.ts'
import { refreshPages, type BonusContext } from './context.ts'

export const approvedBonus = 'bonus.grant'

const ruleReason: PhraseValue = { phrase: 'note_verified_bonus' }

/** Returns why a bonus was granted: under the rule, or for the reason that an operator gave. */
export const reasonOf = ({ operatorId, why }: Pick<Grant, 'operatorId' | 'why'>): TextOrPhrase =>
  operatorId === null ? ruleReason : why

/**
 * Stores a bonus and pays it out; does nothing if it was already granted. Call it last in the transaction, because it
 * locks ledger accounts.
 */
async function storeAndPay({ ledger }: BonusContext, tx: Executor, grant: Grant): Promise<void> {
  if (!(await insertGrant(tx, grant))) return
  const { customerId, id, asset, amountMinor } = grant
  await ledger.post(
    [
      {
        debit: { house: 'practice_grants' },
        credit: { owner: customerId, code: 'bonus' },
        asset,
        amountMinor,
        kind: 'bonus',
        reference: id,
        key: `bonus:${id}`,
        note: reasonOf(grant),
      },
    ],
    { tx },
  )
}

/**
 * Grants the rule's bonus to a customer, at most once, in the transaction that verifies them. It counts towards the
 * verifying operator's limit. Above that limit, the verification still succeeds, but the bonus waits for a second
 * operator.
 */
export async function grantOnVerification(
  context: BonusContext,
  tx: Executor,
  customerId: string,
  verifiedBy: string,
): Promise<void> {
  const { clock, identity, operators, random } = context
  const rule = await operators.setting('bonus')
  const { currency: asset } = await identity.customer(customerId)
  const amountMinor = parseAmount(rule.onVerification, asset)!
  if (amountMinor === 0n) return
  const nowMs = clock.nowMs()
  const terms = { amountMinor: String(amountMinor), turnoverMinor: String(amountMinor * BigInt(rule.turnoverTimes)) }
  const grant = {
    customerId,
    id: uuidv7(nowMs, random),
    asset,
    ...terms,
    operatorId: null,
    why: writePhrase(ruleReason),
  }
  const decision = { operatorId: verifiedBy, customerId, action: approvedBonus, subject: grant.id, amountMinor, asset }
  if (!(await operators.needsSecond(tx, decision))) return storeAndPay(context, tx, grantOf(grant, nowMs))
  await operators.propose(tx, {
    proposedBy: verifiedBy,
    action: approvedBonus,
    subject: grant.id,
    customerId,
    amountMinor,
    asset,
    words: { phrase: 'proposal_bonus_verified', values: { amount: moneyOf(amountMinor, asset) } },
    input: grant,
  })
}

type Proposed = {
  customerId: string
  id: string
  asset: CashAsset
  amountMinor: string
  turnoverMinor: string
  operatorId: string | null
  why: string
}
const proposed = z.object({
  customerId: z.string(),
  id: z.string(),
  asset: z.enum(['USD', 'EUR', 'GBP']),
  amountMinor: z.string(),
  turnoverMinor: z.string(),
  operatorId: z.string().nullable(),
  why: z.string(),
}) satisfies z.ZodType<Proposed>

/** `bonus.grant`: grants a bonus; a large one waits for a second operator. Throws `not_found`, `bad_amount`. */
export async function grantBonus(
  context: BonusContext,
  input: InputOf<typeof bonusGrantCall>,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const { customer: customerId, reason: why } = input
  if (!(await context.identity.details(customerId))?.email) throw new Refused('not_found')
  const { currency: asset } = await context.identity.customer(customerId)
  const amountMinor = parseAmount(input.amount, asset)
  if (!amountMinor) throw new Refused('bad_amount')
  const times = input.turnoverTimes ?? (await context.operators.setting('bonus')).turnoverTimes
  const nowMs = context.clock.nowMs()
  const grant = {
    customerId,
    id: uuidv7(nowMs, context.random),
    asset,
    amountMinor: String(amountMinor),
    turnoverMinor: String(amountMinor * BigInt(times)),
    operatorId,
    why,
  }
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, input, async () => {
      const needsSecond = await context.operators.needsSecond(tx, {
        operatorId,
        customerId,
        action: 'bonus.grant',
        subject: grant.id,
        amountMinor,
        asset,
      })
      await context.operators.audit(tx, {
        operatorId,
        action: 'bonus.grant',
        subject: grant.id,
        customerId,
        reason: why,
        details: { amount: `${formatAmount(amountMinor, asset)} ${asset}`, turnoverTimes: times, needsSecond },
      })
      if (needsSecond)
        await context.operators.propose(tx, {
          proposedBy: operatorId,
          action: approvedBonus,
          subject: grant.id,
          customerId,
          amountMinor,
          asset,
          words: {
            phrase: 'proposal_bonus',
            values: { amount: moneyOf(amountMinor, asset), times, reason: why },
          },
          input: grant,
        })
      else await storeAndPay(context, tx, grantOf(grant, nowMs))
      return {
        ...outcome(needsSecond ? 'bonus_proposed' : 'bonus_granted', { amount: moneyOf(amountMinor, asset) }),
        needsSecond,
      }
    }),
  )
  refreshPages(context, customerId)
  return answer
}

/** Returns the function that runs when a second operator approves. */
export function createGrantApproved(context: BonusContext): Execute {
  return async (tx, input) => {
    const grant = proposed.parse(input)
    await storeAndPay(context, tx, grantOf(grant, context.clock.nowMs()))
    return () => refreshPages(context, grant.customerId)
  }
}

function grantOf({ amountMinor, turnoverMinor, ...grant }: Proposed, grantedAtMs: number): Grant {
  return {
    ...grant,
    shard: shardOf(grant.customerId),
    amountMinor: BigInt(amountMinor),
    turnoverMinor: BigInt(turnoverMinor),
    grantedAtMs,
  }
}
