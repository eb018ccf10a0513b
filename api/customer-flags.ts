/** Flags that operators can set on a customer. */
export const customerFlags = {
  watch: 'Watch closely',
  crime: 'Suspected financial crime',
  complaint: 'Open complaint',
  vulnerable: 'May need help',
} as const
/** Flags that prevent customers from closing their account. */
export const seriousFlags = ['crime'] as const satisfies readonly (keyof typeof customerFlags)[]
export type CustomerFlag = keyof typeof customerFlags
