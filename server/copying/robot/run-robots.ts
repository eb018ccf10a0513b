import type { PhraseCode, PhraseValue } from '../../../api/sentences/sentences.ts'
import { formatAmount } from '../../../api/money.ts'
import type { Candle } from '../../markets/public.ts'
import { isFaultOfRow, type RowAlarms } from '../../platform/database/failing-rows.ts'
import { withPatientTransaction } from '../../platform/database/lock-patience.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { strategyOf, type Signal, type Strategy } from '../strategies/strategies.ts'
import { mayStake } from './budget.ts'
import { runKeys, notifyCustomer, type RobotContext } from './context.ts'
import { isWithin, readHours } from './hours.ts'
import { robotEndings, type RobotEnding } from '../../../api/sentences/phrases-trading.ts'
import { robotMails } from './mails.ts'
import { leadRobots, listActiveRobots, saveDecided, stopRobotRun, type Owner, type Robot } from './robot-store.ts'

const robotsAtOnce = 100

/** Temporary refusals. The robot skips the signal and notes the reason. */
const passing: Record<string, PhraseCode> = {
  reality_due: 'robot_waits_for_reality_check',
  session_limit: 'robot_waits_for_session',
  market_closed: 'robot_skipped_closed_market',
  symbol_stale: 'robot_skipped_stale_price',
}

/** Candles read in this turn, which robots with the same strategy and symbol share. */
type Seen = Map<string, Promise<Candle[]>>

/**
 * Runs one turn of all robots; does nothing if another process leads. Each candle is decided on once, whichever process
 * leads. Resolves with the number of orders placed. A failing robot raises an alarm and doesn't stop the others.
 * `settled`: customers with a trade that has settled since the last turn, which may have used up their robot's limit.
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
        else await recordFailure(context, robots[index]!, turn.reason, failing)
      }
      if (robots.length < robotsAtOnce) {
        await failing.endTurn()
        return placed
      }
      after = robots.at(-1)
    }
  })
}

async function recordFailure(
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
  invariant(strategy && windows, 'a stored robot has a known strategy and valid hours')
  const nowMs = context.clock.nowMs()
  const endMs = Math.floor(nowMs / (strategy.candleS * 1000)) * strategy.candleS * 1000
  // Decides only on candles that closed after the start, and only once on each.
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
    if (signal) notifyCustomer(context, robot.customerId)
  }
  return placed
}

/** Stops the robot if its limit rules out another order. */
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

/** Returns the strategy's signal for the candle that just closed; null if the candle has no price. */
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
): Promise<{ placed: boolean; note: PhraseValue } | 'stopped'> {
  const order = {
    symbols: symbol,
    amount: formatAmount(robot.stakeMinor, robot.asset),
    interval: signal.intervalS,
    TYPE: signal.type,
  }
  try {
    await context.trading.place(order, robot, `${runKeys(robot.run)}${symbol} ${endMs}`)
    const values = { type: signal.type, symbol, reason: signal.reason }
    return { placed: true, note: { phrase: 'robot_order', values } }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (Object.hasOwn(robotEndings, error.code)) {
      await stopFor(context, robot, error.code as RobotEnding)
      return 'stopped'
    }
    return { placed: false, note: { phrase: passing[error.code] ?? 'robot_skipped', values: { symbol } } }
  }
}

/** Ends a run, notifies the customer's pages and sends an email. */
async function stopFor(
  context: RobotContext,
  robot: Robot,
  ending: RobotEnding,
  values: Record<string, string> = {},
): Promise<void> {
  const note: PhraseValue = { phrase: `robot_stopped_${ending}`, values }
  const isStopped = await withPatientTransaction(context.db, async (tx) => {
    const isStopped = await stopRobotRun(tx, robot, context.clock.nowMs(), note, robot.run)
    if (isStopped) await context.identity.write(tx, robot.customerId, robotMails[ending], values)
    return isStopped
  })
  if (isStopped) notifyCustomer(context, robot.customerId)
}
