import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { errorText } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'
import { Empty, Failed } from '../../../ui/page-state.tsx'
import { downloadText } from '../../../shell/download.ts'
import { Glyph } from '../glyphs.tsx'
import {
  filterTrades,
  type HistoryFilter,
  isFiltering,
  newestFirst,
  noFilter,
  pageCount,
  pageOf,
  rowsPerPage,
} from './history-filter.ts'
import { HistoryTable } from './history-table.tsx'
import { stateWords } from './settled.ts'
import { tradesCsv } from './trades-csv.ts'
import { DownloadList } from '../../download-list.tsx'
import { SelectField } from '../../../ui/fields/fields.tsx'
import { Flyout } from '../flyout.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import classes from './history.module.css'
import panel from '../panel.module.css'

/** `newest` is undefined while loading. If `error` is set, `newest` may be out of date. */
type Props = {
  newest: readonly TradeRecord[] | undefined
  error: unknown
  retry: () => void
  onReplay: (trade: TradeRecord) => void
}

const noTrades: readonly TradeRecord[] = []

/** Shows all trades in pages of ten. Filters apply to the newest 100. */
export function History({ newest: known, error: newestError, retry, onReplay }: Props) {
  const newest = known ?? noTrades
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<HistoryFilter>(noFilter)
  const filtering = isFiltering(filter)
  const section = useAnchor('tradehistory')
  const { data: count } = useCall('trades.count', {})
  const stored = useCall('trades', { p: page }, { enabled: !filtering })
  const found = newestFirst(filterTrades(newest, filter))
  const pages = filtering ? pageCount(found.length) : count && pageCount(count.all)
  const rows = filtering ? known && pageOf(found, page) : stored.data && newestFirst(stored.data)
  const loaded = newestFirst([
    ...new Map([...newest, ...(stored.data ?? [])].map((trade) => [trade.id, trade])).values(),
  ])
  const exported = filterTrades(loaded, filter)
  const exportedCount = exported.length
  const foundCount = found.length
  const newestCount = newest.length
  return (
    <section
      ref={section}
      id="tradehistory"
      tabIndex={-1}
      className={`${panel.panel} ${classes.history}`}
      aria-labelledby="history-title"
    >
      <div className={panel.head}>
        <h2 id="history-title" className={panel.title}>
          <Trans>Trade history</Trans>
        </h2>
        {count && <span className={panel.count}>{count.all}</span>}
        <Filters
          filter={filter}
          assets={[...new Set(newest.map((trade) => trade.asset))].toSorted()}
          onChange={(next) => {
            setFilter(next)
            setPage(1)
          }}
        />
        <Flyout label={t`Export`} align="end" button={<Glyph name="download" size={18} />}>
          {() => (
            <div className={classes.downloads}>
              <DownloadList list="trades" />
              <button
                type="button"
                className={panel.action}
                disabled={exportedCount === 0}
                onClick={() => downloadText('tallystick-trades.csv', 'text/csv', tradesCsv(exported))}
              >
                {plural(exportedCount, {
                  one: 'Only the # loaded trade, as CSV',
                  other: 'Only the # loaded trades, as CSV',
                })}
              </button>
            </div>
          )}
        </Flyout>
      </div>
      <HistoryBody
        rows={rows}
        error={filtering ? newestError : stored.error}
        retry={filtering ? retry : () => void stored.refetch()}
        filtering={filtering}
        onReplay={onReplay}
      />
      <div className={classes.pager}>
        <Pager
          page={page}
          isLast={pages === undefined ? rows?.length !== rowsPerPage : page >= pages}
          onPage={setPage}
          label={t`Trade history pages`}
        >
          <span className={panel.count} aria-current="page">
            {pages === undefined ? (
              <Trans>Page {page}</Trans>
            ) : (
              <Trans>
                Page {page} of {pages}
              </Trans>
            )}
            {filtering && ` · ${t`${foundCount} of the latest ${newestCount}`}`}
          </span>
        </Pager>
      </div>
    </section>
  )
}

/** Focuses the section if the URL's hash names it. The section renders too late for the router's own scrolling. */
function useAnchor(anchor: string) {
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === `#${anchor}`) section.current?.focus()
  }, [hash, key, anchor])
  return section
}

type BodyProps = {
  rows: TradeRecord[] | undefined
  error: unknown
  retry: () => void
  filtering: boolean
  onReplay: (trade: TradeRecord) => void
}

/**
 * Shows the known rows, and the error if they could not be refetched. Reports an empty list only after a successful
 * load.
 */
function HistoryBody({ rows, error, retry, filtering, onReplay }: BodyProps) {
  if (error) {
    return (
      <>
        <Failed message={`${t`We couldn’t load your trades.`} ${errorText(error)}`} onRetry={retry} />
        {rows && rows.length > 0 && <HistoryTable trades={rows} onReplay={onReplay} />}
      </>
    )
  }
  if (!rows) {
    return (
      <div className={classes.loading} role="status" aria-label={t`Loading the trade history`}>
        {Array.from({ length: rowsPerPage }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    )
  }
  if (rows.length > 0) return <HistoryTable trades={rows} onReplay={onReplay} />
  return filtering ? (
    <Empty title={t`No trades match these filters`}>
      <Trans>Choose another state or asset.</Trans>
    </Empty>
  ) : (
    <Empty title={t`No trades yet`} icon="trade">
      <Trans>Your first BUY or SELL appears here, with everything needed to check its result.</Trans>
    </Empty>
  )
}

function Filters({
  filter,
  assets,
  onChange,
}: {
  filter: HistoryFilter
  assets: string[]
  onChange: (filter: HistoryFilter) => void
}) {
  return (
    <div className={classes.filters}>
      <SelectField
        aria-label={t`State`}
        data={[
          { value: 'ALL', label: t`All states` },
          ...Object.entries(stateWords()).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.state}
        onChange={(event) => onChange({ ...filter, state: event.currentTarget.value as HistoryFilter['state'] })}
      />
      <SelectField
        aria-label={t`Asset`}
        data={[{ value: '', label: t`All assets` }, ...assets]}
        value={filter.asset}
        onChange={(event) => onChange({ ...filter, asset: event.currentTarget.value })}
      />
    </div>
  )
}
