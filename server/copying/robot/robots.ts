import type { robotCalls } from '../../../api/calls/copying/robot.ts'
import { RowAlarms } from '../../platform/database/failing-rows.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { oneAtATime } from '../../platform/database/one-at-a-time.ts'
import type { ModuleLife, Platform } from '../../platform/platform.ts'
import { bindRobotCalls } from './calls.ts'
import type { RobotContext } from './context.ts'
import { RobotPreviews } from './preview-robot.ts'
import { findRobot } from './robot-store.ts'
import { runRobots } from './run-robots.ts'
import { showRobot, statusOf } from './show-robot.ts'
import { shardOf } from '../../platform/random.ts'

export type RobotNeighbours = Omit<RobotContext, keyof Platform>

export type Robots = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof robotCalls>
  /** Returns a user's `robot` field. */
  statusFor(customerId: string): Promise<string>
  /** Runs one turn and resolves with the number of orders placed. A job calls it every second. */
  turn(): Promise<number>
}

const turnEveryMs = 1_000

/** Creates the robots: rule-based traders on customers' accounts, INACTIVE until their customer starts them. */
export function createRobots(platform: Platform, neighbours: RobotNeighbours): Robots {
  const context: RobotContext = { ...platform, ...neighbours }
  const { identity } = neighbours
  identity.addExporter('robot', (session) => showRobot(context, {}, { session }))
  identity.onClosing(async (tx, session) =>
    (await findRobot(tx, session))?.active ? 'robot_still_trading' : undefined,
  )
  let settled = new Set<string>()
  const failing = new RowAlarms(platform.alarms, 'robot_failed')
  const turns = oneAtATime(() => {
    const since = settled
    settled = new Set()
    return runRobots(context, since, failing)
  })
  platform.jobs.every('robots', turnEveryMs, async () => void (await turns.run()))
  let forget = () => {}
  return {
    calls: bindRobotCalls({ ...context, previews: new RobotPreviews() }),
    statusFor: async (customerId) => statusOf(await findRobot(platform.db, { customerId, shard: shardOf(customerId) })),
    turn: turns.run,
    async start() {
      forget = platform.bus.subscribe('trade.settled', ({ customerId }) => void settled.add(customerId))
    },
    async stop() {
      forget()
      await turns.idle()
    },
  }
}
