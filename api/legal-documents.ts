import type { OperatorProfile } from './calls/operators/operator-profile.ts'

/** A version of a document. `version` is the day it changed; `wording` is the hash of its English text. */
export type LegalVersion = { version: string; wording: string }
export type LegalDocument = 'terms' | 'privacy'

/**
 * Versions of the shipped documents, newest first. A test compares the newest hash with
 * `web/site/pages/<document>.tsx`.
 */
export const legalVersions: Record<LegalDocument, readonly [LegalVersion, ...LegalVersion[]]> = {
  terms: [
    { version: '2026-11-23', wording: '81c274e959321672' },
    { version: '2026-11-22', wording: '260bd121a8a7eb80' },
  ],
  privacy: [
    { version: '2026-11-28', wording: '1be67e99344a2f39' },
    { version: '2026-11-23', wording: 'f0fd11a350d15aff' },
    { version: '2026-11-22', wording: '3eb7cb9dd6b500cb' },
  ],
}

/** The minimum age, which customers confirm at sign-up. */
export const adultAge = 18

/**
 * Returns the version in force: the operator's own date if the profile sets one, otherwise the day the shipped document
 * changed.
 */
export function currentVersion(
  document: LegalDocument,
  operator: Pick<OperatorProfile, 'termsRevised' | 'privacyRevised'>,
): string {
  return (document === 'terms' ? operator.termsRevised : operator.privacyRevised) ?? legalVersions[document][0].version
}
