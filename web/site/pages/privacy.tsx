import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Privacy Policy', 'What this practice platform keeps of you, and why.')
export const headers = pageHeaders

const links = [
  { label: 'Terms Of Service', to: path('terms') },
  { label: 'Contact Us', to: path('contact') },
]

export default function Privacy() {
  return (
    <ShortPage title="Privacy Policy" links={links}>
      <p>Last revised April 30th, 2020.</p>
      <h2>What we keep</h2>
      <p>
        Name, e-mail address, phone number, country and currency, which you give when you register; your trades and the transfers of your
        practice money; and the sessions you are signed in with. Passwords and session secrets are kept as hashes only.
      </p>
      <h2>What we do not do</h2>
      <p>
        These pages set no cookies, carry no analytics and no advertising identifiers, and make no request to anyone but this server. Two
        things are kept in your browser: the session secret while you are signed in, and your choice of light or dark.
      </p>
      <h2>Who sees it</h2>
      <p>The operator of this installation. Nothing is sold or passed on.</p>
      <h2>Mails</h2>
      <p>We mail codes and notices about your account to the address you gave, nothing else.</p>
    </ShortPage>
  )
}
