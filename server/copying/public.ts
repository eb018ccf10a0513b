import type { robotCalls } from '../../contract/robot.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import type { Trading } from '../trading/public.ts'
import { createRobots } from './robot/robots.ts'

export type CopyingNeighbours = { ledger: Ledger; markets: Markets; trading: Trading; identity: Identity; limits: Limits; operators: Operators }

export type Copying = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof robotCalls>
}

/** Trading by rule: the robots of customers. */
export function createCopying(platform: Platform, neighbours: CopyingNeighbours): Copying {
  const robots = createRobots(platform, neighbours)
  neighbours.identity.addToUser(async (customerId) => ({ robot: await robots.statusFor(customerId) }))
  return {
    calls: { ...robots.calls },
    start: () => robots.start(),
    stop: () => robots.stop(),
  }
}
