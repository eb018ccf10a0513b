import { z } from 'zod'
import { languageCodes } from '../../contract/languages.ts'
import { roles as roleTable, type Role } from '../../contract/permissions.ts'
import type { OperatorsContext } from './context.ts'

/** Changes of people that wait for a second operator, as they are stored. An address is stored encrypted. */

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

/** What the address of a proposed invitation is bound to. */
export const invitationPlace = (invitation: string) => `invitation/${invitation}/email`

/** Returns the address as it is stored with the proposal `invitation`. */
export function sealAddress({ sealer }: Pick<OperatorsContext, 'sealer'>, invitation: string, email: string): string {
  return sealer.seal(email, invitationPlace(invitation)).toString('base64')
}

/** Returns the address that a stored invitation is for. */
export function openAddress(
  { sealer }: Pick<OperatorsContext, 'sealer'>,
  { invitation, emailSealed }: { invitation: string; emailSealed: string },
): string {
  return sealer.open(Buffer.from(emailSealed, 'base64'), invitationPlace(invitation))
}

/** Returns the address that a proposed invitation is for; null for every other proposal. */
export function invitedAddress(
  context: Pick<OperatorsContext, 'sealer'>,
  { action, input }: { action: string; input: unknown },
): string | null {
  return action === peopleActions.invite ? openAddress(context, invitationShape.parse(input)) : null
}
