import type { Call } from './call.ts'

/** Second factors, passkeys, sessions, freezing, keys, export, closing. */
export const securityCalls = {} as const satisfies Record<string, Call>
