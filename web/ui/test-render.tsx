import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { activeI18n } from '#i18n'

/** Renders a component in English. */
export const renderInEnglish = (part: ReactNode) =>
  render(part, { wrapper: ({ children }) => <I18nProvider i18n={activeI18n()}>{children}</I18nProvider> })
