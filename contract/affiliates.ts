import type { Call } from './call.ts'

/** The affiliate programme. */
export const affiliatesCalls = {} as const satisfies Record<string, Call>
