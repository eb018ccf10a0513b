import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { registerTerms } from '../../../api/calls/identity/identity.ts'
import type { IdentityContext } from '../context.ts'

/** `register.terms`: returns the practice grant in a currency. It is the same number in each. */
export function showSignUpTerms(
  { config }: IdentityContext,
  { cur }: InputOf<typeof registerTerms>,
): OutputOf<typeof registerTerms> {
  return { grant: { amount: config.practiceGrant, cur } }
}
