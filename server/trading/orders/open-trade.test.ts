import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { tradeIntervals } from '../../../api/calls/trading/trading.ts'
import { shardOf } from '../../platform/random.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

const order = { symbols: 'EURUSD', amount: '10.00', interval: 60, TYPE: 'BUY' }
const limits = { maxOpenTrades: 3, maxOpenStakeMinor: 5_000_00n, maxStakeMinor: 4_000_00n, maxExposureMinor: 8_000_00n }

let world: ScriptedWorld
let customer: { secrete: string; id: string }
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD', 'GBPUSD'], { limits })
  await world.publish('EURUSD', [0, 1_085_000])
  await world.publish('BTCUSD', [0, 61_800_000])
})
afterAll(() => world.stop())
beforeEach(async () => {
  customer = await world.addCustomer()
})

const place = (
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  secrete: string | undefined = customer.secrete,
) => world.api.call('trade', { ...order, ...input }, { ...(secrete && { secrete }), headers })
const countOf = async (secrete: string) => (await world.api.call('trades.count', {}, { secrete })).body.all as number

/** Expects a refusal with a code and a message, an unchanged balance and no trade. */
async function expectRefusal(
  answer: Awaited<ReturnType<typeof place>>,
  status: number,
  code: string,
  balanceMinor = 10_000_00n,
) {
  expect(answer).toMatchObject({ status, body: { type: 'warning', code, msg: expect.stringMatching(/^.{5,}$/) } })
  expect(await world.balance(customer.id)).toBe(balanceMinor)
  expect(await countOf(customer.secrete)).toBe(0)
}

describe("'trade'", () => {
  it('reserves the stake at once and returns the agreed terms', async () => {
    const { status, body } = await place()
    expect(status).toBe(200)
    const acceptedAt = world.platform.clock.nowMs()
    expect(body).toMatchObject({
      type: 'success',
      activeTrades: 1,
      count: 60,
      acceptedAt,
      expiresAt: acceptedAt + 60_000,
      payoutBps: 9000,
      breakEvenBps: 5263,
      balance: '9990.00',
    })
    expect(body.msg).toBe('Your BUY on EURUSD for $10.00 is open. It ends in one minute.')
    expect(await world.balance(customer.id)).toBe(9_990_00n)
    const [record] = (await world.api.call('trades', {}, { secrete: customer.secrete })).body
    expect(record).toMatchObject({
      id: body.id,
      status: 'OPEN',
      result: 'null',
      strike: null,
      exit: null,
      returned: null,
    })
  })

  it('accepts every interval, both types in upper or lower case, and amounts as text or number', async () => {
    for (const interval of tradeIntervals) {
      const { secrete } = await world.addCustomer()
      expect(await place({ interval: String(interval), TYPE: 'sell', symbols: ' eurusd ' }, {}, secrete)).toMatchObject(
        { status: 200, body: { count: interval } },
      )
      expect(await place({ interval, amount: 10.5 }, {}, secrete)).toMatchObject({
        status: 200,
        body: { activeTrades: 2, balance: '9979.50' },
      })
    }
  })

  it('never sets an acceptance time earlier than a published price', async () => {
    await world.publish('BTCUSD', [400, 61_800_000])
    const { body } = await place({ symbols: 'BTCUSD' })
    expect(body.acceptedAt).toBe(world.platform.clock.nowMs() + 400)
  })

  it('opens in the customer’s own currency', async () => {
    const { secrete, id } = await world.addCustomer(100_00n, 'GBP')
    expect(await place({}, {}, secrete)).toMatchObject({ status: 200, body: { balance: '90.00' } })
    expect(await world.balance(id, 'GBP')).toBe(90_00n)
  })
})

describe('unknown_symbol', () => {
  it('refuses a symbol outside the catalogue', async () =>
    expectRefusal(await place({ symbols: 'NOSUCH' }), 400, 'unknown_symbol'))
})

describe('bad_type', () => {
  it('refuses a type other than BUY and SELL', async () =>
    expectRefusal(await place({ TYPE: 'HOLD' }), 400, 'bad_type'))
})

describe('bad_interval', () => {
  it.each([7, 0, -5, 60.5, 1e9])('refuses an interval of %s', async (interval) =>
    expectRefusal(await place({ interval }), 400, 'bad_interval'),
  )
})

