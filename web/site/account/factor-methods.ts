/** The second factors of an account, as the refusal `second_factor_needed` lists them. */
export type FactorMethods = readonly string[]

/** Returns the methods listed in a refusal. */
export function methodsOf(details: Record<string, unknown>): FactorMethods {
  return Array.isArray(details['methods']) ? details['methods'].map(String) : ['totp']
}
