import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDeskCalls } from './call.ts'
import { decide } from './decide.ts'

type Reply = { status: number; body: object } | 'lost'
let replies: Reply[]
let keys: (string | null)[]
const waits: number[] = []
const wait = async (ms: number) => void waits.push(ms)

beforeEach(() => {
  keys = []
  waits.length = 0
  addDeskCalls([], ['messages.close'])
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (_url: string, init: { headers: Headers }) => {
    keys.push(init.headers.get('Idempotency-Key'))
    const reply = replies.shift()!
    if (reply === 'lost') throw new TypeError('fetch failed')
    return Response.json(reply.body, { status: reply.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const done: Reply = { status: 200, body: { type: 'success', msg: 'Closed without a reply.' } }
const unknown: Reply = { status: 503, body: { type: 'warning', code: 'outcome_unknown', msg: 'unknown' } }
const refused: Reply = { status: 409, body: { type: 'warning', code: 'already_decided', msg: 'decided' } }

it('sends each decision with its own idempotency key', async () => {
  replies = [done, done]
  for (let time = 0; time < 2; time++)
    expect(await decide('messages.close', { id: 'a' }, wait)).toMatchObject({ type: 'success' })
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(keys[0]).not.toBe(keys[1])
  expect(waits).toEqual([])
})

it('resends a decision with the same key while its outcome is unknown', async () => {
  replies = ['lost', unknown, done]
  expect(await decide('messages.close', { id: 'b' }, wait)).toMatchObject({ type: 'success' })
  expect(new Set(keys).size).toBe(1)
  expect(waits).toEqual([500, 2_000])
})

it('keeps the key in case the operator repeats the same decision later', async () => {
  replies = [unknown, unknown, unknown, done, done]
  await expect(decide('messages.close', { id: 'c' }, wait)).rejects.toMatchObject({ code: 'outcome_unknown' })
  await decide('messages.close', { id: 'd' }, wait)
  await decide('messages.close', { id: 'c' }, wait)
  expect(keys[4]).toBe(keys[0])
  expect(keys[3]).not.toBe(keys[0])
})

it('discards the key of a decision that the server refused', async () => {
  replies = [refused, done]
  await expect(decide('messages.close', { id: 'e' }, wait)).rejects.toMatchObject({ code: 'already_decided' })
  await decide('messages.close', { id: 'e' }, wait)
  expect(keys[1]).not.toBe(keys[0])
})
