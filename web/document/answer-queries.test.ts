import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { answerQueries } from './answer-queries.ts'
import type { ReadersAnswer } from './load-context.ts'

const meta = { isCall: true }

/** Returns a render function for a page that uses `plan`, and `contract` once `plan` has its response. */
function pageOf(queries: QueryClient) {
  return () => {
    const plan = new QueryObserver(queries, { queryKey: ['plan', {}], meta }).getCurrentResult().data
    new QueryObserver(queries, { queryKey: ['contract', { plan }], meta, enabled: plan !== undefined })
    new QueryObserver(queries, { queryKey: ['qr', 'address'] })
  }
}

const answering =
  (answers: Record<string, ReadersAnswer>, made: string[] = []) =>
  async (name: string): Promise<ReadersAnswer> => {
    made.push(name)
    return answers[name]!
  }

describe('answerQueries', () => {
  it('makes each call once, including those that need an earlier response, and runs no other query', async () => {
    const queries = new QueryClient()
    const made: string[] = []
    const call = answering({ plan: { value: 'gold' }, contract: { value: 7 } }, made)
    expect(await answerQueries(queries, pageOf(queries), call)).toBe(true)
    expect(made).toEqual(['plan', 'contract'])
    expect(queries.getQueryData(['contract', { plan: 'gold' }])).toBe(7)
  })

  it('leaves a refused call to the browser', async () => {
    const queries = new QueryClient()
    const made: string[] = []
    expect(await answerQueries(queries, pageOf(queries), answering({ plan: 'none' }, made))).toBe(true)
    expect(made).toEqual(['plan'])
    expect(queries.getQueryData(['plan', {}])).toBeUndefined()
  })

  it('returns false if the session has ended', async () => {
    const queries = new QueryClient()
    expect(await answerQueries(queries, pageOf(queries), answering({ plan: 'signed_out' }))).toBe(false)
  })

  it('stores the response of a paged query as its first page', async () => {
    const queries = new QueryClient()
    const render = () => {
      new QueryObserver(queries, { queryKey: ['activity', {}], meta: { isCall: true, isPaged: true } })
    }
    await answerQueries(queries, render, answering({ activity: { value: { lines: [] } } }))
    expect(queries.getQueryData(['activity', {}])).toEqual({ pages: [{ lines: [] }], pageParams: [undefined] })
  })
})
