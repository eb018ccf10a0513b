import type { Verifier } from './command.ts'
import { examine, scaled, uuidMs, type Findings } from './findings.ts'
import { lastTickAt, type PublicRecord } from './record.ts'

// Recomputes a mining statement (the response of `mining.statement`) to the last unit. Shares no code with the server.

type Accrual = {
  from: number
  to: number
  hashesPerS: string
  height: number
  difficulty: string
  work: string
  subsidyMinor: string
  feeBps: number
  rejectedBps: number
}
type Price = { symbol: string; seq: number; price: string; scale: number }
type Day = {
  day: number
  paidAt: number
  accruals: Accrual[]
  carryBefore: string
  carryAfter: string
  minedMinor: string
  rate: { from: Price; to: Price } | null
  paidMinor: string
  paid: string
}
type MiningContract = {
  id: string
  coin: string
  mines: string
  plan: string
  amount: string
  cur: string
  earnings: string
  hash: string
  hashWords: string
  datacenter: string
  datacenterId: string | null
  startedAt: number
  endsAt: number
  nextOutputAt: number | null
  state: string
}
export type Statement = {
  format: string
  contract: MiningContract
  days: Day[]
  count: number
  holding: { coins: string; earned: string; rate: string } | null
}

const works: Record<string, bigint> = { BTC: 2n ** 32n, LTC: 2n ** 32n, ZEC: 2n ** 13n, XMR: 1n }
const units: Record<string, string> = { BTC: 'H/s', LTC: 'H/s', ZEC: 'Sol/s', XMR: 'H/s' }
const decimals: Record<string, number> = { BTC: 8, ETH: 9, LTC: 8, XRP: 6, ZEC: 8, XMR: 8 }
const currencies: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' }
const currencyCodes = { USD: 'USD', EUR: 'EUR', GBP: 'GBP' }
const dayMs = 24 * 60 * 60 * 1000
const contractDays = 365
const parts = 10n ** 18n

export const miningVerifier: Verifier<Statement> = {
  format: 'tallystick-mining-1',
  what: 'a mining statement',
  name: 'The statement',
  notChecked: [
    'contract.id (known only to its customer)',
    'contract.worth (at the price of the moment)',
    'days.*.transfer (ledger entries are not public)',
  ],
  checkedByRecord: [
    'contract.plan',
    'contract.amount',
    'contract.cur',
    'contract.datacenter',
    'contract.datacenterId',
    'days.*.accruals.*.height',
    'days.*.accruals.*.difficulty',
    'days.*.rate.from.seq',
    'days.*.rate.from.price',
    'days.*.rate.to.seq',
    'days.*.rate.to.price',
    'holding.rate',
  ],
  notProven: 'that the price was paid and the outputs were credited, and that everybody sees the same public record.',
  check: (statement, record) =>
    examine(async (findings) => {
      findings.expect('the format', 'tallystick-mining-1', statement.format)
      checkContract(findings, statement)
      checkDays(findings, statement)
      checkHolding(findings, statement)
      if (record && findings.faults.length === 0) await compareWithRecord(findings, statement, record)
    }),
  summary: ({ days }) => `${days.length} days, recomputed to the last unit`,
}

function checkContract(findings: Findings, { contract, count }: Statement): void {
  const { id, coin, mines, startedAt, endsAt, nextOutputAt, state } = contract
  findings.expect('the mined coin', coin === 'ETH' || coin === 'XRP' ? 'BTC' : coin, mines)
  findings.need(
    'the price must be an amount in a known currency',
    contract.cur in currencies && scaled(contract.amount, 2) > 0n,
  )
  findings.need('the contract must not begin before its deposit', uuidMs(id) <= startedAt)
  findings.expect('the hash rate in words', hashWords(scaled(contract.hash, 12), mines), contract.hashWords)
  const isOver = count === contractDays || endsAt < startedAt + contractDays * dayMs
  if (count === contractDays || !isOver)
    findings.expect('the end of the contract', startedAt + contractDays * dayMs, endsAt)
  findings.expect(
    'the next output',
    isOver ? null : Math.max(startedAt + 2 * dayMs, startedAt + (count + 1) * dayMs),
    nextOutputAt,
  )
  // A contract pays only after its first 48 hours.
  const states = isOver ? ['ended'] : count > 0 ? ['running'] : ['warming_up', 'running']
  // Older statements contain `warming up`.
  findings.need(`the state must be ${states.join(' or ')}`, states.includes(state.replaceAll(' ', '_')))
}

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E']

