import { z } from 'zod'
import { languageCodes } from '../../../api/languages.ts'
import { roles as roleTable, type Role } from '../../../api/permissions.ts'
import type { OperatorsContext } from '../context.ts'

/** Proposed changes to operators, as stored. Email addresses are encrypted. */

export const peopleActions = { invite: 'operators.invite', roles: 'operators.roles', renew: 'operators.renew' } as const

const rolesShape = z.array(z.enum(Object.keys(roleTable) as [Role, ...Role[]]))
const languageShape = z.enum(languageCodes)
export const invitationShape = z.object({
  invitation: z.string(),
  emailSealed: z.string(),
  roles: rolesShape,
  language: languageShape,
})
export const rolesChangeShape = z.object({ id: z.string(), roles: rolesShape })
export const renewalShape = z.object({ id: z.string(), language: languageShape })

/** The context to which the encrypted address of a proposed invitation is bound. */
export const invitationPlace = (invitation: string) => `invitation/${invitation}/email`

/** Encrypts the address for the proposal `invitation`. */
export function sealAddress({ sealer }: Pick<OperatorsContext, 'sealer'>, invitation: string, email: string): string {
  return sealer.seal(email, invitationPlace(invitation)).toString('base64')
}

/** Decrypts the address of a stored invitation. */
export function openAddress(
  { sealer }: Pick<OperatorsContext, 'sealer'>,
  { invitation, emailSealed }: { invitation: string; emailSealed: string },
): string {
  return sealer.open(Buffer.from(emailSealed, 'base64'), invitationPlace(invitation))
}

/** Returns the address of a proposed invitation, or null for any other proposal. */
export function invitedAddress(
  context: Pick<OperatorsContext, 'sealer'>,
  { action, input }: { action: string; input: unknown },
): string | null {
  return action === peopleActions.invite ? openAddress(context, invitationShape.parse(input)) : null
}
