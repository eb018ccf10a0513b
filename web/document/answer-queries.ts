import type { QueryClient } from '@tanstack/react-query'
import { firstPage } from '../data/rendered.ts'
import type { SiteContext } from './load-context.ts'

/** A page whose queries lead to further queries is rendered at most this often before its last render. */
const maxPasses = 3

/**
 * Renders a page until its queries have their responses, so that the last render shows them. A call that is refused or
 * fails stays without a response, and the browser makes it again. Returns false if the session has ended.
 */
export async function answerQueries(
  queries: QueryClient,
  render: () => unknown,
  call: NonNullable<SiteContext['readersCall']>,
): Promise<boolean> {
  const asked = new Set<string>()
  for (let pass = 0; pass < maxPasses; pass += 1) {
    render()
    const open = queries
      .getQueryCache()
      .getAll()
      .filter(({ queryHash, options, meta }) => meta?.['isCall'] && isEnabled(options) && !asked.has(queryHash))
    if (open.length === 0) return true
    const answers = await Promise.all(
      open.map(async ({ queryHash, queryKey, meta }) => {
        asked.add(queryHash)
        const [name, input] = queryKey as [string, Record<string, unknown>]
        return { queryKey, isPaged: meta?.['isPaged'] === true, answer: await call(name, input) }
      }),
    )
    if (answers.some(({ answer }) => answer === 'signed_out')) return false
    for (const { queryKey, isPaged, answer } of answers)
      if (typeof answer === 'object') queries.setQueryData(queryKey, isPaged ? firstPage(answer.value) : answer.value)
  }
  return true
}

/** Returns whether a page uses a query. The cache keeps its observers' options, although their type lacks them. */
const isEnabled = (options: object): boolean => !('enabled' in options && options.enabled === false)
