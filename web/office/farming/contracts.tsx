import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { YieldRecord } from '../../../api/calls/farming/farming.ts'
import { healthWarning } from '../../../api/farming-rules.ts'
import { farmActions } from '../../../api/states/farm-states.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { quantityText } from '../../language/formats.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { Health } from './health.tsx'
import { EndEarly } from './end-early.tsx'
import { farmStateTexts } from './state-words.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import list from '../contract-list.module.css'
import classes from './farming.module.css'

export const meta = officeMeta(() => t`My Yield Contracts`)

/** Lists the customer's yield contracts, from the `activeyields` and `pendingyields` calls. */
export default function YieldContracts() {
  const yields = useCall('activeyields', {}, { refetchInterval: 15_000 })
  const pending = useCall('pendingyields', {})
  useEffect(() => live.hold(), [])
  return (
    <Page
      title={t`My Yield Contracts`}
      words={t`Interest is paid weekly into your trading account. Each statement shows how it was calculated.`}
    >
      {pending.data && pending.data.length > 0 && (
        <Panel title={t`Waiting for payment`}>
          <ul className={list.list}>
            {pending.data.map(({ id, plan, pcur, amount, lever, duration }) => (
              <li key={id} className={list.top}>
                <span>
                  {plan} · <Money amount={amount} unit={pcur} /> · {leverageText(lever)} ·{' '}
                  {quantityText(duration, 'day')}
                </span>
                <Link to={path('officeYieldPlans', { query: { id } })}>
                  <Trans>Go to payment</Trans>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {!yields.data?.length && (
        <Panel>
          <Unanswered query={yields} lines={4} />
          {yields.data && <NoContracts />}
        </Panel>
      )}
      {yields.data && yields.data.length > 0 && (
        <ul className={list.list}>
          {yields.data.map((contract) => (
            <Contract key={contract.id} contract={contract} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function NoContracts() {
  return (
    <Empty
      title={t`No Active Yield Contracts yet.`}
      icon="leaf"
      action={
        <Button component={Link} to={path('officeYieldPlans')}>
          <Trans>View plans</Trans>
        </Button>
      }
    >
      <Trans>A contract appears here once its deposit is confirmed.</Trans>
    </Empty>
  )
}

function leverageText(value: number): string {
  const leverage = groupDigits(String(value))
  return t`${leverage}× leverage`
}

const stateTones: Partial<Record<YieldRecord['state'], Tone>> = { running: 'good', liquidated: 'bad' }

function Contract({ contract }: { contract: YieldRecord }) {
  const { id, plan, coin, lever, state, health, liquidationPrice, price } = contract
  const { unit } = assetLabels[coin]
  return (
    <li className={list.contract}>
      <div className={list.top}>
        <strong>
          {plan} · {leverageText(lever)}
        </strong>
        <Badge tone={stateTones[state]}>{farmStateTexts()[state]}</Badge>
      </div>
      {health !== null && Number(health) < healthWarning && (
        <p className={classes.warning} role="alert">
          <Trans>
            {unit} is at <Money shown amount={price ?? '0'} unit="$" />, close to the liquidation price of{' '}
            <Money shown amount={liquidationPrice} unit="$" />.
          </Trans>
        </p>
      )}
      <ContractFacts contract={contract} />
      <ButtonRow spaced>
        <Link to={path('officeYieldStatement', { params: { id } })}>
          <Trans context="of a contract">Statement</Trans>
        </Link>
        {farmActions.can('endEarly', state) && <EndEarly contract={contract} />}
      </ButtonRow>
    </li>
  )
}

const shown = (rate: string | null, words: string) => (rate === null ? words : withPercent(groupDigits(rate)))

/** Shows a contract's value, interest and liquidation price. */
export function ContractFacts({ contract }: { contract: YieldRecord }) {
  const {
    pcur,
    amount,
    earnings,
    forward,
    delivered,
    worth,
    health,
    liquidationPrice,
    returned,
    nextAt,
    endsAt,
    state,
  } = contract
  const running = farmActions.can('earn', state)
  const wasDelivered = shown(delivered, t`nothing paid yet`)
  return (
    <Facts layout="grid">
      <Fact term={t`Deposit`}>
        <Money amount={amount} unit={pcur} />
      </Fact>
      <Fact term={t`Interest paid`}>
        <Money amount={earnings} unit={pcur} />
      </Fact>
      {running && (
        <Fact term={t`Current value`}>{worth === null ? t`no price` : <Money amount={worth} unit={pcur} />}</Fact>
      )}
      {returned !== null && (
        <Fact term={t`Returned`}>
          <Money amount={returned} unit={pcur} />
        </Fact>
      )}
      {running && <Fact term={t`Announced rate`}>{shown(forward, t`none`)}</Fact>}
      <Fact term={t`Delivered rate`}>{wasDelivered}</Fact>
      {running && <Fact term={t`Health factor`}>{health === null ? t`no price` : <Health value={health} />}</Fact>}
      {running && (
        <Fact term={t`Liquidation price`}>
          <Money shown amount={liquidationPrice} unit="$" />
        </Fact>
      )}
      {nextAt !== null && <Fact term={t`Next interest`}>{dateTimeText(nextAt)}</Fact>}
      <Fact term={running ? t`Release` : t`Ended`}>{dateTimeText(endsAt)}</Fact>
    </Facts>
  )
}
