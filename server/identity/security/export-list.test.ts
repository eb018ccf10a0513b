import { describe, expect, it } from 'vitest'
import { csvField } from './export-data.ts'
import { csvOf, rowsOf } from './export-list.ts'

describe('an exported list', () => {
  it('has a column for each field of any row, and encodes lists in a field as JSON', async () => {
    const rows = [
      { id: 'a', amount: '1.00' },
      { id: 'b', note: 'x, y', parts: [{ n: 1n }] },
    ]
    let file = ''
    for await (const line of csvOf(rows)) file += line
    expect(file).toBe('id,amount,note,parts\r\na,1.00,,\r\nb,,"x, y","[{""n"":""1""}]"\r\n')
  })
  it('is the exporter’s result, or the named part of it', () => {
    expect(rowsOf('deposits', [{ id: 1 }])).toEqual([{ id: 1 }])
    expect(rowsOf('withdrawals', { withdrawals: [{ id: 1 }], addresses: [{ id: 2 }] })).toEqual([{ id: 1 }])
    expect(rowsOf('withdrawals', { withdrawals: [], addresses: [{ id: 2 }] })).toEqual([])
    expect(rowsOf('affiliates', { levels: [{ level: 1 }], referrals: [{ id: 3 }] })).toEqual([{ id: 3 }])
    expect(rowsOf('gaps', [{ id: 'c', gaps: [{ id: 'g' }] }])).toEqual([{ copy: 'c', id: 'g' }])
  })
  it('never runs a formula in a spreadsheet, not even with full-width characters', () => {
    expect(['=1', '＝1', '＋1', '－1', '＠x', '-1.5'].map(csvField)).toEqual([
      "'=1",
      "'＝1",
      "'＋1",
      "'－1",
      "'＠x",
      '-1.5',
    ])
  })
})
