import type { robotCalls } from '../../../api/calls/copying/robot.ts'
import { bindActions } from '../../platform/http/actions.ts'
import type { RobotContext } from './context.ts'
import { previewRobot, type RobotPreviews } from './preview-robot.ts'
import { setRobot } from './set-robot.ts'
import { showRobot } from './show-robot.ts'
import { startRobot, stopRobot } from './start-robot.ts'

/** Binds the calls of `api/calls/copying/robot.ts` to their actions. */
export const bindRobotCalls = bindActions<RobotContext & { previews: RobotPreviews }, typeof robotCalls>({
  robot: showRobot,
  'robot.set': setRobot,
  'robot.preview': previewRobot,
  'robot.start': startRobot,
  'robot.stop': stopRobot,
})
