import { statesOf } from './states-of.ts'

/**
 * States of a customer's verification. `unverified` is the initial state; `withdrawn` is final and set when the account
 * is closed.
 */
export const verificationStates = ['unverified', 'submitted', 'verified', 'rejected', 'withdrawn'] as const
export type VerificationState = (typeof verificationStates)[number]

/** All allowed transitions. Any other transition is refused. */
export const verificationMoves = {
  submit: { from: ['unverified', 'rejected'], to: 'submitted', by: 'customer' },
  approve: { from: ['submitted'], to: 'verified', by: 'operator' },
  reject: { from: ['submitted'], to: 'rejected', by: 'operator' },
  withdraw: { from: ['submitted', 'verified', 'rejected'], to: 'withdrawn', by: 'product' },
} as const satisfies Record<
  string,
  { from: readonly VerificationState[]; to: VerificationState; by: 'customer' | 'operator' | 'product' }
>

/** The transitions and the states that allow them. */
export const verificationActions = statesOf(verificationStates, {
  submit: verificationMoves.submit.from,
  approve: verificationMoves.approve.from,
  reject: verificationMoves.reject.from,
  withdraw: verificationMoves.withdraw.from,
})

/**
 * Accepted documents and the pictures that each needs: multipart field to side. Source: docs/spec/product.md section 5.
 */
export const documentModes = {
  Passport: { ID: 'page' },
  'Drivers License': { PID1: 'front', PID2: 'back' },
  'National ID': { PID1: 'front', PID2: 'back' },
} as const satisfies Record<string, Record<string, 'page' | 'front' | 'back'>>
export type DocumentMode = keyof typeof documentModes
export const documentModeNames = Object.keys(documentModes) as DocumentMode[]

/** The only reasons for rejecting documents, in the text that the customer reads. */
export const rejectionReasons = {
  unreadable: 'The pictures are unreadable. Take them again in good light, without glare.',
  cut_off: 'Part of the document is missing. All four corners must be in the picture.',
  wrong_document: 'This isn’t the type of document you chose, or it isn’t one that we accept.',
  expired: 'The document has expired. Send a valid one.',
  other_name: 'The name on the document doesn’t match the account name.',
  not_genuine: 'The document looks altered, or the picture shows a screen or a copy.',
  under_age: 'According to the document, you are under 18.',
} as const
export type RejectionReason = keyof typeof rejectionReasons
export const rejectionReasonNames = Object.keys(rejectionReasons) as RejectionReason[]

/** Minimum length, in characters, of a reason for opening documents. */
export const shortestReason = 10
