import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OperatorProfile } from '../../../api/calls/operators/operator-profile.ts'
import { productName } from '../../document/site-name.ts'
import { path } from '../../paths.ts'
import { Article, Part, useInstallation } from '../article.tsx'
import { SplitStick } from '../illustrations.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import type { Route } from './+types/about'
import { Facts } from '../../ui/lists/facts.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`About`, t`Who runs this installation of Tallystick, what it is for and what it will never do.`)(args)
export const headers = pageHeaders

const links = () => [
  {
    label: t`Transparency`,
    to: path('transparency'),
    words: t`How every public figure is computed, the share of customers who lose, withdrawal times, the daily \
solvency statement and the commitments of the simulated market.`,
  },
  {
    label: t`Trading Experts`,
    to: path('tradingExperts'),
    words: t`The six strategy accounts that can be copied, with figures computed from their recorded trades.`,
  },
  {
    label: t`Payouts`,
    to: path('payouts'),
    words: t`Completed withdrawals from the ledger, and how long each one took.`,
  },
  { label: t`Contact Us`, to: path('contact') },
  { label: t`Terms Of Service`, to: path('terms') },
]

export default function About() {
  const { operator } = useInstallation()
  const { siteName } = operator
  return (
    <Article
      title={t`About`}
      lead={
        <Trans>
          {siteName} is a place to learn what short-term trading, copying, cloud mining and leveraged yield do to a
          balance, before any of it is real.
        </Trans>
      }
      drawing={<SplitStick />}
      links={links()}
    >
      <Part title={t`Where it comes from`}>
        {operator.story.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <Trans>
            Many sites offer these four things with a counter of happy investors, a wall of payouts and a promise. The
            counter is a formula, the payouts are a list that somebody typed, and the promise ends with the first
            withdrawal. The screens are easy to copy. What is behind them is not.
          </Trans>
        </p>
        <p>
          <Trans>
            So we built the same screens on top of a ledger that cannot be edited, prices that are published before they
            decide anything, and rules that anyone can run again at home. For some seven hundred years, people who did
            not trust each other kept debts on a tally stick: notched, split lengthwise, one half each. Neither could
            change the sum without the other seeing it. That is the idea, and the name.
          </Trans>
        </p>
        {siteName !== productName && (
          <p>
            <Trans>The name belongs to the software: {siteName} runs on Tallystick.</Trans>
          </p>
        )}
      </Part>
      <Part title={t`What it is for`}>
        <p>
          <Trans>
            Practice. A school can teach with it, a trainer can host it under their own name, and anyone may sign up to
            see how a five-second trade, a copied expert or a mining contract really turns out. All money is play money,
            all coins are test coins, and nothing here can be cashed out.
          </Trans>
        </p>
        <p>
          <Trans>
            We would rather lose you to boredom than to a trick. No countdown hurries you, no bonus ties up your own
            money, and the share of people who lose is on the home page.
          </Trans>
        </p>
      </Part>
      <Part title={t`Who runs it`}>
        <Operator operator={operator} />
      </Part>
      <Principles />
    </Article>
  )
}

function Principles() {
  return (
    <Part title={t`Our principles`}>
      <ul>
        <li>
          <Trans>
            Every number we show is computed from the ledger, the price record, the customer registry or the operator's
            settings.
          </Trans>
        </li>
        <li>
          <Trans>Nobody can set the result of a trade, not even the operator.</Trans>
        </li>
        <li>
          <Trans>A balance changes only through a transfer with a reason.</Trans>
        </li>
        <li>
          <Trans>We refuse a withdrawal only for a published reason, and we show you which one.</Trans>
        </li>
      </ul>
      <p>
        <Trans>If you find a case where one of these fails, tell us. That is the worst kind of defect.</Trans>
      </p>
    </Part>
  )
}

type Profile = ReturnType<typeof useInstallation>['operator']

/** The company and its people, if the operator's profile names them. */
function Operator({ operator }: { operator: Profile }) {
  return (
    <>
      {operator.legalName ? (
        <Facts
          layout="rows"
          facts={[
            { name: t`Operator`, value: operator.legalName },
            ...(operator.registry
              ? [
                  {
                    name: operator.registry.name,
                    value: <a href={operator.registry.url}>{operator.registry.number}</a>,
                  },
                ]
              : []),
            ...(operator.address ? [{ name: t`Address`, value: operator.address }] : []),
            ...certificateFacts(operator),
          ]}
        />
      ) : (
        <p>
          <Trans>
            This installation is run by a demonstration operator that is not a company. It has no registration, no
            office and no team to show, so none are shown. Anyone who hosts Tallystick under their own name states here
            who they are.
          </Trans>
        </p>
      )}
      {operator.people.length > 0 && (
        <Facts
          layout="rows"
          facts={operator.people.map(({ name, role, words, url }) => ({
            name: role,
            value: (
              <>
                {url ? <a href={url}>{name}</a> : name}
                {words && (
                  <>
                    <br />
                    <small>{words}</small>
                  </>
                )}
              </>
            ),
          }))}
        />
      )}
    </>
  )
}

/** The document in the operator's profile, if any. */
function certificateFacts({ certificate }: OperatorProfile) {
  if (!certificate) return []
  const { name, url, words } = certificate
  return [
    {
      name: t`Certificate`,
      value: (
        <>
          {url ? <a href={url}>{name}</a> : name}
          {words && (
            <>
              <br />
              <small>{words}</small>
            </>
          )}
        </>
      ),
    },
  ]
}
