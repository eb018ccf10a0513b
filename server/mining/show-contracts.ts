import { seededSources, type SeededSource } from '../../api/sentences/phrases-figures.ts'
import { storedSources } from './stored-sources.ts'
import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { OutputOf } from '../../api/call.ts'
import type {
  datacenters as datacentersCall,
  miningParameters,
  MinerRecord,
  MiningStatement,
} from '../../api/calls/mining/mining.ts'
import { firstOutputAfterMs, hashRateWords, minedCoins, miningAlgorithms } from '../../api/mining-coins.ts'
import { assets, formatAmount, formatScaled } from '../../api/money.ts'
import { worthIn } from '../markets/public.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { MiningContext } from './context.ts'
import { datacenters, hardware } from './datacenters.ts'
import {
  findContract,
  listContracts,
  listAllParameters,
  listDays,
  type MiningContract,
  type Day,
  type Parameters,
  type StoredRate,
} from './store.ts'

const daysPerPage = 30
const allDays = 400

/** `activedeposits`: returns the customer's contracts. */
export async function listMiners(
  context: MiningContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<MinerRecord[]> {
  return (await listContracts(context.db, session)).map((contract) => recordOf(context, contract))
}

function recordOf({ clock, markets }: MiningContext, contract: MiningContract): MinerRecord {
  const {
    id,
    coin,
    minedCoin,
    plan,
    asset,
    priceMinor,
    earnedMinor,
    hashesPerS,
    datacenter,
    startedAtMs,
    endsAtMs,
    nextMs,
  } = contract
  const nowMs = clock.nowMs()
  const worthMinor = worthIn(asset, markets, earnedMinor, coin)
  const place = datacenters.find((each) => each.id === datacenter)
  return {
    id,
    coin,
    mines: minedCoin,
    plan,
    amount: formatAmount(priceMinor, asset),
    cur: assets[asset].symbol,
    earnings: formatAmount(earnedMinor, coin),
    worth: worthMinor === undefined ? null : formatAmount(worthMinor, asset),
    hash: formatScaled(hashesPerS, 12),
    hashWords: hashRateWords(hashesPerS, minedCoin),
    datacenter: place ? `${place.name}, ${place.country} (simulated)` : datacenter,
    datacenterId: place?.id ?? null,
    startedAt: startedAtMs,
    endsAt: contract.endedEarlyMs ?? endsAtMs,
    nextOutputAt: nextMs,
    state: nextMs === null ? 'ended' : nowMs < startedAtMs + firstOutputAfterMs ? 'warming_up' : 'running',
  }
}

/** Dependencies of calls that read stored values. Values that can't be read raise an alarm. */
export type StatementContext = MiningContext & { unreadable: UnreadableRows }

/**
 * `mining.statement`: returns a contract's days with their inputs. If the holding's rate can't be read, omits the
 * holding and raises an alarm. Throws `not_found`.
 */
export async function showStatement(
  context: StatementContext,
  { id, p }: { id: string; p?: number | undefined },
  { session }: CustomerRequest,
): Promise<MiningStatement> {
  const contract = isUuid(id) ? await findContract(context.db, session, id) : undefined
  if (!contract) throw new Refused('not_found')
  const days = await listDays(
    context.db,
    session,
    id,
    p === undefined ? allDays : daysPerPage,
    p === undefined ? 0 : (p - 1) * daysPerPage,
  )
  const transfers = new Map(
    (await context.ledger.transfersOf(id, session.customerId)).map(({ key, id: transfer }) => [key, String(transfer)]),
  )
  return {
    format: 'tallystick-mining-1',
    contract: recordOf(context, contract),
    days: days.map((day) => dayOf(contract, day, transfers.get(`mining:${id}:${day.day}`) ?? '')),
    count: contract.daysPaid,
    holding: context.unreadable.read(`rate of contract ${id}`, () => holdingOf(contract)) ?? null,
  }
}

/** Returns the holding with the coin's rate, and the currency's rate if the price wasn't in dollars. */
function holdingOf({
  coin,
  asset,
  holdingMinor,
  holdingRate,
  earnedMinor,
}: MiningContract): MiningStatement['holding'] {
  if (holdingMinor === null || !holdingRate) return null
  const words = (name: string, { price, scale }: StoredRate) => `1 ${name} = ${formatScaled(BigInt(price), scale)} USD`
  const rates = [
    words(assets[coin].symbol, holdingRate.coin),
    ...(holdingRate.cash ? [words(asset, holdingRate.cash)] : []),
  ]
  return { coins: formatAmount(holdingMinor, coin), earned: formatAmount(earnedMinor, coin), rate: rates.join(', ') }
}

function dayOf(
  { coin }: MiningContract,
  { day, paidAtMs, accruals, carryBeforeParts, carryAfterParts, minedMinor, rate, paidMinor }: Day,
  transfer: string,
): MiningStatement['days'][number] {
  return {
    day,
    paidAt: paidAtMs,
    accruals,
    carryBefore: String(carryBeforeParts),
    carryAfter: String(carryAfterParts),
    minedMinor: String(minedMinor),
    rate,
    paidMinor: String(paidMinor),
    paid: formatAmount(paidMinor, coin),
    transfer,
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const seededCodes = Object.keys(storedSources) as SeededSource[]

/** Returns the sentence of a parameter's source. The initial ones have a code; operators enter others as text. */
function sourceFields(stored: string): { source: string; sourcePhrase: PhraseValue | null } {
  const phrase = seededCodes.find((code) => storedSources[code] === stored)
  return phrase ? { source: seededSources[phrase], sourcePhrase: { phrase } } : { source: stored, sourcePhrase: null }
}

/** `mining.parameters`: returns difficulties and subsidies with their sources, newest first. */
export async function showParameters({ db, clock }: MiningContext): Promise<OutputOf<typeof miningParameters>> {
  const all = await listAllParameters(db)
  const nowMs = clock.nowMs()
  const inForce = new Set(
    minedCoins.map((coin) =>
      all.find((each) => each.coin === coin && each.supersededAtMs === null && each.fromMs <= nowMs),
    ),
  )
  const stateOf = (one: Parameters) =>
    one.supersededAtMs !== null ? 'replaced' : inForce.has(one) ? 'in_force' : one.fromMs > nowMs ? 'announced' : 'past'
  return all.map((one) => ({
    id: `${one.coin}-${one.fromMs}${one.revision > 0 ? `-${one.revision}` : ''}`,
    coin: one.coin,
    algorithm: miningAlgorithms[one.coin].algorithm,
    difficulty: formatScaled(one.difficultyE8, 8),
    subsidy: formatAmount(one.subsidyMinor, one.coin),
    height: one.height,
    ...sourceFields(one.source),
    observedOn: one.observedOn,
    from: one.fromMs,
    state: stateOf(one),
    replacedAt: one.supersededAtMs,
  }))
}

/** `datacenters`: returns the simulated datacenters with the values used in the formula. */
export function showDatacenters(): OutputOf<typeof datacentersCall> {
  return datacenters.map((place) => ({ ...place, simulated: true, hardware }))
}
