import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { path } from '../../paths.ts'
import { Article, Clauses, Part } from '../article.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { Blocks, CopiedSticks, Counted, LeverageDrawing } from '../illustrations.tsx'
import { FaqData } from '../machine-readable/structured-data.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { faqGroups } from './faq-answers.tsx'
import classes from './faqs.module.css'
import type { Route } from './+types/faqs'

/** Returns the page's title: the offer's own at its URL, as in the menu. */
const titleAt = (pathname: string): string =>
  ({
    [path('tradingFaqs')]: t`Copy Trading Faqs`,
    [path('miningFaqs')]: t`Mining FAQs`,
    [path('yieldFaqs')]: t`Yield FAQs`,
  })[pathname] ?? t`FAQ`

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    titleAt(args.location.pathname),
    t`Questions about copy trading, mining and yield farming with practice money.`,
  )(args)
export const headers = pageHeaders

const links = () => [
  { label: t`About Copy Trading`, to: path('tradingAbout') },
  { label: t`About Mining`, to: path('miningAbout') },
  { label: t`About Yield`, to: path('yieldAbout') },
  { label: t`Contact Us`, to: path('contact') },
]

const drawingAt = (pathname: string) =>
  ({
    [path('tradingFaqs')]: <CopiedSticks />,
    [path('miningFaqs')]: <Blocks />,
    [path('yieldFaqs')]: <LeverageDrawing />,
  })[pathname] ?? <Counted />

/** Shows all groups. At an offer's own URL, such as /mining/faqs, the offer's group comes first. */
export default function Faqs() {
  const { pathname } = useLocation()
  const groups = faqGroups()
  const shown = groups.toSorted((a, b) => Number(b.at === pathname) - Number(a.at === pathname))
  return (
    <Article
      title={titleAt(pathname)}
      lead={t`What people ask before they start, and what we would want to know in their position.`}
      drawing={drawingAt(pathname)}
      links={links()}
    >
      {pathname === path('faqs') && <FaqData groups={groups} />}
      <Search />
      {shown.map((group) => (
        <Part key={group.id} title={group.title} id={group.id}>
          <Clauses clauses={group.answers} />
        </Part>
      ))}
    </Article>
  )
}

/** Hides the questions of the page whose text doesn't contain the query. Works on the elements, so it finds answers. */
function Search() {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<number>()
  useEffect(() => {
    const wanted = query.trim().toLocaleLowerCase()
    const answers = [...document.querySelectorAll<HTMLElement>('main details')]
    for (const answer of answers) answer.hidden = !answer.textContent.toLocaleLowerCase().includes(wanted)
    const left = answers.filter(({ hidden }) => !hidden)
    for (const part of document.querySelectorAll<HTMLElement>('main section'))
      part.hidden = !left.some((answer) => part.contains(answer))
    setFound(wanted ? left.length : undefined)
  }, [query])
  return (
    <div className={classes.search} role="search">
      <TextField
        label={t`Search the questions`}
        type="search"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <p role="status">
        {found !== undefined && <Plural value={found} _0="No results" one="# question" other="# questions" />}
      </p>
    </div>
  )
}
