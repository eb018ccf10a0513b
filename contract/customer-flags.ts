/** What operators can mark a customer with. */
export const customerFlags = {
  watch: 'Watch closely',
  crime: 'Suspected financial crime',
  complaint: 'Open complaint',
  vulnerable: 'May need help',
} as const
export type CustomerFlag = keyof typeof customerFlags
