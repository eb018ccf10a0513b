import type { verificationCalls } from '../../../api/calls/identity/verification.ts'
import { audited, bindActions, decision } from '../../platform/http/actions.ts'
import type { VerificationContext } from './context.ts'
import { approve, reject } from './decide-verification.ts'
import { removeProfilePhoto, setProfilePhoto, showProfilePhoto } from './profile-photo.ts'
import { listVerificationQueue, openDocuments } from './review-documents.ts'
import { showDocuments } from './show-documents.ts'
import { submitDocuments } from './submit-documents.ts'

/** Binds the calls of `api/calls/identity/verification.ts` to their actions. */
export const bindVerificationCalls = bindActions<VerificationContext, typeof verificationCalls>({
  uploadid: submitDocuments,
  uploadprofilepic: setProfilePhoto,
  'profile.photo': showProfilePhoto,
  'profile.photo.remove': removeProfilePhoto,
  'profile.documents': showDocuments,
  verifications: listVerificationQueue,
  'verifications.open': audited(openDocuments),
  'verifications.approve': decision(approve),
  'verifications.reject': decision(reject),
})
