import { formatAmount } from '../../../contract/money.ts'
import type { Candle } from '../../markets/public.ts'
import { inLanguage } from '../../platform/mail-texts.ts'
import { isFaultOfRow, type RowAlarms } from '../../platform/failing-rows.ts'
import { withPatientTransaction } from '../../platform/lock-patience.ts'
import { invariant, Refused } from '../../platform/refused.ts'
import { strategyOf, type Signal, type Strategy } from '../strategies/strategies.ts'
import { mayStake } from './budget.ts'
import { runKeys, tellCustomer, type RobotContext } from './context.ts'
import { isWithin, readHours } from './hours.ts'
import { endings, robotMails, type Ending } from './mails.ts'
import { leadRobots, listActiveRobots, saveDecided, stopRobotRun, type Owner, type Robot } from './robot-store.ts'

const robotsAtOnce = 100

/** Refusals that pass by themselves: the robot lets this signal go, and says why. */
const passing: Record<string, string> = {
  reality_due: 'waits until you have confirmed your reality check.',
  session_limit: 'waits: your session limit of today is reached.',
  market_closed: 'let a signal pass: the market is closed.',
  symbol_stale: 'let a signal pass: there was no fresh price.',
}

/** Candles of this turn, shared by all robots of one strategy and symbol. */
type Seen = Map<string, Promise<Candle[]>>

/**
 * One turn of all robots; nothing where another process has the lead. A candle is decided on once, whoever leads. Resolves with the number
 * of orders placed. A robot that fails raises an alarm and doesn't stop the others. `settled`: customers of whom a trade has settled since the last turn; it may have been the last that the limit allows.
 */
export async function runRobots(
  context: RobotContext,
  settled: ReadonlySet<string>,
  failing: RowAlarms,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await leadRobots(tx))) return 0
    const seen: Seen = new Map()
    let placed = 0
    let after: Owner | undefined
    for (;;) {
      const robots = await listActiveRobots(context.db, after, robotsAtOnce)
      const turns = robots.map(async (robot) => {
        if (settled.has(robot.customerId) && (await judgeBudget(context, robot)) === 'stop') return 0
        return takeTurn(context, robot, seen)
      })
      for (const [index, turn] of (await Promise.allSettled(turns)).entries()) {
        if (turn.status === 'fulfilled') placed += turn.value
        else await noteFailure(context, robots[index]!, turn.reason, failing)
      }
      if (robots.length < robotsAtOnce) {
        await failing.endTurn()
        return placed
      }
      after = robots.at(-1)
    }
  })
}

async function noteFailure(
  { log }: RobotContext,
  { customerId, run }: Robot,
  error: unknown,
  failing: RowAlarms,
): Promise<void> {
  log.error({ err: error, customer: customerId, run }, 'a robot failed')
  if (isFaultOfRow(error)) await failing.failed(customerId, { run })
}

async function takeTurn(context: RobotContext, robot: Robot, seen: Seen): Promise<number> {
  const strategy = strategyOf(robot.strategy)
  const windows = readHours(robot.hours)
  invariant(strategy && windows, 'a stored robot is of known strategy and hours')
  const nowMs = context.clock.nowMs()
  const endMs = Math.floor(nowMs / (strategy.candleS * 1000)) * strategy.candleS * 1000
  // Only candles that closed after the start, and each once.
  if (endMs <= robot.startedAtMs!) return 0
  const due = robot.symbols.filter(
    (symbol) => (robot.decided[symbol] ?? 0) < endMs && context.markets.watermarkMs(symbol) >= endMs - 1,
  )
  let placed = 0
  for (const symbol of due) {
    const state = await judgeBudget(context, robot)
    if (state === 'stop') return placed
    const signal =
      state === 'go' && isWithin(windows, endMs) ? await signalFor(context, strategy, symbol, endMs, seen) : null
    const outcome = signal ? await placeOrder(context, robot, symbol, signal, endMs) : { placed: false, note: null }
    if (outcome === 'stopped') return placed
    await withPatientTransaction(context.db, (tx) => saveDecided(tx, robot, symbol, endMs, outcome.note))
    if (outcome.placed) placed++
    if (signal) tellCustomer(context, robot.customerId)
  }
  return placed
}

/** Stops the robot where its limit forbids another order. */
async function judgeBudget(context: RobotContext, robot: Robot): Promise<'go' | 'wait' | 'stop'> {
  const { lossLimitMinor, stakeMinor, asset } = robot
  const run = await context.trading.resultOfKeys(context.db, robot.customerId, runKeys(robot.run))
  const judged = mayStake(stakeMinor, lossLimitMinor, run)
  if (judged === 'stop') {
    const lost = run.settledMinor < 0n ? -run.settledMinor : 0n
    await stopFor(context, robot, 'loss_limit', {
      lost: formatAmount(lost, asset),
      limit: formatAmount(lossLimitMinor, asset),
      stake: formatAmount(stakeMinor, asset),
      asset,
    })
  }
  return judged
}

function candlesFor(
  { markets }: RobotContext,
  { candleS, lookback, id }: Strategy,
  symbol: string,
  endMs: number,
  seen: Seen,
): Promise<Candle[]> {
  const key = `${id} ${symbol} ${endMs}`
  const widthMs = candleS * 1000
  const found = seen.get(key) ?? markets.candlesBetween(symbol, widthMs, endMs - lookback * widthMs, endMs)
  seen.set(key, found)
  return found
}

/** What the strategy says of the candle that has just closed; nothing where no price came in it. */
async function signalFor(
  context: RobotContext,
  strategy: Strategy,
  symbol: string,
  endMs: number,
  seen: Seen,
): Promise<Signal | null> {
  const candles = await candlesFor(context, strategy, symbol, endMs, seen)
  return candles.at(-1)?.atMs === endMs - strategy.candleS * 1000
    ? strategy.decide({ symbol, candles, atMs: endMs })
    : null
}

async function placeOrder(
  context: RobotContext,
  robot: Robot,
  symbol: string,
  signal: Signal,
  endMs: number,
): Promise<{ placed: boolean; note: string | null } | 'stopped'> {
  const order = {
    symbols: symbol,
    amount: formatAmount(robot.stakeMinor, robot.asset),
    interval: signal.intervalS,
    TYPE: signal.type,
  }
  try {
    await context.trading.place(order, robot, `${runKeys(robot.run)}${symbol} ${endMs}`)
    return { placed: true, note: `${signal.type} on ${symbol}: ${signal.reason}.` }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (Object.hasOwn(endings, error.code)) {
      await stopFor(context, robot, error.code as Ending)
      return 'stopped'
    }
    return {
      placed: false,
      note: `${symbol}: it ${passing[error.code] ?? 'let a signal pass: the order was not taken.'}`,
    }
  }
}

/** Ends a run and says so: on the pages, and by mail. */
async function stopFor(
  context: RobotContext,
  robot: Robot,
  ending: Ending,
  values: Record<string, string> = {},
): Promise<void> {
  const note = inLanguage('en', endings[ending], values)
  const isStopped = await withPatientTransaction(context.db, async (tx) => {
    const isStopped = await stopRobotRun(tx, robot, context.clock.nowMs(), note, robot.run)
    if (isStopped) await context.identity.write(tx, robot.customerId, robotMails[ending], values)
    return isStopped
  })
  if (isStopped) tellCustomer(context, robot.customerId)
}