function hashWords(hashesPerS: bigint, mines: string): string {
  const prefix = Math.min(prefixes.length - 1, Math.floor((String(hashesPerS).length - 1) / 3))
  return `${Number((Number(hashesPerS) / 1000 ** prefix).toPrecision(4))} ${prefixes[prefix]}${units[mines]}`
}

function checkDays(findings: Findings, statement: Statement): void {
  const { contract, count } = statement
  const days = statement.days.toSorted((a, b) => a.day - b.day)
  if (days.length !== count)
    findings.faults.push(`the statement has ${days.length} of ${count} days: request it without a page number`)
  let carry = 0n
  let sum = 0n
  days.forEach((day, index) => {
    findings.expect('the day’s number', index, day.day)
    checkDay(findings, statement, day, carry)
    carry = BigInt(day.carryAfter)
    sum += BigInt(day.paidMinor)
  })
  findings.expect('the earnings', sum, scaled(contract.earnings, decimals[contract.coin]!))
}

/**
 * Returns hash rate x seconds x subsidy / (difficulty x work), less the fee and the rejected share, in 10^-18 of a
 * minor unit.
 */
function yieldOf(accrual: Accrual): bigint {
  const kept = BigInt(10_000 - accrual.feeBps) * BigInt(10_000 - accrual.rejectedBps)
  const hashes = BigInt(accrual.hashesPerS) * BigInt(accrual.to - accrual.from)
  // Difficulty is in hundred-millionths, time in milliseconds, both shares in ten-thousandths.
  return (
    (hashes * BigInt(accrual.subsidyMinor) * kept * 100_000_000n * parts) /
    (BigInt(accrual.difficulty) * BigInt(accrual.work) * 1_000n * 100_000_000n)
  )
}

function paidOf({ contract: { coin, mines } }: Statement, { minedMinor, rate }: Day): bigint {
  if (!rate) return BigInt(minedMinor)
  const { from, to } = rate
  return (
    (BigInt(minedMinor) * BigInt(from.price) * 10n ** BigInt(to.scale + decimals[coin]!)) /
    (BigInt(to.price) * 10n ** BigInt(from.scale + decimals[mines]!))
  )
}

function checkDay(findings: Findings, statement: Statement, day: Day, carry: bigint): void {
  const { startedAt, mines, coin, hash } = statement.contract
  const expect = (what: string, expected: unknown, found: unknown) =>
    findings.expect(`day ${day.day + 1}: ${what}`, expected, found)
  expect('its beginning', startedAt + day.day * dayMs, day.accruals[0]?.from)
  expect('its end', startedAt + (day.day + 1) * dayMs, day.accruals.at(-1)?.to)
  expect('the time of payment', Math.max(startedAt + 2 * dayMs, startedAt + (day.day + 1) * dayMs), day.paidAt)
  const first = statement.days[0]!.accruals[0]!
  day.accruals.forEach((accrual, index) => {
    if (index > 0) expect('a part’s beginning', day.accruals[index - 1]!.to, accrual.from)
    expect('the work', works[mines], accrual.work)
    // The contract states its hash rate in TH/s.
    expect('the hash rate', scaled(hash, 12), accrual.hashesPerS)
    expect('the fee', first.feeBps, accrual.feeBps)
    expect('the rejected share', first.rejectedBps, accrual.rejectedBps)
  })
  const total = day.accruals.reduce((sum, accrual) => sum + yieldOf(accrual), carry)
  expect('the carry into it', carry, day.carryBefore)
  expect('the mined amount', total / parts, day.minedMinor)
  expect('the carry out of it', total % parts, day.carryAfter)
  expect('the presence of a conversion rate', coin !== mines, day.rate !== null)
  if (day.rate) {
    expect('the symbols of the rate', `${mines}USD ${coin}USD`, `${day.rate.from.symbol} ${day.rate.to.symbol}`)
    for (const { seq } of [day.rate.from, day.rate.to])
      findings.need(`day ${day.day + 1}: a tick must have a sequence number`, Number.isSafeInteger(seq) && seq > 0)
  }
  expect('the paid amount', paidOf(statement, day), day.paidMinor)
  expect('the paid amount shown', day.paidMinor, scaled(day.paid, decimals[coin]!))
}

