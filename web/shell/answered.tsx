import type { ReactNode } from 'react'
import { errorText } from '../data/call.ts'
import { Failed, Loading } from '../ui/page-state.tsx'

type Asked = { data: unknown; error: Error | null; refetch: () => unknown }
type Waiting = { query: Asked; lines?: number; label?: string }

/**
 * Renders the loading state of a call or its error, and nothing once it has a response. `lines` is the size of the
 * response, and `label` the name of the loading state.
 */
export function Unanswered({ query, lines = 4, label }: Waiting) {
  if (query.error) return <Failed message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return query.data === undefined ? <Loading lines={lines} label={label} /> : null
}

/** Renders a call's response, its loading state or its error. If a later request fails, the response stays. */
export function Answered<Data>({
  query,
  lines,
  children,
}: {
  query: Asked & { data: Data | undefined }
  lines?: number
  children: (data: Data) => ReactNode
}) {
  return query.data === undefined ? <Unanswered query={query} lines={lines} /> : <>{children(query.data)}</>
}
