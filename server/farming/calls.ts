import type { farmingCalls } from '../../contract/calls/farming.ts'
import type { Bindings } from '../platform/http/http.ts'
import { announceRate } from './announce-rate.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { FarmingContext } from './context.ts'
import { addPlan, editPlan, listEveryPlan, retire } from './edit-plans.ts'
import { createEndEarly } from './end-early.ts'
import { createCloseFarm, createOpenFarm, createUploadFarmReceipt, listPending } from './open-farm.ts'
import { createQuote } from './quote.ts'
import { listYields, showStatement } from './show-contracts.ts'
import { showPlans, showRates } from './show-plans.ts'

/** Binds the calls of `contract/calls/farming.ts` to their actions. */
export function bindFarmingCalls(context: FarmingContext): Bindings<typeof farmingCalls> {
  const unreadable = new UnreadableRows(context)
  return {
    yplans: () => showPlans(context),
    'farm.quote': createQuote(context),
    farm: createOpenFarm(context),
    closefarm: createCloseFarm(context),
    ypop: createUploadFarmReceipt(context),
    pendingyields: (_input, { session }) => listPending(context, unreadable, session),
    activeyields: (_input, { session }) => listYields(context, session),
    'farm.statement': ({ id }, { session }) => showStatement(context, session, id),
    'farm.end': createEndEarly(context),
    'farm.rates': () => showRates(context),
    'farm.announce': (input, { session }) => announceRate(context, input, session),
    'farm.plans.list': () => listEveryPlan(context),
    'farm.plans.add': (input, { session }) => addPlan(context, input, session),
    'farm.plans.edit': (input, { session }) => editPlan(context, input, session),
    'farm.plans.retire': (input, { session }) => retire(context, input, session),
  }
}
