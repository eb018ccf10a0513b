import type { securityCalls } from '../../../contract/calls/security.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { IdentityContext } from '../context.ts'
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from './authenticator-app.ts'
import { closeAccount } from './close-account.ts'
import { exportEverything, exportLedgerCsv } from './export-data.ts'
import { exportOneList } from './export-list.ts'
import { freezeOwn, unfreezeOwn } from './freezing.ts'
import { listOwnKeys, makeKey, revokeKey } from './keys-for-programs.ts'
import { listOwnSessions, revokeSessions } from './own-sessions.ts'
import {
  addPasskey,
  beginPasskey,
  renameOwnPasskey,
  optionsForFactor,
  optionsForSignIn,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts'
import { showSecurity } from './show-security.ts'

/** Binds the calls of `contract/calls/security.ts` to their actions. */
export function bindSecurityCalls(identity: IdentityContext): Bindings<typeof securityCalls> {
  return {
    security: (_input, { session }) => showSecurity(identity, session),
    'security.rules': () => ({ secondFactor: identity.requiredFactor.demand() }),
    'totp.begin': (input, { session }) => beginAuthenticatorApp(identity, input, session),
    'totp.confirm': (input, { session }) => confirmAuthenticatorApp(identity, input, session),
    'totp.remove': (input, { session }) => removeAuthenticatorApp(identity, input, session),
    'recovery.renew': (input, { session }) => renewRecoveryCodes(identity, input, session),
    'factor.options': (_input, { session, headers }) => optionsForFactor(identity, session, headers.origin),
    'passkey.begin': (input, request) => beginPasskey(identity, input, request.session, request.headers),
    'passkey.add': (input, { session, headers }) => addPasskey(identity, input, session, headers.origin),
    'passkey.rename': (input, { session }) => renameOwnPasskey(identity, input, session),
    'passkey.remove': (input, { session }) => removePasskey(identity, input, session),
    'login.options': (_input, { headers }) => optionsForSignIn(identity, headers.origin),
    'login.passkey': (input, request) =>
      signInWithPasskey(identity, input, { ...request, origin: request.headers.origin }),
    sessions: (_input, { session }) => listOwnSessions(identity, session),
    'sessions.revoke': (input, { session }) => revokeSessions(identity, input, session),
    signins: (input, { session }) => identity.history.list(session, input),
    freeze: (_input, { session }) => freezeOwn(identity, session),
    unfreeze: (input, { session }) => unfreezeOwn(identity, input, session),
    keys: (_input, { session }) => listOwnKeys(identity, session),
    'keys.make': (input, { session }) => makeKey(identity, input, session),
    'keys.revoke': (input, { session }) => revokeKey(identity, input, session),
    export: (input, { session }) => exportEverything(identity, input, session),
    'export.ledger': (_input, { session }) => exportLedgerCsv(identity, session),
    'export.list': (input, { session }) => exportOneList(identity, input, session),
    close: (input, { session }) => closeAccount(identity, input, session),
  }
}
