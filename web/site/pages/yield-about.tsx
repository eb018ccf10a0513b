import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { path } from '../../paths.ts'
import { Article, Facts, Part } from '../article.tsx'
import { Lever } from '../illustrations.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import type { Route } from './+types/yield-about'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`About Yield`,
    t`What a leveraged yield contract is, what the lever costs, and when it is closed for you.`,
  )(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Yield FAQs`, to: path('yieldFaqs') },
  { label: t`Register`, to: path('signUp') },
]

export default function YieldAbout() {
  return (
    <Article
      title={t`About Yield`}
      lead={t`A yield contract locks a deposit for a time at a yearly rate. A lever multiplies the rate, and everything else as well.`}
      drawing={<Lever />}
      links={links()}
    >
      <Part title={t`The terms`}>
        <Facts
          facts={[
            { name: t`Locked for`, value: t`7 to 730 days` },
            { name: t`Lever`, value: t`from 1.5, in steps of 0.5, up to the plan’s own` },
            { name: t`Interest`, value: t`simple, paid weekly in arrears, no compounding` },
            { name: t`Release`, value: t`start plus the days you chose` },
            { name: t`The rate`, value: t`announced weekly; never below a running contract’s promised minimum` },
          ]}
        />
      </Part>
      <Part title={t`What the lever does`}>
        <p>
          <Trans>
            With a lever of 2 you earn on twice what you put in. The other half is borrowed, and borrowing costs
            interest. When the coin falls by ten per cent, your part falls by twenty. Before you start you see the whole
            table: what is left of your deposit when the coin falls by 10, 20 and 30 per cent.
          </Trans>
        </p>
        <p>
          <Trans>
            If what is left gets too small to cover the loan, the contract is closed. The rule is stated with the price
            at which it happens, and it is applied by the published price record, not by a person.
          </Trans>
        </p>
      </Part>
      <Part title={t`APR, APY and the one we print large`}>
        <p>
          <Trans>
            A yearly rate can be written with or without interest on interest. Because nothing compounds here, the lower
            figure is the honest one, and it is the one in large type. Beside it stands what contracts really delivered.
          </Trans>
        </p>
      </Part>
      <Part title={t`Leaving early`}>
        <p>
          <Trans>
            You may end a contract before its time. What that costs is said before you begin, and does not change
            afterwards.
          </Trans>
        </p>
      </Part>
    </Article>
  )
}
