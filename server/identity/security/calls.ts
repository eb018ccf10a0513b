import type { securityCalls } from '../../../api/calls/identity/security.ts'
import { bindActions } from '../../platform/http/actions.ts'
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
import { showRules } from './required-factor.ts'
import { showSecurity } from './show-security.ts'
import { listOwnSignIns } from './sign-in-history.ts'

/** Binds the calls of `api/calls/identity/security.ts` to their actions. */
export const bindSecurityCalls = bindActions<IdentityContext, typeof securityCalls>({
  security: showSecurity,
  'security.rules': showRules,
  'totp.begin': beginAuthenticatorApp,
  'totp.confirm': confirmAuthenticatorApp,
  'totp.remove': removeAuthenticatorApp,
  'recovery.renew': renewRecoveryCodes,
  'factor.options': optionsForFactor,
  'passkey.begin': beginPasskey,
  'passkey.add': addPasskey,
  'passkey.rename': renameOwnPasskey,
  'passkey.remove': removePasskey,
  'login.options': optionsForSignIn,
  'login.passkey': signInWithPasskey,
  sessions: listOwnSessions,
  'sessions.revoke': revokeSessions,
  signins: listOwnSignIns,
  freeze: freezeOwn,
  unfreeze: unfreezeOwn,
  keys: listOwnKeys,
  'keys.make': makeKey,
  'keys.revoke': revokeKey,
  export: exportEverything,
  'export.ledger': exportLedgerCsv,
  'export.list': exportOneList,
  close: closeAccount,
})
