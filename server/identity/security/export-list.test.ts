import { describe, expect, it } from 'vitest'
import { csvField } from '../../platform/http/csv.ts'
import { csvOf, rowsOf } from './export-list.ts'

describe('an exported list', () => {
  it('has a column for every field that occurs in a row, and encodes lists in a field as JSON', async () => {
    const rows = [
      { id: 'a', amount: '1.00' },
      { id: 'b', note: 'x, y', parts: [{ n: 1n }] },
    ]
    let file = ''
    for await (const line of csvOf(rows)) file += line
    expect(file).toBe('id,amount,note,parts\r\na,1.00,,\r\nb,,"x, y","[{""n"":""1""}]"\r\n')
  })
  it('contains the rows of the exporter’s result, or of one part of the result', () => {
    expect(rowsOf('deposits', [{ id: 1 }])).toEqual([{ id: 1 }])
    expect(rowsOf('withdrawals', { withdrawals: [{ id: 1 }], addresses: [{ id: 2 }] })).toEqual([{ id: 1 }])
    expect(rowsOf('withdrawals', { withdrawals: [], addresses: [{ id: 2 }] })).toEqual([])
    expect(rowsOf('affiliates', { levels: [{ level: 1 }], referrals: [{ id: 3 }] })).toEqual([{ id: 3 }])
    expect(rowsOf('gaps', [{ id: 'c', gaps: [{ id: 'g' }] }])).toEqual([{ copy: 'c', id: 'g' }])
  })
  it('contains nothing that a spreadsheet would run as a formula, even with full-width characters', () => {
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
