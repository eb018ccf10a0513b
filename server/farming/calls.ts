import { audited, bindActions, oncePerKey } from '../platform/http/actions.ts'
import type { farmingCalls } from '../../api/calls/farming/farming.ts'
import { announceRate } from './announce-rate.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { FarmingContext } from './context.ts'
import { addPlan, editPlan, listEveryPlan, orderAll, retire } from './edit-plans.ts'
import { endEarly } from './end-early.ts'
import { closeFarm, openFarm, uploadFarmPaymentReceipt, listPending, type PendingContext } from './open-farm.ts'
import { quote } from './quote.ts'
import { listYields, showStatement } from './show-contracts.ts'
import { showPlans, showRates } from './show-plans.ts'

/** Binds the calls of `api/calls/farming/farming.ts` to their actions. */
const bind = bindActions<PendingContext, typeof farmingCalls>({
  yplans: showPlans,
  'farm.quote': quote,
  farm: oncePerKey(openFarm),
  closefarm: closeFarm,
  ypop: uploadFarmPaymentReceipt,
  pendingyields: listPending,
  activeyields: listYields,
  'farm.statement': showStatement,
  'farm.end': oncePerKey(endEarly),
  'farm.rates': showRates,
  'farm.announce': audited(announceRate),
  'farm.plans.list': listEveryPlan,
  'farm.plans.add': audited(addPlan),
  'farm.plans.edit': audited(editPlan),
  'farm.plans.retire': audited(retire),
  'farm.plans.order': audited(orderAll),
})

/** Binds the calls to a context that also reports stored terms that can't be read. */
export const bindFarmingCalls = (context: FarmingContext) =>
  bind({ ...context, unreadable: new UnreadableRows(context) })
