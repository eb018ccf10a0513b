import { leverMin } from '../../contract/farming-rules.ts'
import type { farmPlansAdd, farmPlansEdit, farmPlansList, farmPlansRetire } from '../../contract/farming-plans.ts'
import type { InputOf, OutputOf } from '../../contract/call.ts'
import { formatAmount, formatScaled, parseAmount } from '../../contract/money.ts'
import type { OperatorSession } from '../platform/http.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/refused.ts'
import { readRates, requireCover } from './announced-rates.ts'
import type { FarmingContext } from './context.ts'
import { largestDepositMinor } from './request.ts'
import { inForce } from './schedule.ts'
import { planFacts } from './show-plans.ts'
import { countRunning, insertRate, listAllPlans, listDelivered, listRates, lockPlan, retirePlan, savePlan, type Plan } from './store.ts'

const largestLeverHalves = 20
const largestMarginBps = 5_000
const largestFeeBps = 1_000

/** `farm.plans.list`: all that ever were. */
export async function listEveryPlan({ db, clock }: FarmingContext): Promise<OutputOf<typeof farmPlansList>> {
  const [plans, rates, delivered, running] = await Promise.all([listAllPlans(db), listRates(db), listDelivered(db), countRunning(db)])
  return plans.map((plan) => ({
    ...planFacts(plan, rates, delivered, clock.nowMs()),
    min: formatAmount(plan.minMinor, 'USD'), margin: percentOfBps(plan.marginBps), earlyFee: percentOfBps(plan.earlyFeeBps),
    place: plan.place, running: running.get(plan.id) ?? 0, retiredAt: plan.retiredAtMs,
  }))
}

/** `farm.plans.add`: its first rates count from the start. Throws the refusals of a plan's terms and of rates. */
export async function addPlan(context: FarmingContext, input: InputOf<typeof farmPlansAdd>, { operatorId }: OperatorSession) {
  const nowMs = context.clock.nowMs()
  const plan: Plan = { id: uuidv7(nowMs, context.random), coin: input.coin, retiredAtMs: null, ...termsOf(input) }
  const rates = readRates(input, plan.leverHalves)
  await context.db.transaction().execute(async (tx) => {
    if (!(await savePlan(tx, plan))) throw new Refused('name_taken')
    await insertRate(tx, { planId: plan.id, announcedMs: nowMs, fromMs: 0, ...rates, note: input.note }, operatorId)
    const { weekly, minimum, borrowing, note } = input
    await context.operators.audit(tx, { operatorId, action: 'farm.plans.add', subject: plan.id, details: { ...detailsOf(plan), weekly, minimum, borrowing, note } })
  })
  return { type: 'success' as const, msg: `The plan ${input.plan} is offered from now on.`, id: plan.id }
}

/** `farm.plans.edit`: for contracts that are asked for from now on. Throws `not_found`, the refusals of a plan's terms, `cost_above_minimum`. */
export async function editPlan(context: FarmingContext, input: InputOf<typeof farmPlansEdit>, { operatorId }: OperatorSession) {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockPlan(tx, input.id)
    if (!before || before.retiredAtMs !== null) throw new Refused('not_found')
    const plan: Plan = { ...before, ...termsOf(input) }
    const rates = await listRates(tx, plan.id)
    const nowMs = context.clock.nowMs()
    const present = inForce(rates, nowMs)
    for (const rate of rates.filter((each) => each === present || each.fromMs > nowMs)) requireCover(plan.leverHalves, rate)
    if (!(await savePlan(tx, plan))) throw new Refused('name_taken')
    const was = Object.entries(detailsOf(before)).map(([name, value]) => [`${name}Before`, value])
    await context.operators.audit(tx, { operatorId, action: 'farm.plans.edit', subject: plan.id, details: { ...detailsOf(plan), ...Object.fromEntries(was) } })
    return { type: 'success' as const, msg: `The plan ${input.plan} is saved.` }
  })
}

/** `farm.plans.retire`. Throws `not_found`. */
export async function retire(context: FarmingContext, { id }: InputOf<typeof farmPlansRetire>, { operatorId }: OperatorSession) {
  return context.db.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, id)
    if (!plan || plan.retiredAtMs !== null) throw new Refused('not_found')
    await retirePlan(tx, id, context.clock.nowMs())
    await context.operators.audit(tx, { operatorId, action: 'farm.plans.retire', subject: id, details: { plan: plan.name } })
    return { type: 'success' as const, msg: `The plan ${plan.name} is not offered any more.` }
  })
}

type Terms = Pick<InputOf<typeof farmPlansEdit>, 'plan' | 'min' | 'lever' | 'margin' | 'earlyFee' | 'place'>

/** Throws `bad_amount`, `bad_lever`, `bad_margin`, `bad_fee`. */
function termsOf({ plan, min, lever, margin, earlyFee, place }: Terms): Pick<Plan, 'name' | 'minMinor' | 'leverHalves' | 'marginBps' | 'earlyFeeBps' | 'place'> {
  const minMinor = parseAmount(min, 'USD')
  if (!minMinor || minMinor > largestDepositMinor) throw new Refused('bad_amount')
  const leverHalves = halvesOf(lever)
  if (leverHalves === undefined || leverHalves < leverMin * 2 || leverHalves > largestLeverHalves) throw new Refused('bad_lever')
  const marginBps = hundredths(margin)
  // At the start, the own part of a position is 1 / lever of it.
  if (!marginBps || marginBps > largestMarginBps || leverHalves * marginBps >= 2 * 10_000) throw new Refused('bad_margin')
  const earlyFeeBps = hundredths(earlyFee)
  if (earlyFeeBps === undefined || earlyFeeBps > largestFeeBps) throw new Refused('bad_fee')
  return { name: plan, minMinor, leverHalves, marginBps, earlyFeeBps, place }
}

/** Undefined where it is no multiple of a half. */
function halvesOf(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.([05])0*)?$/.exec(text)
  return match ? Number(match[1]) * 2 + (match[2] === '5' ? 1 : 0) : undefined
}

/** Per cent with up to two decimals, exactly; undefined for anything else. */
function hundredths(percent: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const percentOfBps = (bps: number) => formatScaled(BigInt(bps), 2)

/** A plan as the audit log tells it. */
function detailsOf({ name, coin, minMinor, leverHalves, marginBps, earlyFeeBps, place }: Plan) {
  return { plan: name, coin, min: formatAmount(minMinor, 'USD'), lever: leverHalves / 2, margin: percentOfBps(marginBps), earlyFee: percentOfBps(earlyFeeBps), place }
}
