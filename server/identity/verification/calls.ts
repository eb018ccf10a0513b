import type { verificationCalls } from '../../../contract/calls/verification.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { VerificationContext } from './context.ts'
import { approve, reject } from './decide-verification.ts'
import { removeProfilePhoto, setProfilePhoto, showProfilePhoto } from './profile-photo.ts'
import { listVerificationQueue, openDocuments } from './review-documents.ts'
import { showDocuments } from './show-documents.ts'
import { submitDocuments } from './submit-documents.ts'

/** Binds the calls of `contract/calls/verification.ts` to their actions. */
export function bindVerificationCalls(verification: VerificationContext): Bindings<typeof verificationCalls> {
  return {
    uploadid: (input, { session, files }) => submitDocuments(verification, input, files, session),
    uploadprofilepic: (_input, { session, files }) => setProfilePhoto(verification, files['ppic'], session),
    'profile.photo': (_input, { session }) => showProfilePhoto(verification, session),
    'profile.photo.remove': (_input, { session }) => removeProfilePhoto(verification, session),
    'profile.documents': (_input, { session }) => showDocuments(verification, session),
    verifications: (input) => listVerificationQueue(verification, input),
    'verifications.open': (input, { session }) => openDocuments(verification, input, session),
    'verifications.approve': (input, { session, idempotencyKey }) =>
      approve(verification, input, session, idempotencyKey),
    'verifications.reject': (input, { session, idempotencyKey }) =>
      reject(verification, input, session, idempotencyKey),
  }
}
