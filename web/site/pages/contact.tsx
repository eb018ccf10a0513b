import { useRouteLoaderData } from 'react-router'
import { path } from '../../paths.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Contact Us', 'How to reach the operator of this installation.')
export const headers = pageHeaders

const links = [
  { label: 'FAQ', to: path('faqs') },
  { label: 'About', to: path('about') },
]

export default function Contact() {
  const installation = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <ShortPage title="Contact Us" links={links}>
      <p>
        Write to <a href={`mailto:${installation?.supportEmail}`}>{installation?.supportEmail}</a>. Say what you did, what you expected and what
        happened; the number of a trade or transfer helps.
      </p>
      <p>
        This installation is run by a demonstration operator. Never send real money, card numbers or the words of a wallet to anyone who says
        they speak for it.
      </p>
    </ShortPage>
  )
}
