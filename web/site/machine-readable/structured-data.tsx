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

/** A hook that returns structured data. Undefined in the browser, to keep its code out of page scripts. */
type DataHook = (() => object) | undefined

/**
 * Embeds structured data about the page, in schema.org's vocabulary. `<` is escaped so that no text can end the script.
 * Only pages that the server rendered contain it: crawlers request each URL, and Trusted Types refuses scripts that are
 * added later. Hydration leaves the server's text.
 */
function StructuredData({ useData }: { useData: DataHook }) {
  const hydrated = useHydrated()
  const [fromServer] = useState(!hydrated)
  const nonce = useNonce()
  const data = useData?.()
  if (!fromServer) return null
  const text = data && JSON.stringify({ '@context': 'https://schema.org', ...data })
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text?.replaceAll('<', String.raw`\u003c`) ?? '' }}
    />
  )
}

/** Describes the site. It names a company only if the operator's profile does. */
export const SiteData = () => <StructuredData useData={import.meta.env.SSR ? useSiteData : undefined} />

function useSiteData(): object {
  const { operator, publicUrl } = useInstallation()
  const publisher = operator.legalName && {
    '@type': 'Organization',
    name: operator.legalName,
    url: addressIn(currentLanguage(), publicUrl, path('about')),
  }
  return {
    '@type': 'WebSite',
    name: operator.siteName,
    url: addressIn(currentLanguage(), publicUrl, path('home')),
    description: t`A practice investment platform with play money and test networks.`,
    inLanguage: currentLanguage(),
    ...(publisher && { publisher }),
  }
}

/** Describes the page's position: one level below the home page. */
export function BreadcrumbData() {
  const { pathname } = useLocation()
  const name = listedPage(pathname)
  if (name === undefined || name === 'home') return null
  // Each page has its own element, because an existing script must not change.
  return <StructuredData key={pathname} useData={import.meta.env.SSR ? useBreadcrumbData : undefined} />
}

const listedPage = (pathname: string) =>
  (Object.keys(listedPages) as (keyof typeof listedPages)[]).find((page) => path(page) === pathname)

function useBreadcrumbData(): object {
  const { operator, publicUrl } = useInstallation()
  const { pathname } = useLocation()
  const titles = pageTitles(operator.siteName)
  const item = (position: number, name: keyof typeof listedPages) => ({
    '@type': 'ListItem',
    position,
    name: titles[name],
    item: addressIn(currentLanguage(), publicUrl, path(name)),
  })
  return { '@type': 'BreadcrumbList', itemListElement: [item(1, 'home'), item(2, listedPage(pathname)!)] }
}

/** Describes the page's questions and answers. */
export const FaqData = ({ groups }: { groups: readonly FaqGroup[] }) => (
  <StructuredData useData={import.meta.env.SSR ? () => faqData(groups) : undefined} />
)

function faqData(groups: readonly FaqGroup[]): object {
  const questions = groups
    .flatMap(({ answers }) => answers)
    .map(({ title, words }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: textOf(words) },
    }))
  return { '@type': 'FAQPage', mainEntity: questions }
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
