import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { CallInput } from '../../../data/call.ts'
import { namedBy } from './activity-words.ts'

/** The filter in the page's URL. Dates are days in the reader's time zone. */
export const filterNames = ['group', 'account', 'symbol', 'result', 'reason', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]
export type ActivityFilter = Readonly<Record<FilterName, string>>

/** Returns when a day such as `2026-01-31` begins in the reader's time zone, or the day `days` later. */
export function dayMs(day: string, days = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === undefined) return undefined
  const ms = new Date(Number(year), Number(month) - 1, Number(date) + days).getTime()
  return ms < 0 ? undefined : ms
}

/** Returns the input of the calls for a filter and a search. */
export function inputOf(filter: ActivityFilter, search: string): CallInput<'activity.totals'> {
  const { from, to, ...rest } = filter
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return {
    ...chosen,
    ...(dayMs(from) !== undefined && { from: dayMs(from) }),
    ...(dayMs(to) !== undefined && { to: dayMs(to, 1) }),
    ...(search !== '' && { search, named: namedBy(search) }),
  }
}

/** Keeps the filter in the page's URL, so that a link or the back button restores it. */
export function useActivityFilter() {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(
    () => Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as ActivityFilter,
    [query],
  )
  const change = useCallback(
    (changed: Partial<ActivityFilter>) =>
      setQuery(
        (held) => {
          const next = new URLSearchParams(held)
          for (const [name, value] of Object.entries(changed)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery],
  )
  return { filter, change }
}
