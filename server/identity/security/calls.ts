import type { securityCalls } from '../../../contract/security.ts'
import type { Bindings } from '../../platform/http.ts'
import type { IdentityContext } from '../context.ts'
import { beginAuthenticatorApp, confirmAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes } from './authenticator-app.ts'
import { closeAccount } from './close-account.ts'
import { exportEverything, exportLedgerCsv } from './export-data.ts'
import { freezeOwn, unfreezeOwn } from './freezing.ts'
import { listOwnKeys, makeKey, revokeKey } from './keys-for-programs.ts'
import { listOwnSessions, revokeSessions } from './own-sessions.ts'
import { addPasskey, beginPasskey, nameAnewPasskey, optionsForFactor, optionsForSignIn, removePasskey, signInWithPasskey } from './passkeys.ts'
import { showSecurity } from './show-security.ts'

/** The calls of `contract/security.ts`, each bound to its action. */
export function bindSecurityCalls(identity: IdentityContext): Bindings<typeof securityCalls> {
  return {
    security: (_input, { session }) => showSecurity(identity, session),
    'totp.begin': (input, request) => beginAuthenticatorApp(identity, input, request.session, request),
    'totp.confirm': (input, request) => confirmAuthenticatorApp(identity, input, request.session, request),
    'totp.remove': (input, request) => removeAuthenticatorApp(identity, input, request.session, request),
    'recovery.renew': (input, request) => renewRecoveryCodes(identity, input, request.session, request),
    'factor.options': (_input, { session, headers }) => optionsForFactor(identity, session, headers.origin),
    'passkey.begin': (input, request) => beginPasskey(identity, input, request.session, { ...request, origin: request.headers.origin }),
    'passkey.add': (input, { session, headers }) => addPasskey(identity, input, session, headers.origin),
    'passkey.rename': (input, { session }) => nameAnewPasskey(identity, input, session),
    'passkey.remove': (input, request) => removePasskey(identity, input, request.session, request),
    'login.options': (_input, { headers }) => optionsForSignIn(identity, headers.origin),
    'login.passkey': (input, request) => signInWithPasskey(identity, input, { ...request, origin: request.headers.origin }),
    sessions: (_input, { session }) => listOwnSessions(identity, session),
    'sessions.revoke': (input, request) => revokeSessions(identity, input, request.session, request),
    signins: (input, { session }) => identity.history.list(session, input),
    freeze: (_input, { session }) => freezeOwn(identity, session),
    unfreeze: (input, request) => unfreezeOwn(identity, input, request.session, request),
    keys: (_input, { session }) => listOwnKeys(identity, session),
    'keys.make': (input, request) => makeKey(identity, input, request.session, request),
    'keys.revoke': (input, { session }) => revokeKey(identity, input, session),
    export: (input, request) => exportEverything(identity, input, request.session, request),
    'export.ledger': (_input, { session }) => exportLedgerCsv(identity, session),
    close: (input, request) => closeAccount(identity, input, request.session, request),
  }
}
