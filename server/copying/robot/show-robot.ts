import { type PhraseValue, sentenceFields, writePhrase } from '../../../api/sentences/sentences.ts'
import { fieldsOfStored } from '../../platform/stored-phrase.ts'
import type { OutputOf } from '../../../api/call.ts'
import { assets, formatAmount } from '../../../api/money.ts'
import type { robot as robotCall } from '../../../api/calls/copying/robot.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { strategies, strategyOf } from '../strategies/strategies.ts'
import { leftMinor } from './budget.ts'
import { runKeys, type RobotContext } from './context.ts'
import { findRobot, type Robot } from './robot-store.ts'

const dayMs = 86_400_000
const wholeBps = 10_000

/** `robot`: returns the customer's robot, its current run and the available choices. */
export async function showRobot(
  context: RobotContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof robotCall>> {
  const { trading, db, clock } = context
  const [{ currency }, robot] = await Promise.all([
    context.identity.customer(session.customerId),
    findRobot(db, session),
  ])
  const midnightMs = Math.floor(clock.nowMs() / dayMs) * dayMs
  const today = await trading.resultOfKeys(db, session.customerId, 'robot ', midnightMs)
  const amount = (amountMinor: bigint) => formatAmount(amountMinor, currency)
  const { minStakeMinor, maxStakeMinor } = trading.limitsOf(currency)
  return {
    state: robot?.active ? 'ACTIVE' : 'INACTIVE',
    status: statusOf(robot),
    statusPhrase: statusPhraseOf(robot),
    cur: assets[currency].symbol,
    plan: robot
      ? {
          strategy: robot.strategy,
          stake: amount(robot.stakeMinor),
          symbols: robot.symbols,
          hours: robot.hours,
          lossLimit: amount(robot.lossLimitMinor),
        }
      : null,
    run: robot && robot.startedAtMs !== null ? await showRun(context, robot, robot.startedAtMs) : null,
    resultToday: amount(today.settledMinor),
    ...fieldsOfStored('note', robot?.note ?? null),
    strategies: strategies.map(({ id, name, rules }) => ({
      id,
      ...sentenceFields('name', name),
      ...sentenceFields('rules', rules),
    })),
    symbols: context.markets.symbols.map(({ symbol, name }) => ({
      symbol,
      name,
      ...oddsOf(context.markets.payoutBps(symbol)),
    })),
    minStake: amount(minStakeMinor),
    maxStake: amount(maxStakeMinor),
  }
}

/** Returns a user's `robot` field. Source: docs/spec/product.md section 3. */
export function statusOf(robot: Robot | undefined): string {
  const phrase = statusPhraseOf(robot)
  return phrase ? writePhrase(phrase) : 'INACTIVE'
}

/** The specification prescribes `INACTIVE`, so it is the same in every language. */
function statusPhraseOf(robot: Robot | undefined): PhraseValue | null {
  if (!robot?.active) return null
  return { phrase: 'robot_active', values: { strategy: strategyOf(robot.strategy)?.name ?? robot.strategy } }
}

async function showRun({ trading, db }: RobotContext, robot: Robot, startedAt: number) {
  const result = await trading.resultOfKeys(db, robot.customerId, runKeys(robot.run))
  const amount = (amountMinor: bigint) => formatAmount(amountMinor, robot.asset)
  return {
    startedAt,
    stoppedAt: robot.stoppedAtMs,
    trades: result.trades,
    open: result.open,
    openStake: amount(result.openStakeMinor),
    result: amount(result.settledMinor),
    left: amount(leftMinor(robot.lossLimitMinor, result)),
  }
}

/** Returns the expected result of a stake at even odds. Source: docs/spec/truth.md section 3. */
function oddsOf(payoutBps: number) {
  return {
    payoutBps,
    breakEvenBps: Math.ceil((wholeBps * wholeBps) / (wholeBps + payoutBps)),
    expectedBps: Math.round((payoutBps - wholeBps) / 2),
  }
}
