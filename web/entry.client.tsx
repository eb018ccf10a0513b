import './document/trusted-types.ts'
import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { activeI18n } from '#i18n'
import { adoptPageLanguage } from './language/catalogues.ts'
import { RenderedContext } from './data/rendered.ts'
import { readRendered } from './data/read-rendered.ts'
import { NonceContext, pageNonce } from './document/nonce.ts'
import { followColorScheme } from './ui/color-scheme.tsx'
import { AmountsHiddenAtFirst } from './ui/text/amounts.tsx'
import { registerServiceWorker } from './site/installed-app/register.ts'

const nonce = pageNonce()
const rendered = readRendered()
followColorScheme()
await adoptPageLanguage()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={activeI18n()}>
        <NonceContext value={nonce}>
          <RenderedContext value={rendered}>
            <AmountsHiddenAtFirst value={rendered?.amountsHidden ?? false}>
              <HydratedRouter />
            </AmountsHiddenAtFirst>
          </RenderedContext>
        </NonceContext>
      </I18nProvider>
    </StrictMode>,
  )
})

registerServiceWorker()
