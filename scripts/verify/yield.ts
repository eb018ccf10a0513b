import type { Verifier } from './command.ts'
import { examine, scaled, type Findings } from './findings.ts'
import { ticksBetween, lastTickAt, type PublicRecord } from './record.ts'

// Recomputes a yield statement (the response of `farm.statement`) from its terms, to the last unit. Shares no code with
// the server.

type Tick = { symbol: string; seq: number; at: number; price: string; scale: number }
type Stretch = { from: number; to: number; announced: number; applied: number }
type Week = {
  week: number
  from: number
  to: number
  stretches: Stretch[]
  carryBefore: string
  carryAfter: string
  paidMinor: string
  paid: string
}
type Terms = {
  startedAt: number
  endsAt: number
  principalMinor: string
  leverHalves: number
  minimum: number
  borrowing: number
  marginBps: number
  earlyFeeBps: number
  entry: Tick
  liquidationPrice: string
}
type Ending = {
  how: 'released' | 'closed_early' | 'liquidated'
  at: number
  tick: Tick
  feeMinor: string
  returnedMinor: string
  returned: string
}
type YieldContract = {
  pcur: string
  plan: string
  amount: string
  earnings: string
  dt: string
  duration: number
  lever: number
  coin: string
  state: string
  endsAt: number
  nextAt: number | null
  forward: string | null
  delivered: string | null
  worth: string | null
  health: string | null
  price: string | null
  entryPrice: string
  liquidationPrice: string
  returned: string | null
  earlyFee: string
}
export type Statement = { format: string; contract: YieldContract; terms: Terms; weeks: Week[]; ending: Ending | null }

const dayMs = 24 * 60 * 60 * 1000
const weekMs = 7 * dayMs
const hourMs = 60 * 60 * 1000
// Interest is computed in half steps of leverage x millionths per week x milliseconds. One minor unit is this many.
const unit = 2n * 1_000_000n * BigInt(weekMs)

export const yieldVerifier: Verifier<Statement> = {
  format: 'tallystick-yield-1',
  what: 'a yield statement',
  name: 'The statement',
  notChecked: [
    'contract.id (known only to its customer)',
    'contract.pcur (the customer’s currency, not public)',
    'contract.forward (depends on the current price)',
    'contract.price (the current price)',
    'weeks.*.transfer (ledger entries are not public)',
    'ending.transfers.* (ledger entries are not public)',
  ],
  checkedByRecord: [
    'contract.plan',
    'terms.minimum',
    'terms.entry.seq',
    'terms.entry.at',
    'weeks.*.stretches.*.announced',
    'ending.tick.seq',
    'ending.tick.at',
    'ending.tick.price',
  ],
  notProven: 'that the interest and the return were credited, and that everybody sees the same public record.',
  check: (given, record) =>
    examine(async (findings) => {
      const statement = respelled(given)
      findings.expect('the format', 'tallystick-yield-1', statement.format)
      checkTerms(findings, statement)
      checkShown(findings, statement)
      checkWeeks(findings, statement)
      if (statement.ending) checkEnding(findings, statement.terms, statement.ending)
      if (record && findings.faults.length === 0) await compareWithRecord(findings, statement, record)
    }),
  summary: ({ weeks, ending }) =>
    `${weeks.length} weeks${ending ? `, ${ending.how.replaceAll('_', ' ')}` : ''}, recomputed to the last unit`,
}

/** Returns the statement with its states in the current spelling. Older statements contain `closed early`. */
function respelled(statement: Statement): Statement {
  const { contract, ending } = statement
  const how = ending?.how.replaceAll(' ', '_') as Ending['how']
  return {
    ...statement,
    contract: { ...contract, state: contract.state.replaceAll(' ', '_') },
    ending: ending && { ...ending, how },
  }
}

