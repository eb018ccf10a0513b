import type { FarmStatement, YieldRecord } from '../../api/calls/farming/farming.ts'
import { farmActions } from '../../api/states/farm-states.ts'
import { assets, formatAmount, formatScaled } from '../../api/money.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { FarmingContext } from './context.ts'
import { aprBps, netHalfPpm, paidBps } from './interest.ts'
import { healthHundredths, ownMinor } from './position.ts'
import { inForce, weekOfContract } from './schedule.ts'
import {
  findContract,
  listContracts,
  listRates,
  listWeeks,
  type YieldContract,
  type StoredRate,
  type Week,
} from './store.ts'

export const isContractId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** `activeyields`: returns the customer's contracts. */
export async function listYields(
  context: FarmingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<YieldRecord[]> {
  const [contracts, rates] = await Promise.all([listContracts(context.db, session), listRates(context.db)])
  return contracts.map((contract) => recordOf(context, contract, rates))
}

function recordOf(
  { clock, markets }: FarmingContext,
  contract: YieldContract,
  rates: readonly StoredRate[],
): YieldRecord {
  const {
    id,
    plan,
    asset,
    coin,
    principalMinor,
    earnedMinor,
    startedAtMs,
    endsAtMs,
    leverageHalves,
    state,
    nextMs,
    weeksPaid,
    endedMs,
  } = contract
  const symbol = `${coin}USD`
  const scale = markets.symbol(symbol)!.scale
  const isEarning = farmActions.can('earn', state)
  const tick = isEarning ? markets.lastTick(symbol) : undefined
  const rate = isEarning
    ? inForce(
        rates.filter(({ planId }) => planId === contract.planId),
        clock.nowMs(),
      )
    : undefined
  const applied = rate && Math.max(rate.weeklyPpm, contract.minimumPpm)
  const paidMs =
    weeksPaid === 0
      ? 0
      : Math.min(weekOfContract(startedAtMs, endsAtMs, weeksPaid - 1).toMs, endedMs ?? endsAtMs) - startedAtMs
  const delivered = paidBps(earnedMinor, principalMinor, paidMs)
  const price = tick && BigInt(tick.price)
  return {
    id,
    pcur: assets[asset].symbol,
    plan,
    amount: formatAmount(principalMinor, asset),
    earnings: formatAmount(earnedMinor, asset),
    dt: new Date(startedAtMs).toISOString(),
    duration: Math.round((endsAtMs - startedAtMs) / 86_400_000),
    coin,
    lever: leverageHalves / 2,
    state,
    endsAt: endedMs ?? endsAtMs,
    nextAt: nextMs,
    forward: applied === undefined ? null : formatScaled(aprBps(netHalfPpm(contract, applied)), 2),
    delivered: delivered === undefined ? null : formatScaled(delivered, 2),
    worth: price === undefined ? null : formatAmount(ownMinor(contract, price), asset),
    health: price === undefined ? null : formatScaled(healthHundredths(contract, price), 2),
    price: price === undefined ? null : formatScaled(price, scale),
    entryPrice: formatScaled(contract.entryPrice, scale),
    liquidationPrice: formatScaled(contract.liquidationPrice, scale),
    returned: contract.returnedMinor === null ? null : formatAmount(contract.returnedMinor, asset),
    earlyFee: formatAmount((principalMinor * BigInt(contract.earlyFeeBps)) / 10_000n, asset),
  }
}

/** `farm.statement`: returns a contract with all inputs of its computation. Throws `not_found`. */
export async function showStatement(
  context: FarmingContext,
  { id }: { id: string },
  { session }: CustomerRequest,
): Promise<FarmStatement> {
  const contract = isContractId(id) ? await findContract(context.db, session, id) : undefined
  if (!contract) throw new Refused('not_found')
  const [weeks, rates, transfers] = await Promise.all([
    listWeeks(context.db, session, id),
    listRates(context.db),
    context.ledger.transfersOf(id, session.customerId),
  ])
  const byKey = new Map(transfers.map(({ key, id: transfer }) => [key, String(transfer)]))
  const {
    coin,
    startedAtMs,
    endsAtMs,
    principalMinor,
    leverageHalves,
    minimumPpm,
    borrowPpm,
    marginBps,
    earlyFeeBps,
    entrySeq,
    entryAtMs,
    entryPrice,
  } = contract
  const scale = context.markets.symbol(`${coin}USD`)!.scale
  const tick = (seq: number, at: number, price: bigint) => ({
    symbol: `${coin}USD`,
    seq,
    at,
    price: String(price),
    scale,
  })
  return {
    format: 'tallystick-yield-1',
    contract: recordOf(context, contract, rates),
    terms: {
      startedAt: startedAtMs,
      endsAt: endsAtMs,
      principalMinor: String(principalMinor),
      leverHalves: leverageHalves,
      minimum: minimumPpm,
      borrowing: borrowPpm,
      marginBps,
      earlyFeeBps,
      entry: tick(entrySeq, entryAtMs, entryPrice),
      liquidationPrice: String(contract.liquidationPrice),
    },
    weeks: weeks.map((week) => weekOf(contract, week, byKey.get(`farming:${id}:${week.week}`) ?? '')),
    ending: endingOf(
      contract,
      tick,
      ['return:out', 'return:in', 'gain', 'loss', 'fee'].flatMap((name) => byKey.get(`farming:${id}:${name}`) ?? []),
    ),
  }
}

function weekOf(
  { asset }: YieldContract,
  { week, fromMs, toMs, stretches, carryBeforeParts, carryAfterParts, paidMinor }: Week,
  transfer: string,
): FarmStatement['weeks'][number] {
  return {
    week,
    from: fromMs,
    to: toMs,
    stretches,
    carryBefore: String(carryBeforeParts),
    carryAfter: String(carryAfterParts),
    paidMinor: String(paidMinor),
    paid: formatAmount(paidMinor, asset),
    transfer,
  }
}

type TickOf = (seq: number, at: number, price: bigint) => NonNullable<FarmStatement['ending']>['tick']

function endingOf(
  { state, endedMs, exitSeq, exitAtMs, exitPrice, feeMinor, returnedMinor, asset }: YieldContract,
  tick: TickOf,
  transfers: string[],
): FarmStatement['ending'] {
  if (state === 'running' || state === 'left_the_chain') return null
  return {
    how: state,
    at: endedMs!,
    tick: tick(exitSeq!, exitAtMs!, exitPrice!),
    feeMinor: String(feeMinor),
    returnedMinor: String(returnedMinor),
    returned: formatAmount(returnedMinor!, asset),
    transfers,
  }
}
