import type { OperatorProfile } from './operator-profile.ts'

/** A wording of a document. `version` is the day on which it changed; `wording` is the hash of its English text. */
export type LegalVersion = { version: string; wording: string }
export type LegalDocument = 'terms' | 'privacy'

/** Versions of the shipped wording, newest first. A test compares the hash of the newest with `web/site/pages/<document>.tsx`. */
export const legalVersions: Record<LegalDocument, readonly [LegalVersion, ...LegalVersion[]]> = {
  terms: [{ version: '2026-11-22', wording: '260bd121a8a7eb80' }],
  privacy: [{ version: '2026-11-22', wording: '3eb7cb9dd6b500cb' }],
}

/** The age that a customer declares. */
export const adultAge = 18

/** Returns the version that counts now: the operator's own date where the profile has one, else the day the shipped wording changed. */
export function currentVersion(
  document: LegalDocument,
  operator: Pick<OperatorProfile, 'termsRevised' | 'privacyRevised'>,
): string {
  return (document === 'terms' ? operator.termsRevised : operator.privacyRevised) ?? legalVersions[document][0].version
}
