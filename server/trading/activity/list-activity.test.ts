import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivityWorld, type ActivityWorld } from './test-activity.ts'

let world: ActivityWorld
let won: string
let lost: string
let betweenMs: number
beforeAll(async () => {
  world = await createActivityWorld()
  const own = { owner: world.customer.id, code: 'trading' }
  await world.wait(1_000)
  won = await world.trade('WON')
  await world.wait(1_000)
  betweenMs = world.platform.clock.nowMs()
  await world.wait(1_000)
  lost = await world.trade('LOST', { symbols: 'BTCUSD', TYPE: 'SELL', amount: '25.00' })
  const [held] = await world.ledger.post([
    {
      debit: own,
      credit: { house: 'withdrawal_clearing' },
      asset: 'USD',
      amountMinor: 50_00n,
      kind: 'withdrawal',
      pending: true,
      reference: '00000000-0000-7000-8000-000000000001',
    },
  ])
  await world.ledger.post([{ post: held!.id, kind: 'withdrawal', reference: '00000000-0000-7000-8000-000000000001' }])
  await world.ledger.post([
    { debit: own, credit: { house: 'clearing' }, asset: 'USD', amountMinor: 5_00n, kind: 'move' },
    {
      debit: { house: 'clearing' },
      credit: { owner: own.owner, code: 'bonus' },
      asset: 'USD',
      amountMinor: 5_00n,
      kind: 'move',
    },
    {
      debit: { house: 'mining_pool' },
      credit: { ...own, code: 'mining:BTC' },
      asset: 'BTC',
      amountMinor: 7n,
      kind: 'mining_output',
    },
  ])
  await world.ledger.post([
    { debit: own, credit: { house: 'exchange' }, asset: 'USD', amountMinor: 1_00n, kind: 'withdrawal', pending: true },
  ])
})
afterAll(() => world.stop())

const linesOf = async (filter: object) => (await world.ask('activity', filter)).body.lines as any[]
const names = async (filter: object) =>
  (await linesOf(filter)).map(({ trade, entry }) => (trade ? `${trade.type} ${trade.asset}` : entry.words))

