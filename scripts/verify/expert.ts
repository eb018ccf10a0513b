import { experts, expertCapital } from '../../api/experts.ts'
import { strategyOf, type Signal, type Strategy } from '../../server/copying/strategies/strategies.ts'
import type { Verifier } from './command.ts'
import { examine, scaled, type Findings } from './findings.ts'
import { ticksBetween, type PublicRecord, type PublicTick } from './record.ts'

// Recomputes an expert's figures from its recorded trades, the response of `traders.record`. With the public record,
// also recomputes each result from the published prices and each signal from the published rule. Only the rule, which
// is what the expert promises, is shared with the server.

type Trade = {
  id: string
  by: string
  symbol: string
  type: 'BUY' | 'SELL'
  acceptedAt: number
  expiresAt: number
  status: string
  stake: string
  returned: string | null
  payoutBps: number
}
type Figures = {
  trades: number
  won: number
  lost: number
  wr: number | null
  wrLow: number | null
  breakEven: number | null
  drawdown: number
  risk: number
  result: string
  resultPercent: number
}
type Trader = Figures & {
  id: string
  name: string
  pic: string
  ps: number
  note: string
  method: string
  style: string
  simulated: boolean
  stopped: boolean
  rank: number | null
  copiers: number
}
export type ExpertRecord = {
  format: string
  at: number
  since: number
  trader: Trader
  capital: string
  trades: Trade[]
}

export const expertVerifier: Verifier<ExpertRecord> = {
  format: 'tallystick-expert-1',
  what: 'an expert’s record',
  name: 'The record',
  notChecked: [
    'at',
    'since',
    'trader.rank',
    'trader.copiers',
    'trades.*.id',
    'trades.*.payoutBps (for trades that were not won)',
  ],
  checkedByRecord: [
    'trader.id',
    'trader.name',
    'trader.pic',
    'trader.ps',
    'trader.note',
    'trader.method',
    'trader.style',
    'trader.stopped',
    'trades.*.by',
    'trades.*.symbol',
    'trades.*.type',
    'trades.*.acceptedAt',
    'trades.*.expiresAt',
    'trades.*.status',
  ],
  notProven: 'that everybody sees the same record.',
  check: (file, record) =>
    examine(async (findings) => {
      findings.expect('the format', 'tallystick-expert-1', file.format)
      checkTrades(findings, file)
      checkFigures(findings, file)
      if (record && findings.faults.length === 0) await compareWithRecord(findings, file, record)
    }),
  summary: ({ trader, trades }) =>
    `${trades.length} trades by ${trader.id}, win rate ${trader.wr}%, result ${trader.result}`,
}

const cents = (text: string) => scaled(text, 2)
const words = (amount: bigint) =>
  `${amount < 0n ? '-' : ''}${String(amount < 0n ? -amount : amount)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')}`
const percent = (part: number) => Math.round(part * 10_000) / 100
const tradeSeconds = [5, 10, 30, 60, 180]

function checkTrades(findings: Findings, { capital, trader, trades }: ExpertRecord): void {
  findings.expect('the starting capital of every expert', expertCapital, capital)
  findings.expect('trader.simulated', true, trader.simulated)
  findings.expect('the number of distinct trade ids', trades.length, new Set(trades.map(({ id }) => id)).size)
  for (const { id, by, type, status, stake, returned, payoutBps, acceptedAt, expiresAt } of trades) {
    const won = cents(stake) + (cents(stake) * BigInt(payoutBps)) / 10_000n
    const due = { OPEN: null, WON: won, LOST: 0n, TIE: cents(stake), VOID: cents(stake) }[status]
    findings.expect(
      `trade ${id}: the amount returned, with status ${status},`,
      due,
      returned === null ? null : cents(returned),
    )
    findings.need(`trade ${id}: must be placed by the rule or an operator`, by === 'strategy' || by === 'operator')
    findings.need(`trade ${id}: must be BUY or SELL`, type === 'BUY' || type === 'SELL')
    findings.need(
      `trade ${id}: must run for ${tradeSeconds.join(', ')} seconds`,
      tradeSeconds.includes((expiresAt - acceptedAt) / 1000),
    )
  }
}

function checkFigures(findings: Findings, { trader, capital, trades }: ExpertRecord): void {
  for (const [name, value] of Object.entries(figuresOf(trades, cents(capital))))
    findings.expect(name, value, trader[name as keyof Figures])
}

