import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { callForBytes, type CallInput } from '../../../data/call.ts'
import { useCallPages } from '../../../data/queries.ts'
import { live } from '../../../data/live.ts'
import { momentFormat } from '../../../language/formats.ts'
import { path } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Unanswered } from '../../../shell/answered.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Empty } from '../../../ui/page-state.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { DownloadButtons } from '../../download-list.tsx'
import { Replay } from '../replay/replay.tsx'
import classes from './activity.module.css'
import { Filters } from './filters.tsx'
import { grouped } from './group-lines.ts'
import type { Line } from './activity-words.ts'
import { ActivityLine } from './line.tsx'
import { Totals } from './totals.tsx'
import { inputOf, useActivityFilter } from './use-activity-filter.ts'

const searchWaitMs = 250
const dayText = momentFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/**
 * Shows everything that happened on the customer's accounts, with filters, and with sums and exports of exactly the
 * lines that match.
 */
export function Activity() {
  const { filter, change } = useActivityFilter()
  const [query] = useSearchParams()
  // A link to one transfer searches for its ID and opens its line.
  const linked = query.get('q') ?? ''
  const [typed, setTyped] = useState(linked)
  const search = useDebounced(typed.trim(), searchWaitMs)
  const input = useMemo(() => inputOf(filter, search), [filter, search])
  // The server's days begin at another time, so it answers no filter by day.
  const isHydrated = useHydrated()
  const isKnown = isHydrated || (filter.from === '' && filter.to === '')
  const [replayed, setReplayed] = useState<TradeRecord>()
  useRefetchOnNews()
  return (
    <>
      <Filters filter={filter} onChange={change} search={typed} onSearch={setTyped} />
      <Totals input={input} isKnown={isKnown} />
      <Exports input={input} />
      <Lines input={input} isKnown={isKnown} linked={search === linked ? linked : ''} onReplay={setReplayed} />
      {replayed && <Replay trade={replayed} onClose={() => setReplayed(undefined)} />}
    </>
  )
}

/** Refetches when a trade settles or money moves while the page is open. */
function useRefetchOnNews() {
  const queries = useQueryClient()
  useEffect(
    () =>
      live.onMessage((message) => {
        const moved = message.kind === 'changed' && message.calls.some((name) => moving.has(name))
        if (!moved && message.kind !== 'trade') return
        for (const name of ['activity', 'activity.totals']) void queries.invalidateQueries({ queryKey: [name] })
      }),
    [queries],
  )
}

const moving: ReadonlySet<string> = new Set(['statement', 'totalbalance', 'trades'])

type ListProps = {
  input: CallInput<'activity.totals'>
  /** False until the input is that of the reader's time zone. */
  isKnown: boolean
  /** ID of the transfer whose line opens at first. */
  linked: string
  onReplay: (trade: TradeRecord) => void
}

function Lines({ input, isKnown, linked, onReplay }: ListProps) {
  const pages = useCallPages('activity', input, ({ next }) => next ?? undefined, {
    keepPrevious: true,
    enabled: isKnown,
  })
  if (!pages.data) return <Unanswered query={pages} lines={10} />
  const lines = pages.data.pages.flatMap((page) => page.lines)
  if (lines.length === 0) return <NoLines isFiltered={Object.keys(input).length > 0} />
  return (
    <div aria-busy={pages.isPlaceholderData} className={classes.list}>
      {daysOf(lines).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ul>
            {grouped(ofDay).map((group) => (
              <ActivityLine
                key={group[0].id}
                lines={group}
                isOpenAtFirst={group.some(({ id }) => id === linked)}
                onReplay={onReplay}
              />
            ))}
          </ul>
        </section>
      ))}
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            <Trans>Show older transactions</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Groups lines by the reader's day. */
function daysOf(lines: readonly Line[]): [day: string, lines: Line[]][] {
  return [...Map.groupBy(lines, ({ at }) => dayText(at))]
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="search" title={t`No transactions match these filters`}>
        <Trans>Choose other filters or search for something else.</Trans>
      </Empty>
    )
  return (
    <Empty
      icon="receipt"
      title={t`No transactions yet.`}
      action={
        <Button component={Link} to={path('dashboard')}>
          <Trans>Place a practice trade</Trans>
        </Button>
      }
    />
  )
}

function Exports({ input }: Pick<ListProps, 'input'>) {
  const isFiltered = Object.keys(input).length > 0
  return (
    <DownloadButtons
      name="activity"
      labels={isFiltered ? { csv: t`Download these as CSV`, json: t`Download these as JSON` } : undefined}
      read={(as) => callForBytes('activity.export', { ...input, as })}
    />
  )
}
