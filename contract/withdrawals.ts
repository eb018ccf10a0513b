import type { Call } from './call.ts'

/** Withdrawals, the address book, payouts. */
export const withdrawalsCalls = {} as const satisfies Record<string, Call>