describe("'activity'", () => {
  it('lists each trade once with its result, and other entries, newest first', async () => {
    const lines = await linesOf({})
    expect(lines.map(({ amount, asset }) => `${amount} ${asset}`)).toEqual([
      '-1.00 USD',
      '0.00000007 BTC',
      '5.00 USD',
      '-5.00 USD',
      '-50.00 USD',
      '-25.00 USD',
      '9.00 USD',
      '10000.00 USD',
    ])
    expect(lines[0].entry).toMatchObject({ kind: 'withdrawal', state: 'reserved' })
    expect(lines[4].entry).toMatchObject({ kind: 'withdrawal', state: 'booked' })
    expect(lines[5]).toMatchObject({ id: lost, trade: { type: 'SELL', asset: 'BTCUSD', status: 'LOST' }, entry: null })
    expect(lines[6]).toMatchObject({ id: won, trade: { status: 'WON', returned: '19.00' }, why: null })
  })

  it('applies every filter', async () => {
    expect(await names({ group: 'trades' })).toEqual(['SELL BTCUSD', 'BUY EURUSD'])
    expect(await names({ group: 'mining' })).toEqual(['Mining output'])
    expect(await names({ account: 'bonus' })).toEqual(['Transfer between accounts'])
    expect(await names({ symbol: 'eurusd' })).toEqual(['BUY EURUSD'])
    expect(await names({ result: 'LOST' })).toEqual(['SELL BTCUSD'])
    expect(await names({ to: betweenMs })).toEqual(['BUY EURUSD', 'Practice grant'])
    expect(await names({ from: betweenMs, group: 'trades' })).toEqual(['SELL BTCUSD'])
    await world.ask('trades.note', { id: won, reason: 'news' })
    expect(await names({ reason: 'news' })).toEqual(['BUY EURUSD'])
  })

  it('searches for words in any order, for IDs, and for translated names', async () => {
    expect(await names({ search: 'sell btc' })).toEqual(['SELL BTCUSD'])
    expect(await names({ search: 'btc' })).toEqual(['Mining output', 'SELL BTCUSD'])
    expect(await names({ search: 'grant practice' })).toEqual(['Practice grant'])
    expect(await names({ search: won })).toEqual(['BUY EURUSD'])
    expect(await names({ search: '100%_' })).toEqual([])
    expect(await names({ search: 'verloren', named: 'LOST,mining_output' })).toEqual(['Mining output', 'SELL BTCUSD'])
  })

  it('never shows another customer’s lines', async () => {
    const { secrete } = await world.addCustomer(1_00n)
    const { body } = await world.ask('activity', { search: '' }, secrete)
    expect(body.lines).toHaveLength(1)
    expect((await world.ask('activity.totals', {}, secrete)).body.lines).toBe(1)
  })

  it('shows each line once across pages, even if lines have the same time', async () => {
    const { secrete, id } = await world.addCustomer()
    const grant = { debit: { house: 'practice_grants' as const }, asset: 'USD' as const, amountMinor: 1n }
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 15 }, () =>
          world.ask('trade', { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' }, secrete),
        ),
      )
      await world.ledger.post(
        Array.from({ length: 15 }, () => ({
          ...grant,
          credit: { owner: id, code: 'trading' },
          kind: 'bonus' as const,
        })),
      )
      await world.wait(8_000)
      await world.trading.settle()
    }
    const found: string[] = []
    let before: string | undefined
    do {
      const { body } = await world.ask('activity', { before }, secrete)
      expect(body.lines.length).toBeLessThanOrEqual(50)
      found.push(...body.lines.map((line: { id: string }) => line.id))
      before = body.next ?? undefined
    } while (before)
    expect(found).toHaveLength(121)
    expect(new Set(found).size).toBe(121)
  })
})

describe("'activity.totals'", () => {
  it('sums net results and entries by asset, without transfers between own accounts and reservations', async () => {
    expect((await world.ask('activity.totals')).body).toEqual({
      lines: 8,
      sums: [
        { asset: 'USD', unit: '$', in: '10009.00', out: '75.00', net: '9934.00' },
        { asset: 'BTC', unit: 'tBTC', in: '0.00000007', out: '0.00000000', net: '0.00000007' },
      ],
      trades: { all: 2, open: 0, won: 1, lost: 1, winBps: 5000 },
    })
  })

  it('counts transfers between own accounts if the filter names an account, and nothing else', async () => {
    expect((await world.ask('activity.totals', { account: 'bonus' })).body).toMatchObject({
      lines: 1,
      sums: [{ in: '5.00', out: '0.00' }],
      trades: { all: 0, winBps: null },
    })
  })
})

describe("'activity.export'", () => {
  const file = async (input: object) => String((await world.ask('activity.export', input)).body)

  it('contains exactly the lines of the filter, as CSV and JSON', async () => {
    await world.ask('trades.note', { id: won, reason: 'hunch', text: '=1+1, "sure"' })
    const csv = (await file({ group: 'trades' })).trimEnd().split('\r\n')
    expect(csv).toHaveLength(3)
    expect(csv[2]).toContain(
      `BUY EURUSD 5 s,EURUSD,Trading,USD,9.00,WON,10.00,19.00,0.001000,0.001001,90,customer,hunch,`,
    )
    expect(csv[2]).toContain(`"'=1+1, ""sure""",${won}`)
    expect(csv.every((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).length === 16)).toBe(true)
    expect((await file({})).trimEnd().split('\r\n')).toHaveLength(9)
    const { body } = await world.ask('activity.export', { as: 'json', search: 'mining' })
    const lines = typeof body === 'string' ? JSON.parse(body) : body
    expect(lines).toMatchObject([{ entry: { kind: 'mining_output' } }])
  })
})