/** Computes an expert's figures as in `traders.record`. `start` is the capital in cents. */
export function figuresOf(trades: readonly Trade[], start: bigint): Figures {
  const settled = trades
    .filter(({ status }) => status !== 'OPEN')
    .toSorted((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1))
  const decided = settled.filter(({ status }) => status === 'WON' || status === 'LOST')
  const n = decided.length
  const won = decided.filter(({ status }) => status === 'WON').length
  const rate = won / n
  const z = 1.959964
  const low =
    (rate + z ** 2 / (2 * n) - z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n)
  let [account, high, fall] = [start, start, 0]
  const moves: number[] = []
  for (const { stake, returned } of settled) {
    const change = cents(returned!) - cents(stake)
    moves.push(Number(change) / Number(account))
    account += change
    if (account > high) high = account
    fall = Math.max(fall, Number(high - account) / Number(high))
  }
  const middle = moves.reduce((sum, move) => sum + move, 0) / moves.length
  const spread =
    moves.length < 2 ? 0 : Math.sqrt(moves.reduce((sum, move) => sum + (move - middle) ** 2, 0) / (moves.length - 1))
  return {
    trades: trades.length,
    won,
    lost: n - won,
    wr: n > 0 ? percent(rate) : null,
    wrLow: n > 0 ? percent(low) : null,
    breakEven:
      n > 0 ? percent(decided.reduce((sum, { payoutBps }) => sum + 1 / (1 + payoutBps / 10_000), 0) / n) : null,
    drawdown: percent(fall),
    risk: Math.min(10, 1 + Math.floor(Math.max(fall / 0.05, spread / 0.0025))),
    result: words(account - start),
    resultPercent: percent(Number(account - start) / Number(start)),
  }
}

/** An expert acts on a closed candle only within this time; placing the order may take as long again. */
const lateMs = 10_000
/** An expert's practice ends this long before its account was created. */
const practiceEndMs = 180_000

async function compareWithRecord(findings: Findings, file: ExpertRecord, record: PublicRecord): Promise<void> {
  const { trader, trades } = file
  const shown = (await record<Trader[]>('experts')).find(({ id }) => id === trader.id)
  const expert = experts.find(({ id }) => id === trader.id)
  if (!shown || !expert) return void findings.faults.push(`the public list has no expert ${trader.id}`)
  for (const name of ['name', 'pic', 'ps', 'method', 'style'] as const)
    findings.expect(`the expert’s ${name}`, shown[name], trader[name])
  // An expert that was running when the file was created may have stopped since, which changes its note.
  if (trader.stopped || !shown.stopped) {
    findings.expect('trader.stopped', shown.stopped, trader.stopped)
    findings.expect('trader.note', shown.note, trader.note)
  }
  const strategy = strategyOf(expert.strategy)!
  const byHand = trades.filter(({ by }) => by === 'operator').length
  if (trader.method === 'Manual')
    findings.expect('the number of manual orders by an expert that follows only its rule', 0, byHand)
  for (const symbol of new Set([...expert.symbols, ...trades.map((trade) => trade.symbol)])) {
    await compareSymbol(findings, file, symbol, strategy, record)
  }
}

async function compareSymbol(
  findings: Findings,
  file: ExpertRecord,
  symbol: string,
  strategy: Strategy,
  record: PublicRecord,
): Promise<void> {
  if (file.trades.length === 0) return
  const widthMs = strategy.candleS * 1000
  const own = file.trades.filter((trade) => trade.symbol === symbol)
  const firstMs = Math.floor(Math.min(...file.trades.map(({ acceptedAt }) => acceptedAt)) / widthMs) * widthMs
  const lastMs = Math.max(...file.trades.map(({ expiresAt }) => expiresAt))
  const throughMs = file.trader.stopped ? lastMs : Math.max(lastMs, file.at)
  const ticks = await ticksBetween(record, symbol, firstMs - (strategy.lookback + 1) * widthMs, throughMs)
  const toleranceMs =
    (await record<{ symbol: string; staleAfterMs: number }[]>('symbols')).find((each) => each.symbol === symbol)
      ?.staleAfterMs ?? 0
  for (const trade of own) compareResult(findings, trade, ticks, toleranceMs)
  const signals = signalsOf(strategy, symbol, ticks, firstMs, throughMs - lateMs)
  const used = new Set<number>()
  for (const trade of own.filter(({ by }) => by === 'strategy')) {
    const found = signals.find((signal) => !used.has(signal.atMs) && fits(signal, trade))
    if (found) used.add(found.atMs)
    else
      findings.faults.push(
        `trade ${trade.id}: the rule gave no signal to ${trade.type} ${symbol} at ${timeOf(trade.acceptedAt)}`,
      )
  }
  const inGap = (atMs: number) => atMs > file.since - practiceEndMs && atMs <= file.since
  const omitted = signals.filter(({ atMs, isCertain }) => isCertain && !used.has(atMs) && !inGap(atMs))
  const listed = omitted.slice(0, 10).map(({ atMs, type }) => `${type} at ${timeOf(atMs)}`)
  if (omitted.length > 0)
    findings.open.push(
      `${omitted.length} of ${signals.length} signals for ${symbol} have no trade: ` +
        `${listed.join(', ')}${omitted.length > 10 ? ' ...' : ''}`,
    )
}

