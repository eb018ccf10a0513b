import { outcome } from '../../api/sentences/outcomes.ts'
import { isOrderOf } from '../../api/plan-order.ts'
import { leverageMin } from '../../api/farming-rules.ts'
import type {
  farmPlansAdd,
  farmPlansEdit,
  farmPlansList,
  farmPlansOrder,
  farmPlansRetire,
} from '../../api/calls/farming/farming-plans.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import { formatAmount, formatScaled, parseAmount } from '../../api/money.ts'
import type { Execute } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { OperatorRequest } from '../platform/http/actions.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/http/refused.ts'
import { readRates, requireCover } from './announced-rates.ts'
import type { FarmingContext } from './context.ts'
import { largestDepositMinor } from './request.ts'
import { inForce } from './schedule.ts'
import { planFacts } from './show-plans.ts'
import {
  countRunning,
  insertRate,
  isNameTaken,
  listAllPlans,
  listDelivered,
  listRates,
  lockPlan,
  lockPlans,
  orderPlans,
  retirePlan,
  savePlan,
  type Plan,
} from './store.ts'
import { moneyOf, type PhraseValue } from '../../api/sentences/sentences.ts'

const maxLeverageHalves = 10
const largestMarginBps = 5_000
const largestFeeBps = 1_000

/** `farm.plans.list`: returns all plans, including retired ones. */
export async function listEveryPlan({ db, clock }: FarmingContext): Promise<OutputOf<typeof farmPlansList>> {
  const [plans, rates, delivered, running] = await Promise.all([
    listAllPlans(db),
    listRates(db),
    listDelivered(db),
    countRunning(db),
  ])
  return plans.map((plan) => ({
    ...planFacts(plan, rates, delivered, clock.nowMs()),
    min: formatAmount(plan.minMinor, 'USD'),
    margin: percentOfBps(plan.marginBps),
    earlyFee: percentOfBps(plan.earlyFeeBps),
    running: running.get(plan.id) ?? 0,
    retiredAt: plan.retiredAtMs,
  }))
}

/** Names of the actions in approvals. */
export const adding = 'farm.plans.add'
export const editing = 'farm.plans.edit'

type AddInput = InputOf<typeof farmPlansAdd>
type EditInput = InputOf<typeof farmPlansEdit>
const proposed = outcome('needs_second')

/**
 * `farm.plans.add`: proposes a plan with its first rates to a second operator. The rates apply from the approval.
 * Throws the refusals for invalid terms and rates, and `name_taken`.
 */
export async function addPlan(
  context: FarmingContext,
  input: AddInput,
  { session: { operatorId: proposedBy } }: OperatorRequest,
) {
  const id = uuidv7(context.clock.nowMs(), context.random)
  const { plan } = newPlanOf(id, input)
  await context.db.transaction().execute(async (tx) => {
    if (await isNameTaken(tx, plan)) throw new Refused('name_taken')
    const { weekly, minimum, borrowing, note } = input
    await context.operators.propose(tx, {
      proposedBy,
      action: adding,
      subject: id,
      amountMinor: plan.minMinor,
      asset: 'USD',
      words: {
        phrase: 'proposal_yield_plan_added',
        values: { plan: termsPhrase(plan), weekly, minimum, borrowing, note },
      },
      input: { ...input, id },
    })
  })
  return { ...proposed, id }
}

const newPlanOf = (id: string, input: AddInput) => {
  const plan: Plan = { id, coin: input.coin, retiredAtMs: null, ...termsOf(input) }
  return { plan, rates: readRates(input, plan.leverageHalves) }
}

/** Returns the function that runs when a second operator approves. Throws `name_taken`. */
export function createAddApproved(context: FarmingContext): Execute {
  return async (tx, given, { proposedBy, approvedBy }) => {
    const input = given as AddInput & { id: string }
    const { plan, rates } = newPlanOf(input.id, input)
    if (!(await savePlan(tx, plan))) throw new Refused('name_taken')
    const { weekly, minimum, borrowing, note } = input
    await insertRate(
      tx,
      { planId: plan.id, announcedMs: context.clock.nowMs(), fromMs: 0, ...rates, note },
      { announcedBy: proposedBy, approvedBy },
    )
    await context.operators.audit(tx, {
      operatorId: proposedBy,
      action: adding,
      subject: plan.id,
      details: { ...detailsOf(plan), weekly, minimum, borrowing, note },
    })
  }
}

/**
 * `farm.plans.edit`: proposes new terms to a second operator, for contracts requested after the approval. Throws
 * `not_found`, the refusals for invalid terms, `cost_above_minimum` and `name_taken`.
 */
export async function editPlan(
  context: FarmingContext,
  input: EditInput,
  { session: { operatorId: proposedBy } }: OperatorRequest,
) {
  await context.db.transaction().execute(async (tx) => {
    const { before, plan } = await edited(context, tx, input)
    if (await isNameTaken(tx, plan)) throw new Refused('name_taken')
    await context.operators.propose(tx, {
      proposedBy,
      action: editing,
      subject: plan.id,
      amountMinor: plan.minMinor,
      asset: 'USD',
      words: {
        phrase: 'proposal_yield_plan_changed',
        values: { before: termsPhrase(before), plan: termsPhrase(plan) },
      },
      input,
    })
  })
  return proposed
}

/**
 * Returns the function that runs when a second operator approves. Throws `not_found`, `cost_above_minimum` and
 * `name_taken`.
 */
