import type { Call } from './call.ts'
import { identityCalls } from './identity.ts'
import { marketsCalls } from './markets.ts'
import { tradingCalls } from './trading.ts'

/** Every call of `/api?r=NAME`, by name. */
export const calls = { ...identityCalls, ...marketsCalls, ...tradingCalls } as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
