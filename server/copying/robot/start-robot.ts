import { moneyOf } from '../../../api/sentences/sentences.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { strategyOf } from '../strategies/strategies.ts'
import { notifyCustomer, type RobotContext } from './context.ts'
import { findRobot, startRobotRun, stopRobotRun } from './robot-store.ts'

/** Limits that only the customer can clear don't prevent a start; orders wait for the customer. */
const waitsForCustomer = new Set(['session_limit', 'reality_due'])

/**
 * `robot.start`: starts a new run, which counts losses from zero. Throws the call's refusals in the order of its
 * declaration.
 */
export async function startRobot(context: RobotContext, _input: unknown, { session }: CustomerRequest) {
  const { customerId } = session
  const { refusal } = await context.limits.orderRules(customerId, context.clock.nowMs())
  if (refusal && !waitsForCustomer.has(refusal.code)) throw refusal
  const robot = await findRobot(context.db, session)
  if (!robot) throw new Refused('not_set_up')
  if (robot.active) throw new Refused('robot_active')
  const { availableMinor } = await context.ledger.balance({ owner: customerId, code: 'trading', asset: robot.asset })
  if (availableMinor < robot.stakeMinor)
    throw new Refused('insufficient_balance', {
      balance: moneyOf(availableMinor, robot.asset),
    })
  if (!(await startRobotRun(context.db, session, context.clock.nowMs()))) throw new Refused('robot_active')
  notifyCustomer(context, customerId)
  return outcome('robot_started', { strategy: strategyOf(robot.strategy)!.name })
}

/** `robot.stop`: stops the robot at once. This call is never refused. Open trades run to their expiry. */
export async function stopRobot(context: RobotContext, _input: unknown, { session }: CustomerRequest) {
  const stopped = await stopRobotRun(context.db, session, context.clock.nowMs(), { phrase: 'robot_stopped_by_you' })
  if (stopped) notifyCustomer(context, session.customerId)
  return outcome(stopped ? 'robot_stopped' : 'robot_stopped_already')
}
