import { describe, expect, it } from 'vitest'
import { FailingRows, isFaultOfRow } from './failing-rows.ts'

describe('a row that fails', () => {
  it('is retried after a minute, then after increasing waits of up to an hour', () => {
    let nowMs = 0
    const rows = new FailingRows({ nowMs: () => nowMs })
    const waits: number[] = []
    for (let failures = 0; failures < 9; failures++) {
      rows.failed('a')
      const fromMs = nowMs
      while (rows.isWaiting('a')) nowMs += 60_000
      waits.push((nowMs - fromMs) / 60_000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(rows.waiting()).toEqual([])
    expect([rows.worked('a'), rows.worked('a'), rows.count]).toEqual([true, false, 0])
  })
})

describe('isFaultOfRow', () => {
  const codes = (code: string) => Object.assign(new Error('refused'), { code })
  it.each(['22003', '23505', 'P0001', '22P02', 'insufficient', 'key_reused'])('is true for the error %s', (code) => {
    expect(isFaultOfRow(codes(code))).toBe(true)
  })
  it('is true for an error in our own code', () => {
    expect(isFaultOfRow(new RangeError('Division by zero'))).toBe(true)
    expect(isFaultOfRow(new Error('Unsupported state or unable to authenticate data'))).toBe(true)
  })
  it.each(['08006', '40P01', '53100', '55P03', '57014', 'ECONNRESET', 'EPIPE'])('is false for the error %s', (code) => {
    expect(isFaultOfRow(codes(code))).toBe(false)
  })
  it('is false for a lost connection', () => {
    expect(isFaultOfRow(new Error('Connection terminated unexpectedly'))).toBe(false)
    expect(isFaultOfRow(new Error('timeout exceeded when trying to connect'))).toBe(false)
  })
})
