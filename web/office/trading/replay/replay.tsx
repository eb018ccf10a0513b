import { priceText } from '../../../ui/text/number-text.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TradeReceipt, TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { call, errorText } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'
import { useVerifyCommand } from '../../../data/verify-command.ts'
import { momentFormat } from '../../../language/formats.ts'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Failed, Loading } from '../../../ui/page-state.tsx'
import { PrintButton } from '../../../ui/print-button.tsx'
import { downloadText } from '../../../shell/download.ts'
import { Glyph } from '../glyphs.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { checkReceiptHere, type ReceiptCheck, receiptChecks } from './check-receipt.ts'
import { ReplayChart } from './replay-chart.tsx'
import { allTicks, markOf, type ReplayMark, replaySpan, replayTicks, type ReplayTick } from './replay-path.ts'
import { tradeReport } from '../trades/settled.ts'
import { Table } from '../../../ui/lists/table.tsx'
import classes from './replay.module.css'
import panel from '../panel.module.css'

/** Replays a settled trade from the published ticks, with its receipt. */
export function Replay({ trade, onClose }: { trade: TradeRecord; onClose: () => void }) {
  const receipt = useCall('trades.receipt', { id: trade.id }, { staleTime: Infinity })
  const { fromMs, toMs } = replaySpan(trade)
  const asked = { symbol: trade.asset, from: fromMs, to: toMs }
  const recorded = useQuery({
    queryKey: ['ticks', asked, 'all'],
    queryFn: ({ signal }) => allTicks((from) => call('ticks', { ...asked, from }, { signal }), fromMs),
    staleTime: Infinity,
  })
  const { headline, sentence, tone } = tradeReport(trade, useAmountsHidden())
  const error = receipt.error ?? recorded.error
  const retry = () => void Promise.all([receipt.refetch(), recorded.refetch()])
  const ready = receipt.data && recorded.data
  const ticks = useMemo(
    () => (ready ? replayTicks(recorded.data!, receipt.data!) : []),
    [ready, recorded.data, receipt.data],
  )
  return (
    <Dialog
      title={`${trade.type} ${trade.asset}, ${trade.interval} s`}
      size="large"
      closeButton
      coversPhone
      onClose={onClose}
    >
      <p className={classes.headline} data-tone={tone}>
        {headline}
      </p>
      <p className={classes.sentence}>{sentence}</p>
      {error ? (
        <Failed message={errorText(error)} onRetry={retry} />
      ) : !ready ? (
        <Loading lines={8} label={t`Loading the ticks`} />
      ) : null}
      {ready && ticks.length === 0 && (
        <p className={classes.sentence}>
          <Trans>The record has no ticks for this period.</Trans>
        </p>
      )}
      {ready && ticks.length > 0 && <ReplayChart ticks={ticks} receipt={receipt.data!} />}
      {ready && <TickTable ticks={ticks} receipt={receipt.data!} />}
      {ready && <CheckHere receipt={receipt.data!} published={recorded.data!} />}
      {receipt.data && <ReceiptPart receipt={receipt.data} />}
    </Dialog>
  )
}

/** Formats the time of a tick with milliseconds, because the order within a second can decide a trade. */
const timeText = momentFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
const longTable = 60

function TickTable({ ticks, receipt }: { ticks: readonly ReplayTick[]; receipt: TradeReceipt }) {
  const [all, setAll] = useState(false)
  const near = ticks.filter((tick) =>
    [receipt.outcome.strikeSeq, receipt.outcome.exitSeq].some((seq) => seq !== null && Math.abs(tick.seq - seq) <= 5),
  )
  const count = ticks.length
  const shown = all || ticks.length <= longTable ? ticks : near
  return (
    <div className={classes.ticks}>
      <h3 className={panel.title}>
        <Trans>Ticks</Trans>
      </h3>
      <div className={classes.scroller}>
        <Table
          label={t`Ticks during the trade`}
          narrow="scroll"
          className={classes.table}
          rows={shown.map((tick) => ({ id: tick.seq, ...tick }))}
          markOf={({ seq }) => markOf(seq, receipt.outcome) ?? undefined}
          columns={[
            { head: t`Number`, end: true, cell: ({ seq }) => seq },
            { head: t({ message: 'Time', context: 'time of day' }), end: true, cell: ({ at }) => timeText(at) },
            { head: t`Price`, end: true, cell: ({ price }) => priceText(price) },
            {
              head: t({ message: 'Role', comment: 'what a tick was for the trade: strike or exit' }),
              cell: ({ seq }) => roleWords(markOf(seq, receipt.outcome), receipt.outcome.exitSeq === seq),
            },
          ]}
        />
      </div>
      {shown.length < ticks.length && (
        <button type="button" className={panel.action} onClick={() => setAll(true)}>
          <Trans>Show all {count} ticks</Trans>
        </button>
      )}
    </div>
  )
}

function roleWords(mark: ReplayMark, isExit: boolean): string {
  if (mark === null) return ''
  if (mark === 'exit') return t({ message: 'exit', comment: 'role of a tick: the trade ended at its price' })
  return isExit ? t`strike and exit` : t({ message: 'strike', comment: 'role of a tick: the trade began at its price' })
}

const checkWords = (): Record<ReceiptCheck, string> => ({
  hashChain: t`Each tick’s hash follows from the previous tick’s hash.`,
  published: t`The ticks match the published ones.`,
  result: t`The result matches the strike and exit.`,
  payout: t`The returned amount matches the result and the payout rate.`,
})

/** Checks the receipt in the browser, and says what it checked. */
function CheckHere({
  receipt,
  published,
}: {
  receipt: TradeReceipt
  published: Parameters<typeof checkReceiptHere>[1]
}) {
  const [found, setFound] = useState<ReturnType<typeof checkReceiptHere>>()
  const words = checkWords()
  return (
    <div className={classes.checks}>
      <button type="button" className={panel.action} onClick={() => setFound(checkReceiptHere(receipt, published))}>
        <Icon name="check" size={16} /> <Trans>Check this receipt in your browser</Trans>
      </button>
      <div role="status">
        {found && (
          <ul>
            {receiptChecks.map((name) => (
              <li key={name} data-holds={found[name]}>
                <Icon name={found[name] ? 'check' : 'warning'} size={16} />
                <span>
                  {words[name]} {!found[name] && <strong>{t`This check failed.`}</strong>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function ReceiptPart({ receipt }: { receipt: TradeReceipt }) {
  const name = `tallystick-receipt-${receipt.order.id}.json`
  const { version } = receipt.rules
  return (
    <div className={classes.receipt}>
      <div>
        <h3 className={panel.title}>
          <Trans>Receipt</Trans>
        </h3>
        <p>
          <Trans>
            The receipt contains the order, rule version {version} and the ticks with their positions in the hash chain.
            To recompute the result without trusting this server, run <VerifyCommand file={name} /> in a copy of the
            source code.
          </Trans>
        </p>
      </div>
      <button
        type="button"
        className={panel.action}
        onClick={() => downloadText(name, 'application/json', `${JSON.stringify(receipt, null, 2)}\n`)}
      >
        <Glyph name="download" size={16} /> <Trans>Download receipt</Trans>
      </button>
      <PrintButton size="xs" />
    </div>
  )
}

function VerifyCommand({ file }: { file: string }) {
  return <code dir="ltr">{useVerifyCommand('receipt', file)}</code>
}
