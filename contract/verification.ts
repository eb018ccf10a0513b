import type { Call } from './call.ts'

/** Identity checks, photos, documents. */
export const verificationCalls = {} as const satisfies Record<string, Call>