function checkTerms(findings: Findings, { terms, contract }: Statement): void {
  const { startedAt, entry, leverHalves } = terms
  findings.expect('the amount', terms.principalMinor, scaled(contract.amount, 2))
  findings.expect('the beginning shown', new Date(startedAt).toISOString(), contract.dt)
  findings.expect('the duration', startedAt + contract.duration * dayMs, terms.endsAt)
  findings.expect('the leverage', leverHalves, contract.lever * 2)
  findings.need(
    'the borrowed part must not cost more than the promised minimum earns',
    BigInt(leverHalves) * BigInt(terms.minimum) >= BigInt(leverHalves - 2) * BigInt(terms.borrowing),
  )
  findings.need(
    'the entry must have a tick at or before the beginning',
    Number.isSafeInteger(entry.seq) && entry.seq > 0 && entry.at <= startedAt,
  )
  const keep = BigInt(10_000 - terms.marginBps)
  findings.expect(
    'the liquidation price',
    (BigInt(leverHalves - 2) * BigInt(entry.price) * 10_000n) / (BigInt(leverHalves) * keep),
    terms.liquidationPrice,
  )
}

/** Returns what is left of the deposit at a price, after the leveraged gain or loss, in minor units; never negative. */
function leftAt({ principalMinor, leverHalves, entry }: Terms, price: bigint): bigint {
  const before = BigInt(entry.price)
  const left = BigInt(principalMinor) * (BigInt(leverHalves) * price - BigInt(leverHalves - 2) * before)
  return left > 0n ? left / (2n * before) : 0n
}

/** Compares the values shown to the customer with the terms and the ending. */
function checkShown(findings: Findings, statement: Statement): void {
  const { contract, terms, ending, weeks } = statement
  const { entry } = terms
  findings.expect('the entry’s symbol', `${contract.coin}USD`, entry.symbol)
  findings.expect('the entry price shown', entry.price, scaled(contract.entryPrice, entry.scale))
  findings.expect('the liquidation price shown', terms.liquidationPrice, scaled(contract.liquidationPrice, entry.scale))
  for (const text of [contract.entryPrice, contract.liquidationPrice])
    findings.expect('decimals of a price', entry.scale, text.split('.')[1]?.length ?? 0)
  findings.expect(
    'the fee for an early end',
    (BigInt(terms.principalMinor) * BigInt(terms.earlyFeeBps)) / 10_000n,
    scaled(contract.earlyFee, 2),
  )
  checkDelivered(findings, statement)
  if (ending) {
    findings.expect('the state', ending.how, contract.state)
    findings.expect('the end shown', ending.at, contract.endsAt)
    findings.expect('the ending: the returned amount shown', ending.returnedMinor, scaled(ending.returned, 2))
    findings.expect('the return shown', ending.returnedMinor, scaled(contract.returned ?? '', 2))
    findings.expect(
      'the ending: the symbol and scale',
      `${entry.symbol} ${entry.scale}`,
      `${ending.tick.symbol} ${ending.tick.scale}`,
    )
  } else findings.expect('the return shown before the end', null, contract.returned)
  if (ending || contract.state === 'left_the_chain') {
    const shown = [contract.nextAt, contract.forward, contract.worth, contract.health, contract.price]
    findings.need(
      'after the end, the contract must not show next interest, rate, worth, health or price',
      shown.every((each) => each === null),
    )
    return
  }
  findings.expect('the state', 'running', contract.state)
  findings.expect('the end shown', terms.endsAt, contract.endsAt)
  findings.expect(
    'the next interest',
    Math.min(terms.startedAt + (weeks.length + 1) * weekMs, terms.endsAt),
    contract.nextAt,
  )
  if (contract.forward !== null) scaled(contract.forward, 2)
  checkWorth(findings, statement)
}

function checkWorth(findings: Findings, { contract, terms }: Statement): void {
  const { price, worth, health } = contract
  if (price === null)
    return findings.need(
      'without a price, the contract must not show worth or health',
      worth === null && health === null,
    )
  const at = scaled(price, terms.entry.scale)
  const halves = BigInt(terms.leverHalves)
  findings.expect('the worth', leftAt(terms, at), scaled(worth ?? '', 2))
  findings.expect(
    'the health',
    (100n * halves * at * BigInt(10_000 - terms.marginBps)) / ((halves - 2n) * BigInt(terms.entry.price) * 10_000n),
    scaled(health ?? '', 2),
  )
}

