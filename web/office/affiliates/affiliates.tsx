import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { currentLocale } from '#i18n'
import { affiliateLevels, commissionKeptAfterDays } from '../../../contract/affiliate-levels.ts'
import { type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import type { MetaArgs } from '../../site/page-meta.ts'
import { Money } from '../../ui/money.tsx'
import { percentText } from '../../ui/number-text.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { DownloadList } from '../download-list.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './affiliates.module.css'
import { Banners } from './banners.tsx'
import { Referrals } from './referrals.tsx'
import { ReferralLink } from './referral-link.tsx'

export const meta = (args: MetaArgs) => officeMeta(t`Affiliates`)(args)

const levelWords = (share: string) => [
  t`People you invited, ${share}`,
  t`People they invited, ${share}`,
  t`One level further, ${share}`,
]

/** The customer's place in the affiliate programme. Source: product.md section 1, truth.md section 5. */
export default function Affiliates() {
  const affiliate = useCall('affiliate', {})
  return (
    <OfficePage
      title={t`Affiliates`}
      words={t`Invite others and earn a share of what they deposit, in practice money. Never of what they lose.`}
    >
      {affiliate.isPending && (
        <Panel>
          <Loading lines={8} label={t`Loading your affiliates`} />
        </Panel>
      )}
      {affiliate.isError && (
        <Panel>
          <Failed message={errorText(affiliate.error)} onRetry={() => affiliate.refetch()} />
        </Panel>
      )}
      {affiliate.data && (
        <>
          <Panel title={t`Your link`} id="link">
            <ReferralLink code={affiliate.data.code} link={affiliate.data.link} />
          </Panel>
          <Panel title={t`Earned`} id="earned">
            <Earned data={affiliate.data} />
          </Panel>
          <Panel title={t`People you referred`} id="referrals">
            <DownloadList list="affiliates" />
            <Referrals />
          </Panel>
          <Panel title={t`Who earns from you`} id="referrers">
            <Referrers data={affiliate.data} />
          </Panel>
          <Panel title={t`Banners`} id="banners">
            <Banners code={affiliate.data.code} />
          </Panel>
          <Panel title={t`How it is computed`} id="computed">
            <Computed />
          </Panel>
        </>
      )}
    </OfficePage>
  )
}

function Earned({ data }: { data: CallOutput<'affiliate'> }) {
  return (
    <>
      <dl className={classes.sums}>
        <div>
          <dt>
            <Trans>In all</Trans>
          </dt>
          <dd>
            <Money amount={data.earned} unit={data.cur} />
          </dd>
        </div>
        {data.levels.map(({ level, bps, people, depositing, earned }) => (
          <div key={level}>
            <dt>{levelWords(percentText(bps))[level - 1]}</dt>
            <dd>
              <Money amount={earned} unit={data.cur} />
            </dd>
            <dd className={classes.small}>
              {plural(people, {
                one: `# person, ${depositing} with a confirmed deposit`,
                other: `# people, ${depositing} with a confirmed deposit`,
              })}
            </dd>
          </div>
        ))}
      </dl>
      {Number(data.owed) > 0 && (
        <p className={classes.small}>
          <Trans>
            <Money amount={data.owed} unit={data.cur} /> of reversed deposits is kept from your next commissions.
          </Trans>
        </p>
      )}
    </>
  )
}

function Referrers({ data: { referrers } }: { data: CallOutput<'affiliate'> }) {
  if (referrers.length === 0)
    return <p className={classes.words}>{t`Nobody. You registered without a referral code.`}</p>
  return (
    <>
      <p className={classes.words}>
        <Trans>What they earn comes from the house and lessens nothing of yours.</Trans>
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
  const rates = new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'short' }).format(
    affiliateLevels.map(({ rate }) => rate),
  )
  return (
    <p className={classes.words}>
      <Trans>
        When a deposit of somebody you referred is confirmed, {rates} of what it was worth goes to the three levels
        above, rounded down to the cent and changed into your currency at the last price of our own feed, which is kept
        with it. It is a transfer in the ledger, and you see it in your statement. If the deposit is reversed, so is the
        commission. If the deposit is withdrawn again within {commissionKeptAfterDays} days, its commissions go back in
        the same proportion. What your balance no longer covers is kept from later commissions. You earn nothing from
        accounts of your own: accounts that we recognise as the same person’s. Codes are taken at registration and never
        changed afterwards.
      </Trans>
    </p>
  )
}