describe('bad_amount', () => {
  it('refuses a third decimal', async () => expectRefusal(await place({ amount: '10.001' }), 400, 'bad_amount'))
})

describe('bad_input', () => {
  it.each(['NaN', '1e309', '-5', '10; drop', '', '1e3', '0x10', '10,00', '٣٠', null, true, ['10'], { $gt: 1 }])(
    'refuses the amount %j',
    async (amount) => expectRefusal(await place({ amount }), 400, 'bad_input'),
  )
  it('refuses numbers that JSON cannot represent', async () => {
    const send = (payload: string) =>
      world.api.http.inject({
        method: 'POST',
        url: '/api?r=trade',
        headers: { 'content-type': 'application/json', secrete: customer.secrete },
        payload,
      })
    for (const amount of ['NaN', '1e309', '-5', '1e999']) {
      const answer = await send(`{"symbols":"EURUSD","amount":${amount},"interval":60,"TYPE":"BUY"}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().code).toMatch(/^(bad_input|unreadable_body)$/)
    }
    expect(await world.balance(customer.id)).toBe(10_000_00n)
  })
  it("refuses missing fields and an interval that isn't plain digits", async () => {
    for (const interval of ['soon', '0x5', '5e0']) await expectRefusal(await place({ interval }), 400, 'bad_input')
    await expectRefusal(await world.api.call('trade', {}, { secrete: customer.secrete }), 400, 'bad_input')
  })
})

describe('amount_too_small', () => {
  it.each(['9.99', 9.99, '0', '0.00'])('refuses the amount %s', async (amount) =>
    expectRefusal(await place({ amount }), 400, 'amount_too_small'),
  )
  it('states the minimum', async () =>
    expect((await place({ amount: '9.99' })).body.msg).toBe('The minimum stake is $10.00.'))
})

describe('amount_too_large', () => {
  it('refuses more than the limit', async () => {
    await expectRefusal(await place({ amount: '4000.01' }), 400, 'amount_too_large')
    await expectRefusal(await place({ amount: '999999999999999' }), 400, 'amount_too_large')
  })
})

describe('not_signed_in', () => {
  it('refuses a missing, a forged and a revoked secret', async () => {
    await expectRefusal(await world.api.call('trade', order), 401, 'not_signed_in')
    await expectRefusal(await place({}, {}, 'forged'), 401, 'not_signed_in')
    const { secrete, id } = await world.addCustomer()
    world.revoke(secrete)
    expect(await place({}, {}, secrete)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await world.balance(id)).toBe(10_000_00n)
  })
})

describe('symbol_stale', () => {
  it('refuses a symbol without a fresh price', async () =>
    expectRefusal(await place({ symbols: 'GBPUSD' }), 409, 'symbol_stale'))
})

describe('market_closed', () => {
  it('refuses orders outside the market’s hours', async () => {
    // A Saturday.
    const closed = await createScriptedWorld(['EURUSD'], { hours: 'calendar', startAtMs: Date.UTC(2026, 0, 10, 12) })
    const { secrete, id } = await closed.addCustomer()
    expect(await closed.api.call('trade', order, { secrete })).toMatchObject({
      status: 409,
      body: { code: 'market_closed', msg: 'EURUSD is now closed. You weren’t charged.' },
    })
    expect(await closed.balance(id)).toBe(10_000_00n)
    await closed.stop()
  })
})

describe('insufficient_balance', () => {
  it('states the balance', async () => {
    const { secrete, id } = await world.addCustomer(9_50n)
    expect(await place({}, {}, secrete)).toMatchObject({
      status: 409,
      body: { code: 'insufficient_balance', msg: 'Your balance of $9.50 doesn’t cover this trade.' },
    })
    expect(await world.balance(id)).toBe(9_50n)
    expect(await countOf(secrete)).toBe(0)
  })

  it('lets only one of two orders spend the last 10.00', async () => {
    const { secrete, id } = await world.addCustomer(10_00n)
    const answers = await Promise.all([place({}, {}, secrete), place({ TYPE: 'SELL' }, {}, secrete)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'insufficient_balance',
      msg: 'Your balance of $0.00 doesn’t cover this trade.',
    })
    expect(await world.balance(id)).toBe(0n)
    expect(await countOf(secrete)).toBe(1)
    const [stakes] = (
      await world.platform.pool.query(
        'SELECT open_trades, open_stake_minor FROM trading.customers WHERE customer_id = $1',
        [id],
      )
    ).rows
    expect(stakes).toEqual({ open_trades: 1, open_stake_minor: 10_00n })
  })

  it('still opens a smaller order in the same batch', async () => {
    const { secrete } = await world.addCustomer(25_00n)
    const answers = await Promise.all(
      ['20.00', '10.00', '5.00', '10.00'].map((amount) => place({ amount }, {}, secrete)),
    )
    expect(answers.map(({ body }) => body.code ?? 'ok')).toEqual([
      'ok',
      'insufficient_balance',
      'amount_too_small',
      'insufficient_balance',
    ])
    const others = await Promise.all(
      ['30.00', '25.00'].map(async (amount) => place({ amount }, {}, (await world.addCustomer(25_00n)).secrete)),
    )
    expect(others.map(({ body }) => body.code ?? 'ok')).toEqual(['insufficient_balance', 'ok'])
  })

  it('takes precedence over an exceeded limit', async () => {
    const { secrete } = await world.addCustomer(35_00n)
    for (let turn = 0; turn < 3; turn++) expect((await place({}, {}, secrete)).status).toBe(200)
    expect((await place({}, {}, secrete)).body).toMatchObject({
      code: 'insufficient_balance',
      msg: 'Your balance of $5.00 doesn’t cover this trade.',
    })
  })
})

describe('too_many_open', () => {
  it('refuses the fourth trade when three are allowed, whether they arrive in turn or at once', async () => {
    for (let turn = 0; turn < 3; turn++) expect((await place()).status).toBe(200)
    expect(await place()).toMatchObject({
      status: 409,
      body: { code: 'too_many_open', msg: 'You have 3 open trades, which is the maximum.' },
    })
    const { secrete, id } = await world.addCustomer()
    const answers = await Promise.all(Array.from({ length: 6 }, () => place({}, {}, secrete)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    expect(
      answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => body.activeTrades)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(await world.balance(id)).toBe(9_970_00n)
  })
})

describe('stake_limit', () => {
  it('refuses an order that would raise the open stakes above the limit', async () => {
    expect((await place({ amount: '4000' })).status).toBe(200)
    expect(await place({ amount: '1000.01' })).toMatchObject({
      status: 409,
      body: { code: 'stake_limit', msg: 'This would put more than $5,000.00 at stake at the same time.' },
    })
    expect(await place({ amount: '1000', symbols: 'BTCUSD' })).toMatchObject({
      status: 200,
      body: { balance: '5000.00' },
    })
  })
})

describe('exposure_limit', () => {
  const customersOf = async (isOfLane: (shard: number) => boolean, count: number): Promise<string[]> => {
    const secrets: string[] = []
    while (secrets.length < count) {
      const { secrete, id } = await world.addCustomer()
      if (isOfLane(shardOf(id))) secrets.push(secrete)
    }
    return secrets
  }
  // The limit is a profit of 8,000.00 in two lanes; EURUSD pays 90%.
  const big = { amount: '2500', interval: 180 }

  it("refuses orders above the house's exposure limit for a symbol and second", async () => {
    const [one, two, three, four] = await customersOf((shard) => shard < 16, 4)
    const [other] = await customersOf((shard) => shard >= 16, 1)
    for (const secrete of [one, two, three]) expect((await place(big, {}, secrete)).status).toBe(200)
    expect(await place(big, {}, four)).toMatchObject({
      status: 409,
      body: { code: 'exposure_limit', msg: expect.stringContaining('limit for EURUSD at this expiry') },
    })
    expect((await place(big, {}, other)).body.code).toBe('exposure_limit')
    expect((await place({ ...big, symbols: 'BTCUSD' }, {}, four)).status).toBe(200)
    expect((await place({ ...big, amount: '1300' }, {}, other)).status).toBe(200)
    for (const secrete of [four, other])
      expect((await place({ ...big, amount: '100' }, {}, secrete)).body.code).toBe('exposure_limit')
  })

  it('is fully used but never exceeded when many orders arrive in both lanes at once', async () => {
    const customers = await customersOf(() => true, 40)
    const order = (secrete: string) => place({ symbols: 'BTCUSD', amount: '480', interval: 30 }, {}, secrete)
    const answers = await Promise.all(customers.map(order))
    // On a busy machine, an order that hits the other lane's lock is refused with busy. The test sends it again.
    for (const [index, { body }] of answers.entries())
      if (body.code === 'busy') answers[index] = await order(customers[index]!)
    const taken = answers.filter(({ status }) => status === 200).length
    // BTCUSD pays 87%: 19 profits of 417.60 fit into 8,000.00; two halves of 4,000.00 would hold only 18.
    expect(taken).toBe(19)
    const { rows } = await world.platform.pool.query(
      'SELECT sum(borrowed_minor)::int AS borrowed FROM trading.exposure',
    )
    expect(rows).toEqual([{ borrowed: 0 }])
  })
})

describe('an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'order "1", \\ {}'.replaceAll(' ', '') }

  it('returns the first response to a repeated order, and reserves the stake once', async () => {
    const first = await place({}, key)
    expect(first.status).toBe(200)
    await place()
    expect((await place({}, key)).body).toEqual(first.body)
    expect(await world.balance(customer.id)).toBe(9_980_00n)
  })

  it('counts once when sent several times at once', async () => {
    const [one, two, three] = await Promise.all([place({}, key), place({}, key), place({}, key)])
    expect(one!.status).toBe(200)
    expect(two!.body).toEqual(one!.body)
    expect(three!.body).toEqual(one!.body)
    expect(await world.balance(customer.id)).toBe(9_990_00n)
  })

  it('still returns the first response when the symbol has gone stale', async () => {
    await world.publish('GBPUSD', [0, 1_270_000])
    const first = await place({ symbols: 'GBPUSD' }, key)
    expect(first.status).toBe(200)
    await world.platform.clock.advance(40_000)
    await world.publish('EURUSD', [40_000, 1_085_000])
    await world.publish('BTCUSD', [40_000, 61_800_000])
    expect((await place({ symbols: 'GBPUSD' }, key)).body).toEqual(first.body)
    expect((await place({ symbols: 'GBPUSD' })).body.code).toBe('symbol_stale')
  })

  it('belongs to one customer', async () => {
    expect((await place({}, key)).status).toBe(200)
    const { secrete, id } = await world.addCustomer()
    expect((await place({}, key, secrete)).status).toBe(200)
    expect(await world.balance(id)).toBe(9_990_00n)
  })

  describe('key_reused', () => {
    it.each([{ amount: '11.00' }, { TYPE: 'SELL' }, { interval: 30 }, { symbols: 'BTCUSD' }])(
      'refuses a different order: %j',
      async (other) => {
        expect((await place({}, key)).status).toBe(200)
        expect(await place(other, key)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
        expect(await world.balance(customer.id)).toBe(9_990_00n)
      },
    )
  })
})

it('leaves the books balanced', async () => {
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  const held = await world.platform.pool.query<{ open: bigint; counted: bigint }>(
    `SELECT (SELECT sum(stake_minor)::bigint FROM trading.trades WHERE state = 'OPEN' AND asset = 'USD') AS open,
       (SELECT sum(open_stake_minor)::bigint FROM trading.customers) AS counted`,
  )
  expect(await world.ledger.houseBalance({ house: 'stakes', asset: 'USD' })).toBe(held.rows[0]!.open)
})

describe('outcome_unknown', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Breaks the connection during the next batch of orders. Other uses of the pool keep working. */
  function loseNextBatch(): void {
    const { pool } = world.platform
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
    let lost = false
    vi.spyOn(pool, 'query').mockImplementation(((...given: unknown[]) => {
      if (lost || (given[0] as { name?: string }).name !== 'trading.open_trades') return query(...given)
      lost = true
      return Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' }))
    }) as never)
  }

  it("is returned when the database doesn't reveal whether the order was placed", async () => {
    loseNextBatch()
    // Every read of the clock advances it by a minute.
    let looks = 0
    vi.spyOn(world.platform.clock, 'monotonicMs').mockImplementation(() => 60_000 * looks++)
    const answer = await place()
    expect(answer).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
    expect(answer.body.msg).not.toMatch(/nothing/i)
  })

  it('is not returned if the database comes back in time to show that the order was not placed', async () => {
    loseNextBatch()
    await expectRefusal(await place(), 503, 'busy')
  })
})
