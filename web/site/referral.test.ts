import { beforeEach, expect, it } from 'vitest'
import { codeOf, forgetReferral, keepReferral, readReferral } from './referral.ts'

const dayMs = 86_400_000
let held: Map<string, string>
let storage: Parameters<typeof readReferral>[0]
beforeEach(() => {
  held = new Map()
  storage = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
})

it('reads only a valid code from a URL', () => {
  expect(codeOf('?ref=CFGHJMPQ')).toBe('CFGHJMPQ')
  expect(codeOf('?a=1&ref=%20cfghjmpq%20')).toBe('CFGHJMPQ')
  for (const search of ['', '?ref=', '?ref=CFGHJMP', '?ref=CFGHJMP0', '?ref=%3Cscript%3E', '?reference=CFGHJMPQ'])
    expect(codeOf(search)).toBeUndefined()
})

it('keeps the newest code for 30 days', () => {
  keepReferral(storage, 'CFGHJMPQ', 0)
  keepReferral(storage, 'QPMJHGFC', dayMs)
  expect(readReferral(storage, 31 * dayMs - 1)).toBe('QPMJHGFC')
  expect(readReferral(storage, 31 * dayMs)).toBeUndefined()
  expect(held.size).toBe(0)
})

it('deletes a code on request, and deletes invalid codes', () => {
  keepReferral(storage, 'CFGHJMPQ', 0)
  forgetReferral(storage)
  expect(readReferral(storage, 1)).toBeUndefined()
  for (const text of ['', 'null', '{', '{"code":5,"atMs":1}', '{"code":"CFGHJMPQ"}', '{"code":"<b>","atMs":1}']) {
    held.set('referral', text)
    expect(readReferral(storage, 1)).toBeUndefined()
    expect(held.size).toBe(0)
  }
})
