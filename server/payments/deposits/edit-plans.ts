import { outcome } from '../../../api/sentences/outcomes.ts'
import { isOrderOf } from '../../../api/plan-order.ts'
import { minedFor } from '../../../api/mining-coins.ts'
import { maxHashesPerS } from '../../../api/mining-rules.ts'
import {
  asBareNumber,
  assets,
  coinAssets,
  formatAmount,
  formatScaled,
  parseAmount,
  type CoinAsset,
} from '../../../api/money.ts'
import type { mplans, tplans } from '../../../api/calls/payments/payments.ts'
import type { plansAdd, plansEdit, plansList, plansOrder, plansRetire } from '../../../api/calls/payments/plans-desk.ts'
import type { plansHistory } from '../../../api/calls/payments/plan-history.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import { z } from 'zod'
import type { Execute } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import {
  isNameTaken,
  listAllPlans,
  listMiningVersions,
  listPlans,
  lockPlan,
  lockPlans,
  orderPlans,
  retirePlan,
  savePlan,
  type StoredPlan,
} from './plans-store.ts'
import { moneyOf, type PhraseValue } from '../../../api/sentences/sentences.ts'

const versionsPerPage = 500
/** Hash rates are stated in TH/s. */
const hashScale = 12

/** `tplans`: returns the trading plans. Amounts are numbers without a unit (docs/spec/product.md section 3). */
export async function listTradingPlans({ db }: PaymentsContext): Promise<OutputOf<typeof tplans>> {
  return (await listPlans(db, 'trading')).map(({ id, name, amountMinor }) => ({
    id,
    plan: name,
    amount: asBareNumber(formatAmount(amountMinor, 'USD')),
  }))
}

export async function listMiningPlans({ db }: PaymentsContext): Promise<OutputOf<typeof mplans>> {
  return (await listPlans(db, 'mining')).map(({ id, name, amountMinor, coin, hashesPerS }) => ({
    id,
    symbol: coin!,
    plan: name,
    amount: asBareNumber(formatAmount(amountMinor, 'USD')),
    hash: asBareNumber(formatScaled(hashesPerS!, hashScale)),
  }))
}

/** `plans.list`: returns all plans, including retired ones. */
export async function listEveryPlan({ db }: PaymentsContext): Promise<OutputOf<typeof plansList>> {
  return (await listAllPlans(db)).map(({ id, account, name, amountMinor, coin, hashesPerS, retiredAtMs }) => ({
    id,
    account,
    plan: name,
    amount: formatAmount(amountMinor, 'USD'),
    symbol: coin,
    hash: hashesPerS === null ? null : formatScaled(hashesPerS, hashScale),
    retiredAt: retiredAtMs,
  }))
}

/** `plans.history`: returns a page of the versions of all mining plans. */
export async function listPlanHistory(
  { db }: PaymentsContext,
  { p }: InputOf<typeof plansHistory>,
): Promise<OutputOf<typeof plansHistory>> {
  const versions = await listMiningVersions(db, versionsPerPage, (p - 1) * versionsPerPage)
  return versions.map(({ planId, version, fromMs, untilMs, name, amountMinor, coin, hashesPerS }) => ({
    id: planId,
    symbol: coin,
    plan: name,
    amount: formatAmount(amountMinor, 'USD'),
    hash: formatScaled(hashesPerS, hashScale),
    from: fromMs,
    until: untilMs,
    earlierKept: version > 0 || fromMs === 0,
  }))
}

const proposed = outcome('needs_second')

/**
 * `plans.add`: offers a plan, or proposes a mining plan to a second operator. Throws the refusals for invalid fields
 * and `name_taken`.
 */
export async function addPlan(
  context: PaymentsContext,
  input: InputOf<typeof plansAdd>,
  { session: { operatorId } }: CallRequest<typeof plansAdd>,
): Promise<OutputOf<typeof plansAdd>> {
  const id = uuidv7(context.clock.nowMs(), context.random)
  const plan = { id, retiredAtMs: null, ...fieldsOf(input) }
  if (await saveOrPropose(context, { operatorId, action: 'plans.add', plan })) return { ...proposed, id }
  return { ...outcome('plan_available', { name: input.plan }), id }
}

/**
 * `plans.edit`: changes a plan, or proposes a change to a mining plan to a second operator. Throws the refusals for
 * invalid fields, `not_found`, `name_taken`.
 */
export async function editPlan(
  context: PaymentsContext,
  input: InputOf<typeof plansEdit>,
  { session: { operatorId } }: CallRequest<typeof plansEdit>,
): Promise<OutputOf<typeof plansEdit>> {
  const plan = { id: input.id, retiredAtMs: null, ...fieldsOf(input) }
  if (await saveOrPropose(context, { operatorId, action: 'plans.edit', plan })) return proposed
  return outcome('plan_saved', { name: input.plan })
}

export async function retire(
  { db, clock, operators }: PaymentsContext,
  { id }: InputOf<typeof plansRetire>,
  { session: { operatorId } }: CallRequest<typeof plansRetire>,
): Promise<OutputOf<typeof plansRetire>> {
  return db.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, id)
    if (!plan) throw new Refused('not_found')
    await retirePlan(tx, id, clock.nowMs())
    await operators.audit(tx, {
      operatorId,
      action: 'plans.retire',
      subject: id,
      details: { plan: plan.name, account: plan.account },
    })
    return outcome('plan_retired', { name: plan.name })
  })
}

