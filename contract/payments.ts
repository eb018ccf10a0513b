import type { Call } from './call.ts'

/** Deposits: plans, quotes, payments on the test chains, receipts. */
export const paymentsCalls = {} as const satisfies Record<string, Call>
