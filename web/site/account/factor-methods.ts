/** What an account has, as the refusal `second_factor_needed` says. */
export type FactorMethods = readonly string[]

/** The methods that a refusal names. */
export function methodsOf(details: Record<string, unknown>): FactorMethods {
  return Array.isArray(details['methods']) ? details['methods'].map(String) : ['totp']
}
