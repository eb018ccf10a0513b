import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivityWorld, type ActivityWorld } from './test-activity.ts'

let world: ActivityWorld
beforeAll(async () => {
  world = await createActivityWorld()
})
afterAll(() => world.stop())

const entriesOf = (id: string, secrete?: string) => world.ask('activity.entries', { id }, secrete)

describe("'activity.entries'", () => {
  it('lists the entries of a trade with their batches, and its order in words', async () => {
    const { body } = await entriesOf(await world.trade('WON'))
    expect(body).toMatchObject([
      { kind: 'stake', amount: '-10.00', balance: '9990.00', note: 'BUY EURUSD 5 s' },
      { kind: 'stake_return', amount: '10.00', balance: '10000.00' },
      { kind: 'profit', amount: '9.00', balance: '10009.00' },
    ])
    expect(body[0].batch).toMatch(/^\d+\/\d+$/)
    expect((await world.ledger.batch(...batchOf(body[0].batch)))!.lastId).toBe(BigInt(body[0].id))
  })

  it('lists the entries with the same reference on the customer’s own accounts', async () => {
    const { id, secrete } = await world.addCustomer(20_00n)
    const reference = '00000000-0000-7000-8000-000000000007'
    const own = { owner: id, code: 'trading' }
    const fee = { asset: 'USD', amountMinor: 1_00n, reference } as const
    await world.ledger.post([
      { ...fee, debit: own, credit: { house: 'withdrawal_clearing' }, kind: 'withdrawal' },
      { ...fee, debit: own, credit: { house: 'fees' }, kind: 'withdrawal_fee' },
      {
        ...fee,
        debit: { house: 'exchange' },
        credit: { house: 'fees' },
        kind: 'fee',
        shard: Number.parseInt(id.slice(-2), 16) % 32,
      },
    ])
    const { lines } = (await world.ask('activity', {}, secrete)).body
    const { body } = await entriesOf(lines[0].id, secrete)
    expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['withdrawal', 'withdrawal_fee'])
    expect((await entriesOf(lines[2].id, secrete)).body).toMatchObject([{ kind: 'practice_grant', reference: null }])
  })

  it('returns not_found for another customer’s trades and transfers', async () => {
    const other = await world.addCustomer()
    const { lines } = (await world.ask('activity')).body
    for (const { id } of lines) expect((await entriesOf(id, other.secrete)).body.code).toBe('not_found')
  })
})

function batchOf(text: string): [number, bigint] {
  const [shard, batch] = text.split('/')
  return [Number(shard), BigInt(batch!)]
}
