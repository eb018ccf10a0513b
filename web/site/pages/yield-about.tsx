import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { Article, Part } from '../article.tsx'
import { LeverageDrawing } from '../illustrations.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { answerOrNothing } from '../public-call.ts'
import { LeverageSlider } from './leverage-slider.tsx'
import type { Route } from './+types/yield-about'
import { Facts } from '../../ui/lists/facts.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`About Yield`,
    t`What a leveraged yield contract is, what leverage costs, and when the contract is liquidated.`,
  )(args)
export const headers = pageHeaders

export async function loader({ context }: Route.LoaderArgs) {
  return { plans: await answerOrNothing(context.get(siteContext), 'yplans') }
}

const links = () => [
  { label: t`Yield FAQs`, to: path('yieldFaqs') },
  { label: t`Register`, to: path('signUp') },
]

export default function YieldAbout({ loaderData: { plans = [] } }: Route.ComponentProps) {
  return (
    <Article
      title={t`About Yield`}
      lead={t`A yield contract locks a deposit for a term at a yearly rate. Leverage multiplies the rate, and your \
losses too.`}
      drawing={<LeverageDrawing />}
      links={links()}
    >
      <Part title={t`The terms`}>
        <Facts
          layout="rows"
          facts={[
            { name: t`Locked for`, value: t`7 to 730 days` },
            { name: t`Leverage`, value: t`from 1.5, in steps of 0.5, up to the plan’s maximum` },
            { name: t`Interest`, value: t`simple, paid weekly in arrears, no compounding` },
            { name: t`Release`, value: t`after the number of days you choose` },
            { name: t`The rate`, value: t`announced weekly; never below a running contract’s promised minimum` },
          ]}
        />
      </Part>
      <Part title={t`What leverage does`}>
        <p>
          <Trans>
            With a leverage of 2, you earn on twice what you put in. The other half is borrowed, and you pay interest on
            it. If the coin falls by ten per cent, your share falls by twenty. Try it:
          </Trans>
        </p>
        {plans.length > 0 && <LeverageSlider max={Math.max(...plans.map(({ lever }) => lever))} />}
        <p>
          <Trans>
            If your remaining deposit is too small to cover the loan, we liquidate the contract. We state the rule and
            the liquidation price in advance. Only the published price record determines when this happens.
          </Trans>
        </p>
      </Part>
      <Part title={t`APR, APY and which one we show`}>
        <p>
          <Trans>
            A yearly rate may or may not include compound interest. Because nothing compounds here, the lower figure is
            the honest one, so we show it in large type. Next to it, we show what contracts actually paid.
          </Trans>
        </p>
      </Part>
      <Part title={t`Leaving early`}>
        <p>
          <Trans>
            You can end a contract early. You see what that costs before you start, and the cost doesn’t change
            afterwards.
          </Trans>
        </p>
      </Part>
    </Article>
  )
}
