import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallOutput } from '../../../data/call.ts'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { sampleTrade } from '../ticket/test-sample-trade.ts'
import {
  isSending,
  removeSentOrder,
  settledMessageOf,
  showAcceptedOrder,
  showSentOrder,
  showSettled,
  type SettledMessage,
} from './trade-cache.ts'

const order = { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' as const }
const nowMs = 1_715_162_400_000
const answer = { id: 't9', acceptedAt: nowMs + 40, expiresAt: nowMs + 5_040, payoutBps: 9000, balance: '90.00' }
const settledAs = (result: SettledMessage['result'], id = 't9'): SettledMessage => ({
  kind: 'trade',
  id,
  result,
  msg: 'Your BUY on EURUSD won $9.00.',
  settled: { strike: '1.08432', exit: '1.08440', returned: '19.00', settledAt: nowMs + 5_100, balance: '109.00' },
})

let queries: QueryClient
let fetched: string[]

const rows = (p?: number) => queries.getQueryData<TradeRecord[]>(['trades', p === undefined ? {} : { p }])!
const balance = () => queries.getQueryData<CallOutput<'user'>>(['user', {}])!.balance
const count = () => queries.getQueryData<CallOutput<'trades.count'>>(['trades.count', {}])!

beforeEach(() => {
  fetched = []
  queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        queryFn: ({ queryKey }) => {
          fetched.push(String(queryKey[0]))
          return queries.getQueryData(queryKey)
        },
      },
    },
  })
  const old = Array.from({ length: 10 }, (_, index) => sampleTrade({ id: `t${index - 2}` }))
  queries.setQueryData(['trades', {}], old)
  queries.setQueryData(['trades', { p: 1 }], old)
  queries.setQueryData(['trades.count', {}], { all: 10, open: 0, won: 10, lost: 0, tie: 0, void: 0 })
  queries.setQueryData(['user', {}], { cur: '$', balance: '100.00' })
  queries.setQueryData(['totalbalance', {}], 100)
  for (const queryKey of [
    ['trades', {}],
    ['trades', { p: 1 }],
    ['trades.count', {}],
    ['user', {}],
    ['totalbalance', {}],
  ])
    new QueryObserver(queries, { queryKey }).subscribe(() => {})
})

describe('an order', () => {
  test('is shown as being sent, with its stake deducted, before the server responds', async () => {
    await showSentOrder(queries, order, { key: 'k', nowMs })
    expect(rows().at(-1)).toMatchObject({ status: 'OPEN', amount: '10.00', cur: '$', expiresAt: nowMs + 5_000 })
    expect(isSending(rows().at(-1)!)).toBe(true)
    expect(balance()).toBe('90.00')
  })

  test('is shown at once, so that the next frame has it', () => {
    void showSentOrder(queries, order, { key: 'k', nowMs })
    expect(isSending(rows().at(-1)!)).toBe(true)
    expect(balance()).toBe('90.00')
  })

  test('becomes the trade in the response in every list, without another call', async () => {
    await showSentOrder(queries, order, { key: 'k', nowMs })
    await showAcceptedOrder(queries, order, 'k', answer)
    expect(rows().map(({ id }) => id)).toEqual([...Array.from({ length: 10 }, (_, index) => `t${index - 2}`), 't9'])
    expect(rows(1)).toHaveLength(10)
    expect(rows(1).at(-1)).toMatchObject({ id: 't9', acceptedAt: answer.acceptedAt, payoutBps: 9000 })
    expect(count()).toMatchObject({ all: 11, open: 1 })
    expect(fetched).toEqual([])
  })

  test('appears once if a refetch has read it before the response arrives', async () => {
    await showSentOrder(queries, order, { key: 'k', nowMs })
    queries.setQueryData<TradeRecord[]>(['trades', {}], (held) => [...held!, sampleTrade({ id: 't9' })])
    await showAcceptedOrder(queries, order, 'k', answer)
    expect(rows().filter(({ id }) => id === 't9')).toHaveLength(1)
  })

  test('disappears if it is refused, and the actual state is refetched', async () => {
    await showSentOrder(queries, order, { key: 'k', nowMs })
    await removeSentOrder(queries, 'k')
    expect(rows().some(isSending)).toBe(false)
    expect(new Set(fetched)).toEqual(new Set(['trades', 'trades.count', 'user', 'totalbalance']))
  })
})

describe('a settlement', () => {
  beforeEach(async () => {
    await showSentOrder(queries, order, { key: 'k', nowMs })
    await showAcceptedOrder(queries, order, 'k', answer)
  })

  test('completes the rows, the counts and the balance, and refetches only the total', async () => {
    await showSettled(queries, settledAs('WON'))
    const done = { status: 'WON', result: 'true', strike: '1.08432', exit: '1.08440', returned: '19.00' }
    expect(rows().at(-1)).toMatchObject(done)
    expect(rows(1).at(-1)).toMatchObject(done)
    expect(count()).toMatchObject({ all: 11, open: 0, won: 11 })
    expect(balance()).toBe('109.00')
    expect(fetched).toEqual(['totalbalance'])
    expect(settledMessageOf('t9')).toBe('Your BUY on EURUSD won $9.00.')
  })

  test('of an unknown trade, or of a void one, refetches the trades', async () => {
    await showSettled(queries, settledAs('WON', 'unknown'))
    expect(fetched).toContain('trades')
    fetched = []
    await showSettled(queries, settledAs('VOID'))
    expect(fetched).toContain('trades')
  })

  test('replaces the response to a fetch that started before it', async () => {
    let finish: (old: TradeRecord[]) => void = () => {}
    const old = rows()
    void queries
      .fetchQuery({ queryKey: ['trades', {}], staleTime: 0, queryFn: () => new Promise((end) => (finish = end)) })
      .catch(() => {})
    const shown = showSettled(queries, settledAs('WON'))
    finish(old as TradeRecord[])
    await shown
    expect(rows().at(-1)).toMatchObject({ status: 'WON' })
  })
})
