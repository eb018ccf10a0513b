import type { Call } from './call.ts'

/** The built-in explorer of the test chains. */
export const explorerCalls = {} as const satisfies Record<string, Call>
