import { formatAmount } from '../../../contract/money.ts'
import type { Session } from '../../platform/http.ts'
import { Refused } from '../../platform/refused.ts'
import { strategyOf } from '../strategies/strategies.ts'
import { tellCustomer, type RobotContext } from './context.ts'
import { findRobot, startRobotRun, stopRobotRun } from './robot-store.ts'

/** What the customer must do in person is no reason against a start: orders wait for it. */
const waitsForCustomer = new Set(['session_limit', 'reality_due'])

/** `robot.start`: a new run, whose losses count from zero. Throws the call's refusals in their order. */
export async function startRobot(context: RobotContext, session: Session) {
  const { customerId } = session
  const { refusal } = await context.limits.orderRules(customerId, context.clock.nowMs())
  if (refusal && !waitsForCustomer.has(refusal.code)) throw refusal
  const robot = await findRobot(context.db, session)
  if (!robot) throw new Refused('not_set_up')
  if (robot.active) throw new Refused('robot_active')
  const { availableMinor } = await context.ledger.balance({ owner: customerId, code: 'trading', asset: robot.asset })
  if (availableMinor < robot.stakeMinor)
    throw new Refused('insufficient_balance', {
      balance: `${formatAmount(availableMinor, robot.asset)} ${robot.asset}`,
    })
  if (!(await startRobotRun(context.db, session, context.clock.nowMs()))) throw new Refused('robot_active')
  tellCustomer(context, customerId)
  return {
    type: 'success' as const,
    msg: `Your robot trades by the strategy ${strategyOf(robot.strategy)!.name} from now on.`,
  }
}

/** `robot.stop`: at once and always. What is open runs to its end. */
export async function stopRobot(context: RobotContext, session: Session) {
  const stopped = await stopRobotRun(context.db, session, context.clock.nowMs(), 'You stopped it.')
  if (stopped) tellCustomer(context, session.customerId)
  return {
    type: 'success' as const,
    msg: stopped
      ? 'Your robot is INACTIVE. Trades that are open run to their end.'
      : 'Your robot was INACTIVE already.',
  }
}
