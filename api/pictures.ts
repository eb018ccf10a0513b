import type { FileField, Refusal } from './call.ts'

/** Accepted picture types, for calls and for the browser's file chooser. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const pictureMaxBytes = 10 * 1024 * 1024

/** A picture in a multipart body. An upload over the limit is cut off and refused with `too_large`. */
export const pictureField: FileField = { maxBytes: pictureMaxBytes }

/** Refusals for pictures, shared by every call that stores one. `detail` describes the problem. */
export const pictureRefusals = {
  bad_file: { status: 400, message: '{detail}' },
  locked_out: { status: 429, message: 'Too many uploads. Wait {seconds} seconds and try again.' },
  picture_too_large: { status: 400, message: 'This picture has more than 50 million pixels. Send a smaller one.' },
} as const satisfies Record<string, Refusal>
