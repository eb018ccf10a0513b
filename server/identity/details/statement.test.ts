import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindWords } from '../../../api/sentences/statement-words.ts'
import { transferKinds } from '../../ledger/codes.ts'
import { createCustomersDesk, type CustomersDesk } from '../desk/test-world.ts'

let desk: CustomersDesk
let ada: { id: string; secrete: string }
beforeAll(async () => {
  desk = await createCustomersDesk()
  ada = await desk.customer('ada@example.org')
  const own = { owner: ada.id, code: 'trading' }
  const { ledger } = desk.world
  for (let i = 0; i < 60; i++)
    await ledger.post([{ debit: own, credit: { house: 'stakes' }, asset: 'USD', amountMinor: 10_00n, kind: 'stake' }])
  const [held] = await ledger.post([
    {
      debit: own,
      credit: { house: 'withdrawal_clearing' },
      asset: 'USD',
      amountMinor: 5_00n,
      kind: 'withdrawal',
      pending: true,
    },
  ])
  await ledger.post([{ void: held!.id, kind: 'withdrawal' }])
  await ledger.post([
    {
      debit: { house: 'practice_grants' },
      credit: own,
      asset: 'USD',
      amountMinor: 1n,
      kind: 'bonus',
      note: '=HYPERLINK("x"), see "rules"',
    },
  ])
})
afterAll(() => desk.stop())

const ask = async (input: Record<string, string> = {}, secrete = ada.secrete) =>
  (await desk.call('statement', input, { secrete })).body

describe("'statement'", () => {
  it('lists every entry once across its pages, newest first, with running balances', async () => {
    const first = await ask()
    const second = await ask({ before: first.at(-1).id })
    expect(first).toHaveLength(50)
    expect(second).toHaveLength(14)
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(64)
    expect(first.slice(0, 4)).toMatchObject([
      { words: 'Bonus', amount: '0.01', balance: '9400.01', state: 'booked' },
      { words: 'Withdrawal', amount: '-5.00', balance: '9400.00', state: 'released' },
      { words: 'Withdrawal', amount: '-5.00', balance: '9400.00', state: 'reserved' },
      { words: 'Trade stake', amount: '-10.00', balance: '9400.00', state: 'booked' },
    ])
    expect(second.at(-1)).toMatchObject({ words: 'Practice grant', amount: '10000.00', balance: '10000.00' })
  })

  it('can show a single account, and never shows other customers’ entries', async () => {
    expect(await ask({ account: 'bonus' })).toEqual([])
    const bob = await desk.customer('bob@example.org')
    expect(await ask({}, bob.secrete)).toHaveLength(1)
    // The id of another customer's entry has no effect.
    expect(await ask({ before: (await ask())[0].id }, bob.secrete)).not.toContainEqual(
      expect.objectContaining({ kind: 'stake' }),
    )
    expect((await desk.call('statement')).body.code).toBe('not_signed_in')
  })

  it('describes every kind of transfer', () => {
    expect(Object.keys(kindWords).sort()).toEqual(Object.keys(transferKinds).sort())
  })
})

describe("'statement.csv'", () => {
  it('contains every entry, and no formulas', async () => {
    const { headers, body } = await desk.call('statement.csv', {}, { secrete: ada.secrete })
    expect(headers['content-disposition']).toBe('attachment; filename="tallystick-statement.csv"')
    const lines = String(body).trimEnd().split('\r\n')
    expect(lines).toHaveLength(65)
    expect(lines[1]).toContain(`Trading,USD,Bonus,booked,0.01,9400.01,"'=HYPERLINK(""x""), see ""rules""",`)
  })
})
