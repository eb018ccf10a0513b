/** What operators can mark a customer with. */
export const customerFlags = {
  watch: 'Watch closely',
  crime: 'Suspected financial crime',
  complaint: 'Open complaint',
  vulnerable: 'May need help',
} as const
/** Flags under which an account can't be closed by its customer. */
export const seriousFlags = ['crime'] as const satisfies readonly (keyof typeof customerFlags)[]
export type CustomerFlag = keyof typeof customerFlags
