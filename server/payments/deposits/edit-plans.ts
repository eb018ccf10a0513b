import { assets, formatAmount, formatScaled, parseAmount, type CoinAsset } from '../../../contract/money.ts'
import type { mplans, plansAdd, plansEdit, plansList, plansRetire, tplans } from '../../../contract/payments.ts'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import type { Handler } from '../../platform/http.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { listAllPlans, listPlans, lockPlan, retirePlan, savePlan, type StoredPlan } from './plans-store.ts'

/** Hash rates are told in TH/s. */
const hashScale = 12

/** The bare numbers that product.md section 3 gives plans. */
const asBareNumber = (text: string) => Number(text)

export async function listTradingPlans({ db }: PaymentsContext): Promise<OutputOf<typeof tplans>> {
  return (await listPlans(db, 'trading')).map(({ id, name, amountMinor }) => ({ id, plan: name, amount: asBareNumber(formatAmount(amountMinor, 'USD')) }))
}

export async function listMiningPlans({ db }: PaymentsContext): Promise<OutputOf<typeof mplans>> {
  return (await listPlans(db, 'mining')).map(({ id, name, amountMinor, coin, hashesPerS }) => ({
    id, symbol: coin!, plan: name, amount: asBareNumber(formatAmount(amountMinor, 'USD')), hash: asBareNumber(formatScaled(hashesPerS!, hashScale)),
  }))
}

/** `plans.list`: all that ever were. */
export async function listEveryPlan({ db }: PaymentsContext): Promise<OutputOf<typeof plansList>> {
  return (await listAllPlans(db)).map(({ id, account, name, amountMinor, place, coin, hashesPerS, retiredAtMs }) => ({
    id, account, plan: name, amount: formatAmount(amountMinor, 'USD'), place, symbol: coin, hash: hashesPerS === null ? null : formatScaled(hashesPerS, hashScale), retiredAt: retiredAtMs,
  }))
}

export function createAddPlan(context: PaymentsContext): Handler<typeof plansAdd> {
  return async (input, { session: { operatorId } }) => {
    const id = uuidv7(context.clock.nowMs(), context.random)
    await save(context, operatorId, 'plans.add', { id, retiredAtMs: null, ...fieldsOf(input) })
    return { type: 'success', msg: `The plan ${input.plan} is offered from now on.`, id }
  }
}

export function createEditPlan(context: PaymentsContext): Handler<typeof plansEdit> {
  return async (input, { session: { operatorId } }) => {
    await save(context, operatorId, 'plans.edit', { id: input.id, retiredAtMs: null, ...fieldsOf(input) })
    return { type: 'success', msg: `The plan ${input.plan} is saved.` }
  }
}

export function createRetirePlan({ db, clock, operators }: PaymentsContext): Handler<typeof plansRetire> {
  return async ({ id }, { session: { operatorId } }) =>
    db.transaction().execute(async (tx) => {
      const plan = await lockPlan(tx, id)
      if (!plan) throw new Refused('not_found')
      await retirePlan(tx, id, clock.nowMs())
      await operators.audit(tx, { operatorId, action: 'plans.retire', subject: id, details: { plan: plan.name, account: plan.account } })
      return { type: 'success', msg: `The plan ${plan.name} is not offered any more.` }
    })
}

async function save({ db, operators }: PaymentsContext, operatorId: string, action: 'plans.add' | 'plans.edit', plan: StoredPlan): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = action === 'plans.edit' ? await lockPlan(tx, plan.id) : undefined
    if (action === 'plans.edit' && !before) throw new Refused('not_found')
    if (!(await savePlan(tx, plan))) throw new Refused('name_taken', {}, { plan: 'There is a plan of this name already.' })
    await operators.audit(tx, { operatorId, action, subject: plan.id, details: { plan: plan.name, account: plan.account, amountMinor: String(plan.amountMinor), beforeMinor: before ? String(before.amountMinor) : null } })
  })
}

function fieldsOf({ account, plan, amount, place, symbol, hash }: InputOf<typeof plansAdd>): Omit<StoredPlan, 'id' | 'retiredAtMs'> {
  const amountMinor = parseAmount(amount, 'USD')
  if (!amountMinor) throw new Refused('bad_amount', {}, { amount: 'Enter an amount above zero with at most two decimals.' })
  if (account === 'trading') return { account, name: plan, amountMinor, place, coin: null, hashesPerS: null }
  const hashesPerS = hash === undefined ? 0n : BigInt(hash.replace(/^(\d+)\.?(\d*)$/, (_, whole: string, rest: string) => whole + rest.padEnd(hashScale, '0')))
  if (!symbol || hashesPerS <= 0n || !(symbol in assets)) throw new Refused('bad_mining_plan')
  return { account, name: plan, amountMinor, place, coin: symbol satisfies CoinAsset, hashesPerS }
}
