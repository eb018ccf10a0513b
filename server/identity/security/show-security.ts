import { fieldsOfStored } from '../../platform/stored-phrase.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { security } from '../../../api/calls/identity/security.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { IdentityContext } from '../context.ts'
import { findFreeze } from './account-store.ts'
import { listPasskeys, readFactorState } from './factor-store.ts'

/** Returns the account's security settings. */
export async function showSecurity(
  { db }: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof security>> {
  const [state, passkeys, frozen] = await Promise.all([
    readFactorState(db, session),
    listPasskeys(db, session),
    findFreeze(db, session),
  ])
  return {
    totp: state.totpSince && { since: state.totpSince.toISOString() },
    recoveryCodesLeft: state.recoveryCodesLeft,
    passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt, backedUp }) => ({
      id: passkeyId,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      backedUp,
    })),
    frozen: frozen ? { by: frozen.by, at: frozen.at.toISOString(), ...fieldsOfStored('reason', frozen.reason) } : null,
  }
}
