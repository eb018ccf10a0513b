import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { path } from '../../paths.ts'
import { Article, Clauses, Part } from '../article.tsx'
import { Counted } from '../illustrations.tsx'
import { FaqData } from '../machine-readable/structured-data.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { faqGroups } from './faq-answers.tsx'
import type { Route } from './+types/faqs'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`FAQ`, t`Questions about copy trading, mining and yield farming with practice money.`)(args)
export const headers = pageHeaders

const links = () => [
  { label: t`About Copy Trading`, to: path('tradingAbout') },
  { label: t`About Mining`, to: path('miningAbout') },
  { label: t`About Yield`, to: path('yieldAbout') },
  { label: t`Contact Us`, to: path('contact') },
]

/** Shows all groups. At an offer's own URL, such as /mining/faqs, the offer's group comes first. */
export default function Faqs() {
  const { pathname } = useLocation()
  const groups = faqGroups()
  const shown = groups.toSorted((a, b) => Number(b.at === pathname) - Number(a.at === pathname))
  return (
    <Article
      title={t`FAQ`}
      lead={t`What people ask before they start, and what we would want to know in their place.`}
      drawing={<Counted />}
      links={links()}
    >
      {pathname === path('faqs') && <FaqData groups={groups} />}
      {shown.map((group) => (
        <Part key={group.id} title={group.title} id={group.id}>
          <Clauses clauses={group.answers} />
        </Part>
      ))}
    </Article>
  )
}
