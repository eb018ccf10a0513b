import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesByVersion, textOfRules } from './results/rules.ts'
import { createScriptedWorld, type ScriptedWorld } from './test-world.ts'

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD'])
  await world.publish('EURUSD', [0, 1_000])
})
afterAll(() => world.stop())

const place = (secrete: string, input: Record<string, unknown> = {}) =>
  world.api.call('trade', { symbols: 'EURUSD', amount: '10.00', interval: 180, TYPE: 'BUY', ...input }, { secrete })

describe("'trades'", () => {
  it('returns the newest hundred, or a page of ten, oldest first', async () => {
    const { secrete } = await world.addCustomer()
    expect((await world.api.call('trades', {}, { secrete })).body).toEqual([])
    const placed: string[] = []
    for (let turn = 0; turn < 13; turn++) {
      placed.push((await place(secrete)).body.id)
      await world.platform.clock.advance(2)
    }
    const list = async (input = {}) =>
      (await world.api.call('trades', input, { secrete })).body.map(({ id }: { id: string }) => id)
    expect(await list()).toEqual(placed)
    expect(await list({ p: '1' })).toEqual(placed.slice(3))
    expect(await list({ p: '2' })).toEqual(placed.slice(0, 3))
    expect(await list({ p: '3' })).toEqual([])
  })

  it('shows the strike of an open trade as soon as that price has arrived', async () => {
    const { secrete } = await world.addCustomer()
    await place(secrete)
    expect((await world.api.call('trades', {}, { secrete })).body).toMatchObject([{ strike: null }])
    await world.publish('EURUSD', [1_000, 1_034])
    expect((await world.api.call('trades', {}, { secrete })).body).toMatchObject([
      { status: 'OPEN', strike: '0.001034', exit: null },
    ])
  })

  it('shows only the customer’s own trades, and needs a session', async () => {
    const { secrete } = await world.addCustomer()
    expect((await world.api.call('trades', {}, { secrete })).body).toEqual([])
    for (const name of ['trades', 'trades.count', 'totalbalance']) {
      expect(await world.api.call(name)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    }
    expect(await world.api.call('trades', { p: '0' }, { secrete })).toMatchObject({
      status: 400,
      body: { code: 'bad_input' },
    })
  })
})

describe("'trades.count'", () => {
  it('counts by state', async () => {
    const { secrete } = await world.addCustomer()
    await place(secrete)
    await place(secrete, { TYPE: 'SELL' })
    expect((await world.api.call('trades.count', {}, { secrete })).body).toEqual({
      all: 2,
      open: 2,
      won: 0,
      lost: 0,
      tie: 0,
      void: 0,
    })
  })
})

describe("'portfolio'", () => {
  it('shows the parts of Portfolio Balance', async () => {
    const { secrete } = await world.addCustomer(100_00n)
    const { body } = await world.api.call('portfolio', {}, { secrete })
    expect(body).toMatchObject({ cur: '$', total: '100.00', coins: [] })
    expect(body.cash).toEqual(
      expect.arrayContaining([
        { id: 'trading', account: 'trading', amount: '100.00' },
        { id: 'stakes', account: 'stakes', amount: '0.00' },
      ]),
    )
  })
  it('lists refundable coins separately from mined coins', async () => {
    const { secrete, id } = await world.addCustomer(100_00n)
    const owe = (code: string, amountMinor: bigint) =>
      ({
        debit: { house: 'deposit_clearing' },
        credit: { owner: id, code },
        asset: 'BTC',
        amountMinor,
        kind: 'deposit',
      }) as const
    await world.ledger.post([owe('mining:BTC', 100n), owe('refund:BTC', 2_000n)])
    const { body } = await world.api.call('portfolio', {}, { secrete })
    expect(body.coins).toEqual([
      { id: 'mining:BTC', account: 'mining', coin: 'BTC', unit: 'tBTC', amount: '0.00000100' },
      { id: 'refund:BTC', account: 'refund', coin: 'BTC', unit: 'tBTC', amount: '0.00002000' },
    ])
  })
})

describe("'totalbalance'", () => {
  it('is cash plus the stakes of open trades, as a bare number', async () => {
    const { secrete } = await world.addCustomer(100_50n, 'EUR')
    expect((await world.api.call('totalbalance', {}, { secrete })).body).toBe(100.5)
    await place(secrete, { amount: '40.25' })
    expect((await world.api.call('totalbalance', {}, { secrete })).body).toBe(100.5)
  })
  it('is 0 for a customer without deposits', async () => {
    const { secrete } = await world.addCustomer(0n)
    expect((await world.api.call('totalbalance', {}, { secrete })).body).toBe(0)
  })
})

describe("'trades.terms'", () => {
  it('returns limits, intervals and rules, even without a session', async () => {
    const { body } = await world.api.call('trades.terms')
    expect(body).toMatchObject({
      ruleVersion: 'tallystick-rules-2',
      intervals: [5, 10, 30, 60, 180],
      minAmount: '10.00',
      maxAmount: '5000.00',
      maxOpenTrades: 50,
      maxOpenStake: '25000.00',
      cur: 'USD',
    })
    expect(body.rules).toContain('Nobody can set a result.')
  })
  it('returns every version of the rules, newest first', async () => {
    const { body } = await world.api.call('trades.terms')
    expect(body.history[0]).toMatchObject({ version: body.ruleVersion, text: body.rules })
    expect(body.history.at(-1)).toMatchObject({ version: 'tallystick-rules-1', since: '2026-11-21' })
    for (const { version, text } of body.history) expect(textOfRules(rulesByVersion(version)!)).toBe(text)
    const days = body.history.map(({ since }: { since: string }) => since)
    expect(days).toEqual([...new Set(days)].sort().reverse())
  })
  it('uses the customer’s own currency', async () => {
    const { secrete } = await world.addCustomer(0n, 'GBP')
    expect((await world.api.call('trades.terms', {}, { secrete })).body.cur).toBe('GBP')
  })
})