/** Parses prices in dollars, by asset, from text such as `1 ETH = 2500.00 USD, 1 EUR = 1.25 USD`. */
function ratesOf(text: string): Map<string, string> {
  if (!/^1 \S+ = \d+\.\d+ USD(, 1 \S+ = \d+\.\d+ USD)?$/.test(text)) throw new SyntaxError(`the rate ${text}`)
  return new Map([...text.matchAll(/1 (\S+) = (\d+\.\d+) USD/g)].map((match) => [match[1]!, match[2]!]))
}

/** Checks how much of the coin the price would have bought at the rate shown. */
function checkHolding(findings: Findings, { contract, holding }: Statement): void {
  if (!holding) return
  const { coin, amount, cur, earnings } = contract
  const rates = ratesOf(holding.rate)
  const currency = currencies[cur]!
  const [cash, price] = [
    currency === 'USD' ? '1' : rates.get(currency),
    [...rates].find(([name]) => name !== currency)?.[1],
  ]
  findings.expect('the earnings compared with holding', earnings, holding.earned)
  if (!cash || !price) return void findings.faults.push('the rate for holding can’t be parsed')
  const coins = (scaled(amount, 2) * scaled(cash, 12) * 10n ** BigInt(decimals[coin]!)) / (scaled(price, 12) * 100n)
  findings.expect('the coins from holding', coins, scaled(holding.coins, decimals[coin]!))
}

type Parameters = {
  coin: string
  difficulty: string
  subsidy: string
  height: number
  from: number
  replacedAt: number | null
}
type Place = { id: string; name: string; country: string; feeBps: number; rejectedBps: number }
type PlanVersion = {
  symbol: string
  plan: string
  amount: string
  hash: string
  from: number
  until: number | null
  earlierKept: boolean
}

async function compareWithRecord(findings: Findings, statement: Statement, record: PublicRecord): Promise<void> {
  const { contract, days } = statement
  const parameters = await record<Parameters[]>('mining.parameters')
  const places = await record<Place[]>('datacenters')
  const history = await readHistory(record)
  comparePlace(findings, statement, places)
  comparePlan(findings, contract, history)
  await compareHolding(findings, statement, record)
  const ofCoin = parameters.filter(({ coin }) => coin === contract.mines)
  for (const day of days) {
    for (const accrual of day.accruals) compareAccrual(findings, contract, day, accrual, ofCoin)
    for (const price of day.rate ? [day.rate.from, day.rate.to] : []) {
      const tick = await lastTickAt(record, price.symbol, day.paidAt)
      const name = `day ${day.day + 1}: the price of ${price.symbol}`
      if (!tick) findings.open.push(`${name}: no price was published in the five days before it was paid`)
      else findings.expect(name, `#${tick.seq} ${scaled(tick.price, price.scale)}`, `#${price.seq} ${price.price}`)
    }
  }
}

