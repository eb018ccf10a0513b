import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { path } from '../../paths.ts'
import { Article, Clauses, Part } from '../article.tsx'
import { Counted } from '../illustrations.tsx'
import { FaqData } from '../machine-readable/structured-data.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { faqGroups } from './faq-answers.tsx'

export const meta = pageMeta('FAQ', 'Questions about copy trading, mining and yield farming on practice money.')
export const headers = pageHeaders

const links = [
  { label: 'About Copy Trading', to: path('tradingAbout') },
  { label: 'About Mining', to: path('miningAbout') },
  { label: 'About Yield', to: path('yieldAbout') },
  { label: 'Contact Us', to: path('contact') },
]

/** All groups at /faqs; the group of one offer first at its own address. */
export default function Faqs() {
  const { pathname } = useLocation()
  const shown = faqGroups.toSorted((a, b) => Number(b.at === pathname) - Number(a.at === pathname))
  return (
    <Article title={t`FAQ`} lead={t`What people ask before they start, and what we would want to be told.`} drawing={<Counted />} links={links}>
      {pathname === path('faqs') && <FaqData groups={faqGroups} />}
      {shown.map((group) => (
        <Part key={group.id} title={group.title} id={group.id}>
          <Clauses clauses={group.answers} />
        </Part>
      ))}
    </Article>
  )
}