/** Checks the rate delivered so far, per year of 52 weeks, without compound interest. */
function checkDelivered(findings: Findings, { contract, terms, weeks }: Statement): void {
  const paidMs = Math.max(0, ...weeks.map(({ to }) => to - terms.startedAt))
  const year = 52n * BigInt(weekMs) * 10_000n
  const rate =
    paidMs === 0 ? null : (scaled(contract.earnings, 2) * year) / (BigInt(terms.principalMinor) * BigInt(paidMs))
  findings.expect('the delivered rate', rate, contract.delivered === null ? null : scaled(contract.delivered, 2))
}

function checkWeeks(findings: Findings, statement: Statement): void {
  const { contract, ending } = statement
  const weeks = statement.weeks.toSorted((a, b) => a.week - b.week)
  let carry = 0n
  let sum = 0n
  weeks.forEach((week, index) => {
    findings.expect('the week’s number', index, week.week)
    carry = checkWeek(findings, statement, week, carry)
    sum += BigInt(week.paidMinor)
  })
  if (ending?.how === 'released' || ending?.how === 'liquidated')
    findings.expect('the end of the last paid week', ending.at, weeks.at(-1)?.to)
  findings.expect('the earnings', sum, scaled(contract.earnings, 2))
}

function checkWeek(findings: Findings, { terms, ending }: Statement, week: Week, carry: bigint): bigint {
  const expect = (what: string, expected: unknown, found: unknown) =>
    findings.expect(`week ${week.week + 1}: ${what}`, expected, found)
  const start = terms.startedAt + week.week * weekMs
  const fullEnd = Math.min(start + weekMs, terms.endsAt)
  expect('its beginning', start, week.from)
  // Only a liquidation ends a week early.
  expect('its end', ending?.how === 'liquidated' ? Math.min(fullEnd, ending.at) : fullEnd, week.to)
  expect('the first stretch’s beginning', week.from, week.stretches[0]?.from)
  expect('the last stretch’s end', week.to, week.stretches.at(-1)?.to)
  week.stretches.slice(1).forEach((stretch, index) => {
    expect('a stretch’s beginning', week.stretches[index]!.to, stretch.from)
    expect('the distance of a rate change from Monday 00:00 UTC', 0, (stretch.from - 4 * dayMs) % weekMs)
  })
  for (const { announced, applied } of week.stretches)
    expect('the applied rate', Math.max(announced, terms.minimum), applied)
  const total = week.stretches.reduce((sum, stretch) => sum + interestOf(terms, stretch), carry)
  expect('the carry into it', carry, week.carryBefore)
  expect('the paid amount', total / unit, week.paidMinor)
  expect('the paid amount shown', week.paidMinor, scaled(week.paid, 2))
  expect('the carry out of it', total % unit, week.carryAfter)
  return total % unit
}

/** Returns (leverage x rate - (leverage - 1) x cost) on the deposit for the time of the stretch, in 1/`unit`. */
function interestOf({ principalMinor, leverHalves, borrowing }: Terms, { from, to, applied }: Stretch): bigint {
  return (
    BigInt(principalMinor) *
    (BigInt(leverHalves) * BigInt(applied) - BigInt(leverHalves - 2) * BigInt(borrowing)) *
    BigInt(to - from)
  )
}

function checkEnding(findings: Findings, terms: Terms, ending: Ending): void {
  const price = BigInt(ending.tick.price)
  const left = leftAt(terms, price)
  const fee = (BigInt(terms.principalMinor) * BigInt(terms.earlyFeeBps)) / 10_000n
  const charged = ending.how === 'closed_early' ? (fee < left ? fee : left) : 0n
  findings.need(
    'the ending: its tick must not precede the entry’s',
    ending.tick.seq >= terms.entry.seq && ending.tick.at >= terms.entry.at,
  )
  findings.need('the ending: its tick must not be after the end', ending.tick.at <= ending.at)
  if (ending.how === 'released') findings.expect('the ending: its time', terms.endsAt, ending.at)
  if (ending.how === 'closed_early')
    findings.need('the ending: must be within the term', ending.at < terms.endsAt && ending.at >= terms.startedAt)
  if (ending.how === 'liquidated')
    findings.need(
      'the ending: its price must be at or below the liquidation price',
      price <= BigInt(terms.liquidationPrice),
    )
  if (ending.how === 'liquidated') findings.expect('the ending: its time', ending.tick.at, ending.at)
  findings.expect('the ending: fee', charged, ending.feeMinor)
  findings.expect('the ending: returned', left - charged, ending.returnedMinor)
}

