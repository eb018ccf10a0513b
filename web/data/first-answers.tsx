import type { QueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { useNonce } from '../document/nonce.ts'
import { createQueries } from './queries.ts'
import { firstAnswersId, firstPage, RenderedContext } from './rendered.ts'

/** The document's responses are for its first page. Later caches, such as after a visit to a public page, are empty. */
let areTaken = false

/** A response by its query's key. A paged query has its first page. */
type FirstAnswer = [key: readonly unknown[], answer: unknown, isPaged?: true]

/**
 * Returns the page's query cache. In the browser it begins with the responses that the server rendered the page with,
 * so that hydration shows the same page and doesn't request them again.
 */
export function usePageQueries(): QueryClient {
  const rendered = useContext(RenderedContext)
  const [queries] = useState(() => rendered?.queries ?? withFirstAnswers(createQueries()))
  useEffect(() => {
    areTaken = true
  }, [])
  return queries
}

function withFirstAnswers(queries: QueryClient): QueryClient {
  const text =
    areTaken || typeof document === 'undefined' ? undefined : document.getElementById(firstAnswersId)?.textContent
  for (const [key, answer, isPaged] of text ? (JSON.parse(text) as FirstAnswer[]) : [])
    queries.setQueryData(key, isPaged ? firstPage(answer) : answer)
  return queries
}

/** Puts the responses that the page shows into the document. Renders nothing on pages without a signed-in reader. */
export function FirstAnswers({ queries }: { queries: QueryClient }) {
  const nonce = useNonce()
  const rendered = useContext(RenderedContext)
  if (!rendered) return null
  const { reader, amountsHidden } = rendered
  return (
    <script
      id={firstAnswersId}
      type="application/json"
      nonce={nonce}
      data-reader={reader}
      data-amounts-hidden={amountsHidden ? '' : undefined}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: rendered.queries ? textOf(queries) : '' }}
    />
  )
}

/** Returns the responses as JSON that can't end the script element. */
function textOf(queries: QueryClient): string {
  const answers = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state, meta }): FirstAnswer =>
      meta?.['isPaged'] ? [queryKey, (state.data as { pages: unknown[] }).pages[0], true] : [queryKey, state.data],
    )
  return JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
}
