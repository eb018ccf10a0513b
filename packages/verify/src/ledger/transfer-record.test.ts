import { expect, it } from 'vitest'
import { parseTransferRecord } from './transfer-record.ts'

const plain =
  '(7,1970324836974593,1767614400000,01890000-0000-7000-8000-000000000001,trading,,stakes,USD,1001,stake,' +
  '01890000-0000-7000-8000-000000000002,key,"BUY EURUSD, ""quoted"" \\\\ text",done,,998999)'

it('reads a record as PostgreSQL writes it', () => {
  expect(parseTransferRecord(plain)).toEqual({
    shard: 7,
    id: '1970324836974593',
    atMs: 1_767_614_400_000,
    from: '01890000-0000-7000-8000-000000000001 trading',
    to: 'stakes',
    asset: 'USD',
    amountMinor: 1_001n,
    kind: 'stake',
    reference: '01890000-0000-7000-8000-000000000002',
    note: 'BUY EURUSD, "quoted" \\ text',
  })
})

it('refuses other text, and a record with another number of columns', () => {
  for (const text of ['', '()', plain.slice(1), plain.replace('(7', '(x'), plain.replace(',998999', ''), `${plain} `])
    expect(parseTransferRecord(text), text).toBeUndefined()
})