type Announcement = {
  plan: string
  weekly: string
  minimum: string
  borrowing: string
  announcedAt: number
  from: number
}

async function compareWithRecord(findings: Findings, statement: Statement, record: PublicRecord): Promise<void> {
  const { terms, ending, contract } = statement
  compareRates(
    findings,
    statement,
    (await record<Announcement[]>('farm.rates')).filter(({ plan }) => plan === contract.plan),
  )
  await compareTick(findings, record, 'the entry', terms.entry, terms.startedAt)
  if (ending) await compareTick(findings, record, 'the ending', ending.tick, ending.at)
  await compareLows(findings, statement, record)
}

/** Converts a weekly rate from percent to millionths. */
const millionths = (percent: string) => scaled(percent, 4)

function compareRates(
  findings: Findings,
  { contract, terms, weeks }: Statement,
  announced: readonly Announcement[],
): void {
  if (announced.length === 0)
    return void findings.open.push(`no rates of the plan ${contract.plan} are published: it may have been renamed`)
  const promises = announced
    .filter(({ from }) => from <= terms.startedAt)
    .map(({ minimum, borrowing }) => `${millionths(minimum)} and ${millionths(borrowing)}`)
  const promised = `${terms.minimum} and ${terms.borrowing}`
  if (!promises.includes(promised))
    findings.expect('promised minimum and cost', promises.join(' or ') || 'none announced', promised)
  for (const { week, stretches } of weeks) {
    for (const { from, to, announced: stated } of stretches) {
      const inForce = announced
        .filter((each) => each.from <= from)
        .toSorted((a, b) => b.from - a.from || b.announcedAt - a.announcedAt)[0]
      findings.expect(`week ${week + 1}: the announced rate`, inForce ? millionths(inForce.weekly) : 0, stated)
      findings.need(
        `week ${week + 1}: another rate must not be announced within a stretch`,
        !announced.some((each) => each.from > from && each.from < to),
      )
    }
  }
}

/** Checks that a tick is the last one published at or before a time. */
async function compareTick(
  findings: Findings,
  record: PublicRecord,
  what: string,
  { symbol, seq, at, price, scale }: Tick,
  atMs: number,
): Promise<void> {
  const tick = await lastTickAt(record, symbol, atMs)
  if (!tick) return void findings.open.push(`${what}: no price for ${symbol} was published in the five days before it`)
  const [sameMoment] =
    tick.seq === seq
      ? [tick]
      : (await ticksBetween(record, symbol, at, at)).filter((each) => each.seq === seq && each.at === tick.at)
  findings.expect(
    `${what}: the published price`,
    `#${(sameMoment ?? tick).seq} ${scaled((sameMoment ?? tick).price, scale)} at ${tick.at}`,
    `#${seq} ${price} at ${at}`,
  )
}

type Candle = { at: number; low: string }
const candlesAtOnce = 1_000

/** Checks that a contract closed at the first published price at or below its liquidation price. */
async function compareLows(findings: Findings, { terms, ending }: Statement, record: PublicRecord): Promise<void> {
  const { symbol, scale } = terms.entry
  const untilMs = ending?.at ?? terms.endsAt
  for (let toMs = untilMs; toMs > terms.startedAt;) {
    const candles = await record<Candle[]>('candles', { symbol, interval: '1h', to: toMs, limit: candlesAtOnce })
    const whole = candles.filter(({ at }) => at > terms.startedAt && at + hourMs <= untilMs)
    const low = whole.find((candle) => scaled(candle.low, scale) <= BigInt(terms.liquidationPrice))
    if (low)
      return void findings.faults.push(
        `the price fell to ${low.low} in the hour from ${new Date(low.at).toISOString()}, ` +
          'but the contract was not closed then',
      )
    if (candles.length < candlesAtOnce) return
    toMs = candles[0]!.at - 1
  }
}