/** Checks that the rates for holding are the last ones published when the contract began. */
async function compareHolding(
  findings: Findings,
  { contract, holding }: Statement,
  record: PublicRecord,
): Promise<void> {
  for (const [name, price] of holding ? ratesOf(holding.rate) : []) {
    const symbol = `${name in currencyCodes ? name : contract.coin}USD`
    const tick = await lastTickAt(record, symbol, contract.startedAt)
    if (!tick)
      findings.open.push(`the price of ${symbol}: none was published in the five days before the contract began`)
    else findings.expect(`the price of ${symbol} when the contract began`, tick.price, price)
  }
}

function comparePlace(findings: Findings, { contract, days }: Statement, places: readonly Place[]): void {
  const place = places.find(({ id }) => id === contract.datacenterId)
  if (!place) return void findings.open.push(`the public list has no datacenter ${contract.datacenterId}`)
  findings.expect('the datacenter', `${place.name}, ${place.country} (simulated)`, contract.datacenter)
  const accrual = days[0]?.accruals[0]
  if (accrual)
    findings.expect(
      'fee and rejected share of the datacenter',
      `${place.feeBps} ${place.rejectedBps}`,
      `${accrual.feeBps} ${accrual.rejectedBps}`,
    )
}

const versionsPerPage = 500

async function readHistory(record: PublicRecord): Promise<PlanVersion[]> {
  const history: PlanVersion[] = []
  for (let p = 1; ; p += 1) {
    const page = await record<PlanVersion[]>('plans.history', { p: String(p) })
    history.push(...page)
    if (page.length < versionsPerPage) return history
  }
}

/** A deposit reads its plan shortly before its timestamp is set, so it may miss a change in between. */
const planDelayMs = 60_000

/** Checks the plan. A contract has its deposit's id and keeps the plan's terms from when the deposit began. */
function comparePlan(
  findings: Findings,
  { id, plan, coin, amount, hash }: MiningContract,
  history: readonly PlanVersion[],
): void {
  const begunMs = uuidMs(id)
  const versions = history.filter((each) => each.plan === plan && each.symbol === coin)
  const offered = versions.filter(
    ({ from, until }) => from <= begunMs + planDelayMs && (until ?? Infinity) > begunMs - planDelayMs,
  )
  const name = `the plan ${plan} for ${coin} on ${new Date(begunMs).toISOString()}`
  const rates = offered.map((each) => (scaled(each.hash, 12) * scaled(amount, 2)) / scaled(each.amount, 2))
  if (rates.includes(scaled(hash, 12))) return
  // If an upgrade of the installation created the history, it begins right after the last deposit with different terms.
  if (versions.some(({ from, earlierKept }) => !earlierKept && from > begunMs)) {
    findings.open.push(`${name}: its history begins later`)
  } else if (offered.length === 0) findings.faults.push(`${name} wasn't offered`)
  else findings.expect(`the hash rate of the plan ${plan}`, rates.join(' or '), scaled(hash, 12))
}

function compareAccrual(
  findings: Findings,
  { mines }: MiningContract,
  day: Day,
  accrual: Accrual,
  ofCoin: readonly Parameters[],
): void {
  const name = `day ${day.day + 1}: the parameters`
  const since = Math.max(...ofCoin.filter(({ from }) => from <= accrual.from).map(({ from }) => from))
  const published = ofCoin
    .filter(({ from, replacedAt }) => from === since && (replacedAt === null || replacedAt >= day.paidAt))
    .map(
      ({ height, difficulty, subsidy }) =>
        `height ${height}, difficulty ${scaled(difficulty, 8)}, subsidy ${scaled(subsidy, decimals[mines]!)}`,
    )
  const found = `height ${accrual.height}, difficulty ${accrual.difficulty}, subsidy ${accrual.subsidyMinor}`
  if (!published.includes(found)) findings.expect(name, published.join(' or ') || 'none published', found)
  findings.need(
    `${name} must not change within a part`,
    !ofCoin.some(({ from }) => from > accrual.from && from < accrual.to),
  )
}
