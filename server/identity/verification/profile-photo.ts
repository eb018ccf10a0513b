import { outcome } from '../../../api/sentences/outcomes.ts'
import { BinaryAnswer, type OutputOf } from '../../../api/call.ts'
import type { removePhoto, uploadprofilepic } from '../../../api/calls/identity/verification.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { pictureContentType } from '../../platform/files/pictures.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CustomerKey } from '../store.ts'
import { photoPurpose, type VerificationContext } from './context.ts'
import { deletePhoto, findPhoto, replacePhoto } from './store.ts'

const photoSize = { longestSide: 512, square: true } as const

/** Returns the site-relative path of a photo. Only its owner's session can fetch it. */
export const photoPath = (fileId: string | undefined) =>
  fileId === undefined ? '' : `/api?r=profile.photo&v=${fileId}`

/** Sets the profile photo, cropped to a square, and deletes the previous one. */
export async function setProfilePhoto(
  verification: VerificationContext,
  _input: unknown,
  { session, files: { ppic: upload } }: CallRequest<typeof uploadprofilepic>,
): Promise<OutputOf<typeof uploadprofilepic>> {
  const { bus, clock, db, files, throttle } = verification
  const { customerId } = session
  if (!upload) throw new Refused('file_missing', {}, { ppic: 'choose_picture' })
  await throttle.take(['uploadsOfCustomer', customerId])
  const { id } = await files.storeImage(upload.bytes, { owner: customerId, purpose: photoPurpose }, photoSize)
  const { before } = await db
    .transaction()
    .execute(async (tx) => {
      const replaced = await replacePhoto(tx, session, id, clock.nowMs())
      if (!replaced) throw new Refused('not_signed_in')
      return replaced
    })
    .catch(async (error: Error) => {
      await files.deleteFile(id, photoPurpose)
      throw error
    })
  if (before) await files.deleteFile(before, photoPurpose)
  bus.publish('customer.changed', { customerId, calls: ['user'] })
  return { ...outcome('photo_changed'), ppic: photoPath(id) }
}

/** Deletes the customer's photo. Throws `no_photo`. */
export async function removeProfilePhoto(
  { bus, db, files }: VerificationContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof removePhoto>> {
  const id = await deletePhoto(db, session)
  if (!id) throw new Refused('no_photo')
  await files.deleteFile(id, photoPurpose)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['user'] })
  return outcome('photo_deleted')
}

/** Returns the customer's photo. Throws `no_photo`. */
export async function showProfilePhoto(
  { db, files }: VerificationContext,
  _input: unknown,
  { session: key }: { session: CustomerKey },
): Promise<BinaryAnswer> {
  const id = await findPhoto(db, key)
  const bytes = id && (await files.openFile(id, { owner: key.customerId, purpose: photoPurpose }))
  if (!bytes) throw new Refused('no_photo')
  return new BinaryAnswer(pictureContentType, bytes)
}