const timeOf = (atMs: number) => new Date(atMs).toISOString()

/**
 * A signal from the rule. `isCertain` is true if the signal doesn't depend on whether candles without a price are
 * skipped or counted.
 */
type FoundSignal = Signal & { atMs: number; isCertain: boolean }

const fits = ({ atMs, type, intervalS }: FoundSignal, trade: Trade) =>
  trade.acceptedAt >= atMs &&
  trade.acceptedAt <= atMs + lateMs &&
  trade.type === type &&
  trade.expiresAt - trade.acceptedAt === intervalS * 1000

type Candle = { atMs: number; open: number; high: number; low: number; close: number; ticks: number }

/** Returns a price in the symbol's smallest steps. */
const steps = (price: string) => Number(price.replace('.', ''))

function candlesOf(ticks: readonly PublicTick[], widthMs: number): Candle[] {
  return [...Map.groupBy(ticks, ({ at }) => Math.floor(at / widthMs) * widthMs)].map(([atMs, inside]) => {
    const prices = inside.map(({ price }) => steps(price))
    return {
      atMs,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      ticks: prices.length,
    }
  })
}

function signalsOf(
  strategy: Strategy,
  symbol: string,
  ticks: readonly PublicTick[],
  fromMs: number,
  toMs: number,
): FoundSignal[] {
  const widthMs = strategy.candleS * 1000
  const candles = candlesOf(ticks, widthMs)
  const found: FoundSignal[] = []
  candles.forEach((candle, index) => {
    const atMs = candle.atMs + widthMs
    if (atMs < fromMs || atMs > toMs) return
    const newest = candles.slice(Math.max(0, index + 1 - strategy.lookback), index + 1)
    const recent = newest.filter((each) => each.atMs >= atMs - strategy.lookback * widthMs)
    const signals = [newest, recent].map((seen) => strategy.decide({ symbol, candles: seen, atMs }))
    const signal = signals[0] ?? signals[1]
    if (signal) found.push({ ...signal, atMs, isCertain: signals.every((each) => each?.type === signal.type) })
  })
  return found
}

/** Checks a result. The strike is the first price after acceptance; the exit is the last one at or before expiry. */
function compareResult(
  findings: Findings,
  { id, status, type, acceptedAt, expiresAt }: Trade,
  ticks: readonly PublicTick[],
  toleranceMs: number,
): void {
  const strike = ticks.find(({ at }) => at > acceptedAt)
  const exit = ticks.findLast(({ at }) => at <= expiresAt)
  const inTime =
    strike &&
    exit &&
    strike.at - acceptedAt <= toleranceMs &&
    strike.at <= expiresAt &&
    expiresAt - exit.at <= toleranceMs
  if (status === 'VOID' && inTime)
    findings.open.push(
      `trade ${id}: VOID, though prices were published. Only a restart of the price record can explain this`,
    )
  if (!['WON', 'LOST', 'TIE'].includes(status)) return
  if (!strike || !exit || exit.at < strike.at)
    return void findings.faults.push(`trade ${id}: ${status}, but no price was published while it ran`)
  const rise = steps(exit.price) - steps(strike.price)
  const due = rise === 0 ? 'TIE' : rise > 0 === (type === 'BUY') ? 'WON' : 'LOST'
  if (due !== status)
    findings.faults.push(
      `trade ${id}: ${status}, but ${due} by the recorded prices (strike ${strike.price}, exit ${exit.price})`,
    )
}