/** `plans.order`: orders the offered plans of an account. Throws `plans_changed` if `ids` aren't exactly those. */
export async function orderAll(
  { db, operators }: PaymentsContext,
  { account, ids }: InputOf<typeof plansOrder>,
  { session: { operatorId } }: CallRequest<typeof plansOrder>,
): Promise<OutputOf<typeof plansOrder>> {
  return db.transaction().execute(async (tx) => {
    const plans = new Map(
      (await lockPlans(tx, account)).map(({ id, name, coin }) => [id, coin ? `${coin} ${name}` : name]),
    )
    if (!isOrderOf(ids, [...plans.keys()])) throw new Refused('plans_changed')
    await orderPlans(tx, ids)
    const order = ids.map((id) => plans.get(id)).join(', ')
    await operators.audit(tx, { operatorId, action: 'plans.order', subject: account, details: { order } })
    return outcome('plans_ordered')
  })
}

type Saving = { operatorId: string; action: 'plans.add' | 'plans.edit'; plan: StoredPlan }

/** The action's name in the list of approvals. */
export const savingMiningPlan = 'plans.mining'

/**
 * Saves a trading plan, or proposes a mining plan to a second operator, because its hash rate decides how much
 * contracts pay. Returns whether the plan now awaits approval.
 */
async function saveOrPropose(context: PaymentsContext, saving: Saving): Promise<boolean> {
  const { db, operators } = context
  const { operatorId, action, plan } = saving
  return db.transaction().execute(async (tx) => {
    if (plan.account === 'trading') {
      await save(context, tx, saving)
      return false
    }
    const before = await requirePlan(tx, saving)
    if (await isNameTaken(tx, plan)) throw new Refused('name_taken', {}, { plan: 'name_taken' })
    const words: PhraseValue = before
      ? { phrase: 'proposal_mining_plan_changed', values: { before: termsPhrase(before), plan: termsPhrase(plan) } }
      : { phrase: 'proposal_mining_plan_added', values: { plan: termsPhrase(plan) } }
    const input = {
      action,
      plan: { ...plan, amountMinor: String(plan.amountMinor), hashesPerS: String(plan.hashesPerS) },
    }
    await operators.propose(tx, { proposedBy: operatorId, action: savingMiningPlan, subject: plan.id, words, input })
    return true
  })
}

/** Returns the terms of a mining plan, which always has a coin and a hash rate. */
const termsPhrase = ({ name, coin, amountMinor, hashesPerS }: StoredPlan): PhraseValue => ({
  phrase: 'mining_plan_terms',
  values: { name, coin: coin!, speed: formatScaled(hashesPerS!, hashScale), min: moneyOf(amountMinor, 'USD') },
})

const proposedInput = z.object({
  action: z.enum(['plans.add', 'plans.edit']),
  plan: z.object({
    id: z.string(),
    account: z.literal('mining'),
    name: z.string(),
    amountMinor: z.string().transform(BigInt),
    coin: z.enum(coinAssets),
    hashesPerS: z.string().transform(BigInt),
    retiredAtMs: z.null(),
  }),
})

/** Returns the function that runs when a second operator approves. Throws `not_found`, `name_taken`. */
export function createPlanApproved(context: PaymentsContext): Execute {
  return async (tx, input, { proposedBy: operatorId }) =>
    save(context, tx, { operatorId, ...proposedInput.parse(input) })
}

/** Returns the current plan. Throws `not_found` if a plan to edit isn't offered. */
async function requirePlan(tx: Executor, { action, plan }: Saving): Promise<StoredPlan | undefined> {
  const before = action === 'plans.edit' ? await lockPlan(tx, plan.id) : undefined
  if (action === 'plans.edit' && !before) throw new Refused('not_found')
  return before
}

async function save({ operators, clock }: PaymentsContext, tx: Executor, saving: Saving): Promise<void> {
  const { operatorId, action, plan } = saving
  const before = await requirePlan(tx, saving)
  if (!(await savePlan(tx, plan, clock.nowMs()))) throw new Refused('name_taken', {}, { plan: 'name_taken' })
  const text = (value: bigint | null | undefined) => (value ? String(value) : null)
  const details = {
    plan: plan.name,
    account: plan.account,
    amountMinor: text(plan.amountMinor),
    beforeMinor: text(before?.amountMinor),
    hashesPerS: text(plan.hashesPerS),
    beforeHashesPerS: text(before?.hashesPerS),
  }
  await operators.audit(tx, { operatorId, action, subject: plan.id, details })
}

function fieldsOf({
  account,
  plan,
  amount,
  symbol,
  hash,
}: InputOf<typeof plansAdd>): Omit<StoredPlan, 'id' | 'retiredAtMs'> {
  const amountMinor = parseAmount(amount, 'USD')
  if (!amountMinor) throw new Refused('bad_amount', {}, { amount: 'enter_cash_amount' })
  if (account === 'trading') return { account, name: plan, amountMinor, coin: null, hashesPerS: null }
  const hashesPerS =
    hash === undefined
      ? 0n
      : BigInt(hash.replace(/^(\d+)\.?(\d*)$/, (_, whole: string, rest: string) => whole + rest.padEnd(hashScale, '0')))
  if (!symbol || hashesPerS <= 0n || !(symbol in assets)) throw new Refused('bad_mining_plan')
  const most = maxHashesPerS(minedFor(symbol), amountMinor)
  if (hashesPerS > most) throw new Refused('hash_rate_too_high', { most: formatScaled(most, hashScale) })
  return { account, name: plan, amountMinor, coin: symbol satisfies CoinAsset, hashesPerS }
}
