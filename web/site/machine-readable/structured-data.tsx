import { t } from '@lingui/core/macro'
import { Trans, type TransProps } from '@lingui/react'
import { isValidElement, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { currentLanguage, i18n } from '#i18n'
import { addressIn } from '../../language/alternates.ts'
import { useNonce } from '../../document/nonce.ts'
import { path } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { useInstallation } from '../article.tsx'
import { listedPages } from '../page-meta.ts'
import { pageTitles } from '../page-titles.ts'
import type { FaqGroup } from '../pages/faq-answers.tsx'

/**
 * Embeds structured data about the page, in schema.org's vocabulary. `<` is escaped so that no text can end the script.
 * Only pages that the server rendered contain it: crawlers request each URL, and Trusted Types refuses scripts that are
 * added later.
 */
function StructuredData({ data }: { data: object }) {
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)
  const nonce = useNonce()
  if (!fromServer) return null
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`)
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/** Describes the site. It names a company only if the operator's profile does. */
export function SiteData() {
  const { operator, publicUrl } = useInstallation()
  const publisher = operator.legalName && {
    '@type': 'Organization',
    name: operator.legalName,
    url: addressIn(currentLanguage(), publicUrl, path('about')),
  }
  return (
    <StructuredData
      data={{
        '@type': 'WebSite',
        name: operator.siteName,
        url: addressIn(currentLanguage(), publicUrl, path('home')),
        description: t`A practice investment platform with play money and test networks.`,
        inLanguage: currentLanguage(),
        ...(publisher && { publisher }),
      }}
    />
  )
}

/** Describes the page's position: one level below the home page. */
export function BreadcrumbData() {
  const { operator, publicUrl } = useInstallation()
  const { pathname } = useLocation()
  const name = (Object.keys(listedPages) as (keyof typeof listedPages)[]).find((page) => path(page) === pathname)
  if (name === undefined || name === 'home') return null
  const titles = pageTitles(operator.siteName)
  const steps = [
    {
      '@type': 'ListItem',
      position: 1,
      name: titles.home,
      item: addressIn(currentLanguage(), publicUrl, path('home')),
    },
    { '@type': 'ListItem', position: 2, name: titles[name], item: addressIn(currentLanguage(), publicUrl, pathname) },
  ]
  // Each page has its own element, because an existing script must not change.
  return <StructuredData key={pathname} data={{ '@type': 'BreadcrumbList', itemListElement: steps }} />
}

/** Describes the page's questions and answers. */
export function FaqData({ groups }: { groups: readonly FaqGroup[] }) {
  const questions = groups
    .flatMap(({ answers }) => answers)
    .map(({ title, words }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: textOf(words) },
    }))
  return <StructuredData data={{ '@type': 'FAQPage', mainEntity: questions }} />
}

/** Returns the text in a page's markup. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<TransProps>(node) && node.type === Trans) return messageText(node.props)
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

/** Returns a message without the tags of its elements. */
function messageText({ id, message, values = {} }: TransProps): string {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? textOf(value as ReactNode) : value,
    ]),
  )
  return i18n._(id, texts, { message }).replace(/<\/?\w+\/?>/g, '')
}
