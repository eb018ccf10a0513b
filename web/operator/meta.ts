import { t } from '@lingui/core/macro'

/** Returns the document's title in the current language. Call it for each page, because the language can change. */
export const deskMeta = (title: string) => [
  { title: `${title} · ${t`Operators’ desk`} · Tallystick` },
  { name: 'robots', content: 'noindex' },
]
