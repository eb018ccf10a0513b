import { t } from '@lingui/core/macro'
import { path } from '../../paths.ts'
import type { Entry } from './menu.ts'

/** Returns the public pages that answer questions. The footer and the command palette list them. */
export const helpPages = (): Entry[] => [
  { label: t`FAQ`, to: path('faqs'), icon: 'help' },
  { label: t`Contact Us`, to: path('contact'), icon: 'mail' },
  { label: t`Terms Of Service`, to: path('terms'), icon: 'receipt' },
  { label: t`Transparency`, to: path('transparency'), icon: 'shield' },
]
