import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { unitOf } from '../../../../api/assets.ts'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { CallOutput } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'
import { Time } from '../../../language/time.tsx'
import { path } from '../../../paths.ts'
import { accountName, kindNames } from '../../../shell/statement-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { Unanswered } from '../../../shell/answered.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { Glyph } from '../glyphs.tsx'
import classes from './activity.module.css'
import type { Entry, Line } from './activity-words.ts'
import { Signed } from './signed.tsx'
import { Why } from './why.tsx'

/** Shows the facts of a line, links to what it belongs to, and its ledger entries. */
export function LineDetails({ line, onReplay }: { line: Line; onReplay: (trade: TradeRecord) => void }) {
  const { trade, entry, why } = line
  return (
    <div className={classes.details}>
      {trade && (
        <>
          <TradeFacts trade={trade} />
          {trade.status !== 'OPEN' && (
            <ButtonRow>
              <Button
                variant="default"
                size="xs"
                leftSection={<Glyph name="replay" size={16} />}
                onClick={() => onReplay(trade)}
              >
                <Trans>Replay and receipt</Trans>
              </Button>
            </ButtonRow>
          )}
          <Why tradeId={trade.id} why={why} />
        </>
      )}
      {entry && <EntryLinks entry={entry} />}
      <Entries id={line.id} />
    </div>
  )
}

function TradeFacts({ trade }: { trade: TradeRecord }) {
  const { amount, returned, cur, strike, exit, payoutBps, dt, settledAt, reason } = trade
  return (
    <Facts layout="grid">
      <Fact term={t`Stake`}>
        <Money amount={amount} unit={cur} />
      </Fact>
      <Fact term={t({ message: 'Returned', comment: 'the amount that came back' })}>
        {returned === null ? '–' : <Money amount={returned} unit={cur} />}
      </Fact>
      <Fact term={t`Payout`}>{percentText(payoutBps)}</Fact>
      <Fact term={t`Strike`}>{strike === null ? '–' : priceText(strike)}</Fact>
      <Fact term={t({ message: 'Exit', comment: 'the price at which a trade ended' })}>
        {exit === null ? '–' : priceText(exit)}
      </Fact>
      <Fact term={t({ message: 'Placed', comment: 'when a trade was placed' })}>
        <Time at={dt} seconds />
      </Fact>
      <Fact term={t({ message: 'Settled', context: 'when a trade settled' })}>
        {settledAt === null ? '–' : <Time at={new Date(settledAt).toISOString()} seconds />}
      </Fact>
      {reason && (
        <Fact term={t`Reason`} wide>
          {reason}
        </Fact>
      )}
    </Facts>
  )
}

/** Links to the record that a transfer belongs to, and to its transaction on the chain. */
function EntryLinks({ entry: { kind, reference } }: { entry: Entry }) {
  if (reference === null) return null
  if (kind === 'deposit') return <DepositLinks id={reference} />
  if (kind === 'withdrawal' || kind === 'withdrawal_fee') return <WithdrawalLinks id={reference} />
  const params = { id: reference }
  if (kind === 'mining_purchase' || kind === 'mining_output' || kind === 'mining_refund')
    return <Links>{[[path('officeMiningStatement', { params }), t`Mining statement`]]}</Links>
  if (kind.startsWith('farming_'))
    return <Links>{[[path('officeYieldStatement', { params }), t`Yield statement`]]}</Links>
  if (kind === 'copy_profit_share')
    return <Links>{[[path('traders', { anchor: 'mytraders' }), t`Copied traders`]]}</Links>
  if (kind === 'affiliate_commission') return <Links>{[[path('affiliates'), t`Affiliates`]]}</Links>
  return null
}

function Links({ children }: { children: (readonly [href: string, words: ReactNode])[] }) {
  return (
    <ButtonRow>
      {children.map(([href, words]) => {
        const look = { variant: 'default', size: 'xs', children: words } as const
        // A transaction may be shown in another site's explorer.
        return href.startsWith('/') ? (
          <Button key={href} component={Link} to={href} {...look} />
        ) : (
          <Button key={href} component="a" href={href} target="_blank" rel="noreferrer" {...look} />
        )
      })}
    </ButtonRow>
  )
}

function DepositLinks({ id }: { id: string }) {
  const deposit = useCall('deposits.show', { id })
  return (
    <Links>
      {[
        [path('officePay', { query: { tid: id } }), t`Deposit`],
        ...(deposit.data?.payments ?? []).map(({ link }) => [link, t`Transaction on the chain`] as const),
      ]}
    </Links>
  )
}

function WithdrawalLinks({ id }: { id: string }) {
  const withdrawals = useCall('withdrawals', {})
  const url = withdrawals.data?.find((one) => one.id === id)?.url
  return (
    <Links>
      {[[path('withdrawals'), t`Withdrawals`], ...(url ? [[url, t`Transaction on the chain`] as const] : [])]}
    </Links>
  )
}

type LedgerEntry = CallOutput<'activity.entries'>[number]

function Entries({ id }: { id: string }) {
  const entries = useCall('activity.entries', { id })
  if (!entries.data) return <Unanswered query={entries} lines={2} />
  const reference = entries.data[0]?.reference
  return (
    <>
      <Table label={t`Ledger entries`} caption columns={columns()} rows={entries.data} />
      {reference && (
        <p className={classes.quiet}>
          <Trans>
            Reference <code dir="ltr">{reference}</code>
          </Trans>{' '}
          <CopyButton text={reference} label={t`Copy reference`} iconOnly />
        </p>
      )}
    </>
  )
}

const columns = (): Column<LedgerEntry>[] => [
  { head: t`Time`, cell: ({ at }) => <Time at={at} seconds /> },
  { head: t`Description`, cell: ({ kind, words }) => kindNames()[kind] ?? words },
  { head: t`Account`, cell: ({ account }) => accountName(account) },
  {
    head: t`Amount`,
    end: true,
    cell: ({ amount, asset, state }) => <Signed amount={amount} unit={unitOf(asset)} still={state !== 'booked'} />,
  },
  { head: t`Balance`, end: true, cell: ({ balance, asset }) => <Money amount={balance} unit={unitOf(asset)} /> },
  {
    head: t({ message: 'Batch', comment: 'link of the ledger’s hash chain' }),
    end: true,
    cell: ({ batch }) => (
      <a href={batchUrl(batch)} target="_blank" rel="noreferrer" dir="ltr" title={t`Hash of this ledger batch`}>
        {batch}
      </a>
    ),
  },
]

/** Returns the URL of the public call that returns a batch's hash. */
function batchUrl(batch: string): string {
  const [shard = '', number = ''] = batch.split('/')
  return `/api?${new URLSearchParams({ r: 'ledger.batch', shard, batch: number })}`
}
