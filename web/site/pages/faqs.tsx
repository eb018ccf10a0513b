import { useLocation } from 'react-router'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'
import classes from '../short-page.module.css'

export const meta = pageMeta('FAQ', 'Questions about trading, mining and yield farming on practice money.')
export const headers = pageHeaders

const links = [
  { label: 'About Copy Trading', to: path('tradingAbout') },
  { label: 'About Mining', to: path('miningAbout') },
  { label: 'About Yield', to: path('yieldAbout') },
]

const groups = [
  {
    title: 'Copy trading',
    at: path('tradingFaqs'),
    questions: [
      { q: 'Can I lose money?', a: 'Practice money, yes, and most people do over time: a win pays less than a loss takes. Real money is never involved.' },
      { q: 'Who are the experts?', a: 'Simulated strategy accounts under published rules. Their figures come from their recorded trades.' },
      { q: 'How much per copied trade?', a: 'About 10 a trade is a sensible least, with a tenth of the account kept free.' },
    ],
  },
  {
    title: 'Mining',
    at: path('miningFaqs'),
    questions: [
      { q: 'Is there real hardware?', a: 'No. The pool is simulated, and its parameters are published.' },
      { q: 'When is the first output?', a: '48 hours after the purchase, then daily.' },
    ],
  },
  {
    title: 'Yield farming',
    at: path('yieldFaqs'),
    questions: [
      { q: 'How long is a deposit locked?', a: 'From 7 to 730 days, as you choose.' },
      { q: 'Does interest compound?', a: 'No. It is paid weekly in arrears.' },
    ],
  },
]

/** All groups at /faqs; the group of one offer first at its own address. */
export default function Faqs() {
  const { pathname } = useLocation()
  const shown = groups.toSorted((a, b) => Number(b.at === pathname) - Number(a.at === pathname))
  return (
    <ShortPage title="FAQ" links={links}>
      {shown.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          {group.questions.map(({ q, a }) => (
            <details key={q} className={classes.question}>
              <summary>
                {q}
                <Icon name="chevron" size={18} />
              </summary>
              <p>{a}</p>
            </details>
          ))}
        </section>
      ))}
    </ShortPage>
  )
}
