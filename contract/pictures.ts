import type { FileField, Refusal } from './call.ts'

/** What a call that takes pictures accepts; the browser's file chooser is told the same. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const pictureMaxBytes = 10 * 1024 * 1024

/** A picture of a multipart body. A larger one is cut off and refused with `too_large`. */
export const pictureField: FileField = { maxBytes: pictureMaxBytes }

/** How a picture is refused, for every call that keeps one. `detail` says in words what is wrong with it. */
export const pictureRefusals = {
  bad_file: { status: 400, message: '{detail}' },
  locked_out: { status: 429, message: 'Too many uploads. Wait {seconds} seconds and try again.' },
  picture_too_large: { status: 400, message: 'This picture has more than 50 million pixels. Send a smaller one.' },
} as const satisfies Record<string, Refusal>