export function createEditApproved(context: FarmingContext): Execute {
  return async (tx, given, { proposedBy }) => {
    const { before, plan } = await edited(context, tx, given as EditInput)
    if (!(await savePlan(tx, plan))) throw new Refused('name_taken')
    const was = Object.entries(detailsOf(before)).map(([name, value]) => [`${name}Before`, value])
    await context.operators.audit(tx, {
      operatorId: proposedBy,
      action: editing,
      subject: plan.id,
      details: { ...detailsOf(plan), ...Object.fromEntries(was) },
    })
  }
}

/**
 * Locks a plan and returns it before and after the change. Throws `not_found`, the refusals for invalid terms, and
 * `cost_above_minimum`.
 */
async function edited(
  { clock }: FarmingContext,
  tx: Executor,
  input: EditInput,
): Promise<{ before: Plan; plan: Plan }> {
  const before = await lockPlan(tx, input.id)
  if (!before || before.retiredAtMs !== null) throw new Refused('not_found')
  const plan: Plan = { ...before, ...termsOf(input) }
  const rates = await listRates(tx, plan.id)
  const nowMs = clock.nowMs()
  const present = inForce(rates, nowMs)
  for (const rate of rates.filter((each) => each === present || each.fromMs > nowMs))
    requireCover(plan.leverageHalves, rate)
  return { before, plan }
}

const termsPhrase = ({ name, coin, minMinor, leverageHalves, marginBps, earlyFeeBps }: Plan): PhraseValue => ({
  phrase: 'yield_plan_terms',
  values: {
    name,
    coin,
    min: moneyOf(minMinor, 'USD'),
    leverage: String(leverageHalves / 2),
    margin: percentOfBps(marginBps),
    fee: percentOfBps(earlyFeeBps),
  },
})

/** `farm.plans.retire`: withdraws a plan from sale. Throws `not_found`. */
export async function retire(
  context: FarmingContext,
  { id }: InputOf<typeof farmPlansRetire>,
  { session: { operatorId } }: OperatorRequest,
) {
  return context.db.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, id)
    if (!plan || plan.retiredAtMs !== null) throw new Refused('not_found')
    await retirePlan(tx, id, context.clock.nowMs())
    await context.operators.audit(tx, {
      operatorId,
      action: 'farm.plans.retire',
      subject: id,
      details: { plan: plan.name },
    })
    return outcome('plan_retired', { name: plan.name })
  })
}

/** `farm.plans.order`: orders the offered plans. Throws `plans_changed` if `ids` aren't exactly those. */
export async function orderAll(
  { db, operators }: FarmingContext,
  { ids }: InputOf<typeof farmPlansOrder>,
  { session: { operatorId } }: OperatorRequest,
) {
  return db.transaction().execute(async (tx) => {
    const plans = new Map((await lockPlans(tx)).map(({ id, name }) => [id, name]))
    if (!isOrderOf(ids, [...plans.keys()])) throw new Refused('plans_changed')
    await orderPlans(tx, ids)
    const order = ids.map((id) => plans.get(id)).join(', ')
    await operators.audit(tx, { operatorId, action: 'farm.plans.order', subject: 'plans', details: { order } })
    return outcome('plans_ordered')
  })
}

type Terms = Pick<InputOf<typeof farmPlansEdit>, 'plan' | 'min' | 'lever' | 'margin' | 'earlyFee'>

/** Parses the terms of a plan. Throws `bad_amount`, `bad_leverage`, `bad_margin` and `bad_fee`. */
function termsOf({
  plan,
  min,
  lever,
  margin,
  earlyFee,
}: Terms): Pick<Plan, 'name' | 'minMinor' | 'leverageHalves' | 'marginBps' | 'earlyFeeBps'> {
  const minMinor = parseAmount(min, 'USD')
  if (!minMinor || minMinor > largestDepositMinor) throw new Refused('bad_amount')
  const leverageHalves = halvesOf(lever)
  if (leverageHalves === undefined || leverageHalves < leverageMin * 2 || leverageHalves > maxLeverageHalves)
    throw new Refused('bad_leverage')
  const marginBps = hundredths(margin)
  // At the start, the customer's share of a position is 1 / leverage.
  if (!marginBps || marginBps > largestMarginBps || leverageHalves * marginBps >= 2 * 10_000)
    throw new Refused('bad_margin')
  const earlyFeeBps = hundredths(earlyFee)
  if (earlyFeeBps === undefined || earlyFeeBps > largestFeeBps) throw new Refused('bad_fee')
  return { name: plan, minMinor, leverageHalves, marginBps, earlyFeeBps }
}

/** Converts a leverage to halves. Returns undefined if it isn't a multiple of 0.5. */
function halvesOf(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.([05])0*)?$/.exec(text)
  return match ? Number(match[1]) * 2 + (match[2] === '5' ? 1 : 0) : undefined
}

/**
 * Converts a percentage with up to two decimals to hundredths, without rounding. Returns undefined for anything else.
 */
function hundredths(percent: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const percentOfBps = (bps: number) => formatScaled(BigInt(bps), 2)

/** Returns a plan's details for the audit log. */
function detailsOf({ name, coin, minMinor, leverageHalves, marginBps, earlyFeeBps }: Plan) {
  return {
    plan: name,
    coin,
    min: formatAmount(minMinor, 'USD'),
    lever: leverageHalves / 2,
    margin: percentOfBps(marginBps),
    earlyFee: percentOfBps(earlyFeeBps),
  }
}
