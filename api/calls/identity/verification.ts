import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { binaryOutput, defineCall, pageInput, type Call } from '../../call.ts'
import { pictureField, pictureRefusals } from '../../pictures.ts'
import {
  documentModeNames,
  rejectionReasonNames,
  shortestReason,
  verificationStates,
  type DocumentMode,
  type RejectionReason,
} from '../../states/verification-states.ts'
import { queueAge } from '../../queue-age.ts'
import { phrases } from '../../sentences/phrases.ts'

const mode = z.enum(documentModeNames as [DocumentMode, ...DocumentMode[]])
const side = z.enum(['page', 'front', 'back'])
const rejectionReason = z.enum(rejectionReasonNames as [RejectionReason, ...RejectionReason[]])

/**
 * `voption` is `Passport`, with the file `ID`, or `Drivers License` or `National ID`, each with the files `PID1`
 * (front) and `PID2` (back).
 */
export const uploadid = defineCall({
  name: 'uploadid',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary:
    'Submits an identity document for verification: `ID` for a passport, `PID1` and `PID2` for the others. JPEG, ' +
    'PNG or WebP of up to 10 MB each; re-encoded and stored encrypted.',
  input: z.object({ voption: z.string().trim().max(40).default('') }),
  files: { ID: pictureField, PID1: pictureField, PID2: pictureField },
  /** `idv` is the customer's `is_verified` after the upload: 0 until an operator decides. */
  output: outcomeOutput.extend({ idv: z.number().int(), state: z.enum(verificationStates) }),
  refusals: {
    mode_missing: { status: 400, message: 'Choose the type of document.' },
    files_missing: { status: 400, message: '{detail}' },
    files_too_many: { status: 400, message: '{detail}' },
    already_submitted: { status: 409, message: 'We are checking your documents and will email you the result.' },
    already_verified: { status: 409, message: 'You are already verified.' },
    ...pictureRefusals,
  },
})

export const uploadprofilepic = defineCall({
  name: 'uploadprofilepic',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary: 'Sets the profile photo from the file `ppic` (JPEG, PNG or WebP of up to 10 MB) and returns its path.',
  input: z.object({}),
  files: { ppic: pictureField },
  output: outcomeOutput.extend({ ppic: z.string() }),
  refusals: {
    file_missing: { status: 400, message: 'Choose a picture.' },
    ...pictureRefusals,
  },
})

export const removePhoto = defineCall({
  name: 'profile.photo.remove',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary: 'Deletes the profile photo. The customer’s initials replace it.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: { no_photo: { status: 404, message: 'You don’t have a profile photo.' } },
})

export const profilePhoto = defineCall({
  name: 'profile.photo',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the signed-in customer’s profile photo, a square JPEG. `v` is ignored; it only makes the URL of each ' +
    'photo different.',
  input: z.object({ v: z.string().max(40).optional() }),
  output: binaryOutput,
  refusals: { no_photo: { status: 404, message: 'You don’t have a profile photo.' } },
})

const opening = z.object({ side, at: z.string(), operator: z.string(), reason: z.string() })

export const profileDocuments = defineCall({
  name: 'profile.documents',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the submitted identity documents, their outcome, and which operator opened them, when and why.',
  input: z.object({}),
  output: z.object({
    state: z.enum(verificationStates),
    /** Why the newest documents were rejected. */
    reason: z.string().nullable(),
    reasonPhrase: phraseOutput.nullable(),
    /** Days for which pictures are stored after a decision. */
    keptDays: z.number().int(),
    submissions: z.array(
      z.object({
        mode,
        state: z.enum(verificationStates),
        sentAt: z.string(),
        decidedAt: z.string().nullable(),
        reason: z.string().nullable(),
        reasonPhrase: phraseOutput.nullable(),
        /** When the pictures are or were deleted; null while the documents are under review. */
        deleteAt: z.string().nullable(),
        deleted: z.boolean(),
        openings: z.array(opening),
      }),
    ),
  }),
  refusals: {},
})

const ofOperator = { module: 'identity', access: 'operator', permission: 'verifications.decide' } as const
const submission = z.object({
  customer: z.uuid(phrases.invalid_customer_id),
  verification: z.uuid(phrases.invalid_verification_id),
})
const notFound = { status: 404, message: 'This verification doesn’t exist.' }
const alreadyDecided = { status: 409, message: 'This verification was already approved or rejected.' }
const notOpened = { status: 409, message: 'Open the documents before you decide.' }

export const verifications = defineCall({
  ...ofOperator,
  name: 'verifications',
  method: 'GET',
  summary:
    'Lists verifications waiting for an operator, oldest first, 50 per page. Names are shown only after the ' +
    'documents are opened.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.object({
    waiting: z.array(
      z.object({
        customer: z.string(),
        verification: z.string(),
        mode,
        country: z.string(),
        sentAt: z.string(),
        pictures: z.number().int(),
        age: queueAge,
      }),
    ),
    more: z.boolean(),
  }),
  refusals: {},
})

export const openVerification = defineCall({
  ...ofOperator,
  name: 'verifications.open',
  method: 'POST',
  summary:
    'Opens the pictures of a verification. Requires a reason, which the customer can read and which is logged ' +
    'before any picture is returned.',
  input: submission.extend({ reason: z.string().trim().max(300).default('') }),
  output: z.object({
    name: z.string(),
    country: z.string(),
    mode,
    sentAt: z.string(),
    /** `picture` is a `data:` URL. */
    pictures: z.array(z.object({ side, picture: z.string() })),
  }),
  refusals: {
    reason_missing: {
      status: 400,
      message:
        `Explain in at least ${shortestReason} characters why you are opening these documents. ` +
        'The customer can read it.',
    },
    not_found: notFound,
    already_deleted: { status: 410, message: 'We deleted the pictures after the decision, as promised.' },
  },
})

export const approveVerification = defineCall({
  ...ofOperator,
  name: 'verifications.approve',
  method: 'POST',
  summary:
    'Verifies the customer and notifies them by email. The deciding operator must have opened the documents first.',
  input: submission,
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, already_decided: alreadyDecided, not_opened: notOpened },
})

export const rejectVerification = defineCall({
  ...ofOperator,
  name: 'verifications.reject',
  method: 'POST',
  summary:
    'Rejects the documents for one of the published reasons and notifies the customer by email. The customer can ' +
    'submit others.',
  input: submission.extend({ reason: rejectionReason }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, already_decided: alreadyDecided, not_opened: notOpened },
})

/** Identity checks, photos and documents. */
export const verificationCalls = {
  uploadid,
  uploadprofilepic,
  'profile.photo': profilePhoto,
  'profile.photo.remove': removePhoto,
  'profile.documents': profileDocuments,
  verifications,
  'verifications.open': openVerification,
  'verifications.approve': approveVerification,
  'verifications.reject': rejectVerification,
} as const satisfies Record<string, Call>
