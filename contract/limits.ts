import type { Call } from './call.ts'

/** Limits that customers set for themselves. */
export const limitsCalls = {} as const satisfies Record<string, Call>
