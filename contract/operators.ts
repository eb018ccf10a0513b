import type { Call } from './call.ts'

/** The operator’s desk: sign-in, people, approvals, audit, announcements, messages. */
export const operatorsCalls = {} as const satisfies Record<string, Call>
