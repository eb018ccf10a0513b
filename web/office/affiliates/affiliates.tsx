import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { currentLocale } from '#i18n'
import { affiliateLevels, commissionKeptAfterDays } from '../../../api/affiliate-levels.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { percentText } from '../../ui/text/number-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './affiliates.module.css'
import { Banners } from './banners.tsx'
import { Referrals } from './referrals.tsx'
import { ReferralLink } from './referral-link.tsx'

export const meta = officeMeta(() => t`Affiliates`)

const levelWords = (share: string) => [
  t`People you invited, ${share}`,
  t`People they invited, ${share}`,
  t`People at the third level, ${share}`,
]

/**
 * Shows the customer's referral link, earnings, referrals, referrers and banners. Source: docs/spec/product.md section
 * 1, docs/spec/truth.md section 5.
 */
export default function Affiliates() {
  const affiliate = useCall('affiliate', {})
  return (
    <Page
      title={t`Affiliates`}
      words={t`Invite others and earn a share of their deposits, paid in practice money. You never earn from their \
losses.`}
    >
      {!affiliate.isSuccess && (
        <Panel>
          <Unanswered query={affiliate} lines={8} label={t`Loading your affiliates`} />
        </Panel>
      )}
      {affiliate.data && (
        <>
          <Panel title={t`Your link`} id="link">
            <ReferralLink code={affiliate.data.code} link={affiliate.data.link} />
          </Panel>
          <Panel title={t`Earnings`} id="earned">
            <Earned data={affiliate.data} />
          </Panel>
          <div className={classes.columns}>
            <Panel title={t`People you referred`} id="referrals">
              <Referrals />
            </Panel>
            <Panel title={t`Your referrers`} id="referrers">
              <Referrers data={affiliate.data} />
            </Panel>
          </div>
          <Panel title={t`Banners`} id="banners">
            <Banners code={affiliate.data.code} />
          </Panel>
          <Panel title={t`How commissions work`} id="computed">
            <Computed />
          </Panel>
        </>
      )}
    </Page>
  )
}

function Earned({ data }: { data: CallOutput<'affiliate'> }) {
  return (
    <>
      <Facts layout="grid" className={classes.sums}>
        <Fact term={t`Total`}>
          <Money amount={data.earned} unit={data.cur} />
        </Fact>
        {data.levels.map(({ level, bps, people, depositing, earned }) => (
          <Fact key={level} term={levelWords(percentText(bps))[level - 1]}>
            <Money amount={earned} unit={data.cur} />
            <span className={classes.small}>
              {plural(people, {
                one: `# person, ${depositing} with a confirmed deposit`,
                other: `# people, ${depositing} with a confirmed deposit`,
              })}
            </span>
          </Fact>
        ))}
      </Facts>
      {Number(data.owed) > 0 && (
        <p className={classes.small}>
          <Trans>
            We will deduct <Money amount={data.owed} unit={data.cur} /> for reversed deposits from your next
            commissions.
          </Trans>
        </p>
      )}
    </>
  )
}

function Referrers({ data: { referrers } }: { data: CallOutput<'affiliate'> }) {
  if (referrers.length === 0) {
    return (
      <Empty title={t`No referrers`} icon="people">
        <Trans>You registered without a referral code.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <p className={classes.words}>
        <Trans>We pay these commissions. They cost you nothing.</Trans>
      </p>
      <ul className={classes.list}>
        {referrers.map(({ level, bps, name, earned, cur }) => (
          <li key={level}>
            <span>
              <strong>{name}</strong>
              <span className={classes.small}>{shareText(percentText(bps))}</span>
            </span>
            <span className={classes.right}>
              <Money amount={earned} unit={cur} />
              <span className={classes.small}>
                <Trans>so far</Trans>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const shareText = (share: string) => t`${share} of your confirmed deposits`

function Computed() {
  const rates = new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(
    affiliateLevels.map(({ bps }) => percentText(bps)),
  )
  return (
    <p className={classes.words}>
      <Trans>
        When a deposit by someone you referred is confirmed, {rates} of its value goes to the three levels above that
        person. We round the commission down to a whole cent, convert it into your currency at the latest price from our
        own feed, and record that price. Each commission is a ledger transfer and appears in your statement. If the
        deposit is reversed, the commission is reversed too. If part or all of the deposit is withdrawn within{' '}
        {commissionKeptAfterDays} days, the same share of its commissions is returned. If your balance doesn’t cover
        that, we deduct the rest from later commissions. You earn nothing from other accounts that we recognise as
        yours. Referral codes are set at registration and never change.
      </Trans>
    </p>
  )
}
