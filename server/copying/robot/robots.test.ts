import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { robotCalls } from '../../../contract/calls/robot.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { writeMail } from '../../platform/mail/mail-texts.ts'
import { Refused } from '../../platform/http/refused.ts'
import { shardOf } from '../../platform/random.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../../trading/test-world.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createRobots, type Robots } from './robots.ts'

const plan = { strategy: 'mean-reversion', stake: '10', symbols: 'EURUSD', hours: '', lossLimit: '25' }
const candleMs = 15_000

let world: ScriptedWorld
let robots: Robots
let api: TestApi
let ada: { id: string; secrete: string }
let refusal: Refused | undefined
const sessions = new Map<string, string>()

function createWorldRobots() {
  const { platform, ledger, markets, trading } = world
  return createRobots(platform, {
    ledger,
    markets,
    trading,
    identity: {
      customer: (customerId) => ({
        customerId,
        shard: shardOf(customerId),
        currency: 'USD',
        country: 'GB',
        customerSinceMs: 0,
        simulated: false,
      }),
      write: (tx, _customerId, text, values) =>
        world.platform.mail.queue(
          tx,
          writeMail(world.platform.config, { to: 'ada@example.org', language: 'en' }, text, values),
        ),
      addExporter: () => {},
      onClosing: () => {},
    },
    limits: { orderRules: () => (refusal ? { refusal, lossLimits: [] } : { lossLimits: [] }) },
  })
}

beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'], {
    orderRules: () => (refusal ? { refusal, lossLimits: [] } : { lossLimits: [] }),
  })
  robots = createWorldRobots()
  await robots.start()
  api = await serveCalls({ ...world.platform, metrics: createMetrics(false) }, robotCalls, robots.calls, (secrete) => {
    const customerId = sessions.get(secrete)
    return customerId === undefined ? null : { sessionId: customerId, customerId, shard: shardOf(customerId) }
  })
  await publishTo(nextMs, 1_085_000)
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await api.stop()
  await robots.stop()
  await world.stop()
})
beforeEach(async () => {
  refusal = undefined
  ada = await world.addCustomer(1_000_00n)
  sessions.set(ada.secrete, ada.id)
})

/** End of the price record, in milliseconds after the start. */
let nextMs = 0
/** Advances the clock and publishes the price every second on the way. */
async function publishTo(afterMs: number, price: number) {
  const prices: [number, number][] = []
  while (nextMs <= afterMs) {
    prices.push([nextMs, price])
    nextMs += 1_000
  }
  await world.platform.clock.advance(startMs + afterMs - world.platform.clock.nowMs())
  if (prices.length > 0) await world.publish('EURUSD', ...prices)
  await world.trading.settle()
}
/**
 * Publishes twenty candles, the last far below the others, so that the strategy buys. Ends just after a candle has
 * closed.
 */
async function fallToSignal() {
  const from = Math.ceil(nextMs / candleMs) * candleMs
  for (let candle = 1; candle < 20; candle++)
    await publishTo(from + candle * candleMs - 1_000, 1_085_000 + (candle % 2) * 10)
  await publishTo(from + 20 * candleMs - 1_000, 1_084_000)
  await publishTo(from + 20 * candleMs, 1_084_000)
}
const call = async (name: string, input: Record<string, unknown> = {}) =>
  api.call(name, input, { secrete: ada.secrete })
const shown = async () => (await call('robot')).body
const trades = async () => (await world.api.call('trades', {}, { secrete: ada.secrete })).body
const setAndStart = async (changes: Record<string, unknown> = {}) => {
  expect(await call('robot.set', { ...plan, ...changes })).toMatchObject({ status: 200 })
  expect(await call('robot.start')).toMatchObject({ status: 200 })
}

describe("'robot'", () => {
  it('is INACTIVE until the customer sets it up and starts it', async () => {
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      status: 'INACTIVE',
      plan: null,
      run: null,
      note: null,
      minStake: '10.00',
      resultToday: '0.00',
    })
    expect(await robots.statusFor(ada.id)).toBe('INACTIVE')
    await call('robot.set', { ...plan, hours: '08:00-12:00' })
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      plan: {
        strategy: 'mean-reversion',
        stake: '10.00',
        symbols: ['EURUSD'],
        hours: '08:00-12:00',
        lossLimit: '25.00',
      },
    })
    await call('robot.start')
    expect(await shown()).toMatchObject({
      state: 'ACTIVE',
      status: 'ACTIVE: Mean reversion',
      run: { trades: 0, result: '0.00', left: '25.00' },
    })
    expect(await robots.statusFor(ada.id)).toBe('ACTIVE: Mean reversion')
    await call('robot.stop')
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      note: 'You stopped it.',
      notePhrase: { phrase: 'robot_stopped_by_you' },
    })
    expect((await call('robot.stop')).body.msg).toContain('already')
  })
  it('shows the expected result at even odds', async () => {
    const { symbols, strategies } = await shown()
    expect(symbols.find(({ symbol }: { symbol: string }) => symbol === 'EURUSD')).toMatchObject({
      payoutBps: 9000,
      breakEvenBps: 5264,
      expectedBps: -500,
    })
    expect(strategies).toHaveLength(6)
  })
})

describe('an active robot', () => {
  it('that fails raises an alarm until it works again, and other robots continue', async () => {
    const open = async () => (await world.platform.alarms.open()).map(({ kind, subject }) => ({ kind, subject }))
    const store = (strategy: string, id: string) =>
      world.platform.pool.query('UPDATE copying.robots SET strategy = $1 WHERE customer_id = $2', [strategy, id])
    const broken = ada.id
    await setAndStart()
    ada = await world.addCustomer(1_000_00n)
    sessions.set(ada.secrete, ada.id)
    await setAndStart()
    await store('a rule that nobody knows', broken)
    await fallToSignal()
    expect(await robots.turn()).toBe(1)
    expect(await trades()).toHaveLength(1)
    expect(await open()).toEqual([{ kind: 'robot_failed', subject: broken }])
    await store(plan.strategy, broken)
    await robots.turn()
    expect(await open()).toEqual([])
    await world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [broken],
    )
  })
  it('whose row is locked trades once, raises no alarm, and doesn’t delay others', async () => {
    const held = ada.id
    await setAndStart()
    ada = await world.addCustomer(1_000_00n)
    sessions.set(ada.secrete, ada.id)
    await setAndStart()
    await fallToSignal()
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM copying.robots WHERE customer_id = $1 FOR UPDATE', [held])
    const begunMs = performance.now()
    await robots.turn()
    expect(performance.now() - begunMs).toBeLessThan(1_500)
    expect(await trades()).toHaveLength(1)
    expect(await world.platform.alarms.open()).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await robots.turn()
    const { rows } = await world.platform.pool.query(
      'SELECT count(*)::int AS count FROM trading.trades WHERE customer_id = $1',
      [held],
    )
    expect(rows[0].count).toBe(1)
    await world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [held],
    )
  })
  it('skips a signal if its account is locked, and doesn’t delay others', async () => {
    const held = ada.id
    await setAndStart()
    ada = await world.addCustomer(1_000_00n)
    sessions.set(ada.secrete, ada.id)
    await setAndStart()
    await fallToSignal()
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [held])
    const begunMs = performance.now()
    await robots.turn()
    expect(performance.now() - begunMs).toBeLessThan(3_000)
    expect(await trades()).toHaveLength(1)
    expect(await world.platform.alarms.open()).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    const { rows } = await world.platform.pool.query('SELECT note FROM copying.robots WHERE customer_id = $1', [held])
    expect(rows[0].note).toBe('@robot_skipped {"symbol":"EURUSD"}')
    await world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [held],
    )
  })
  it('trades on a closed candle, once, and marks its trades', async () => {
    await setAndStart()
    await fallToSignal()
    await robots.turn()
    await robots.turn()
    expect(await trades()).toMatchObject([{ by: 'robot', asset: 'EURUSD', type: 'BUY', interval: 30, amount: '10.00' }])
    expect(await shown()).toMatchObject({
      run: { trades: 1, open: 1, openStake: '10.00', left: '15.00' },
      note: expect.stringContaining('BUY on EURUSD'),
    })
    await call('robot.stop')
  })
  it('decides on a candle once, no matter in which process', async () => {
    await setAndStart()
    await fallToSignal()
    const other = createWorldRobots()
    await Promise.all([robots.turn(), other.turn(), robots.turn(), other.turn()])
    await other.stop()
    expect(await trades()).toHaveLength(1)
    await call('robot.stop')
  })
  it('places an order once when interrupted before it recorded the decision', async () => {
    await setAndStart()
    await fallToSignal()
    await robots.turn()
    await world.platform.pool.query(`UPDATE copying.robots SET decided = '{}' WHERE customer_id = $1`, [ada.id])
    const afterRestart = createWorldRobots()
    await afterRestart.turn()
    await afterRestart.stop()
    expect(await trades()).toHaveLength(1)
    await call('robot.stop')
  })
  it('trades only in its hours', async () => {
    await setAndStart({ hours: '03:00-04:00' })
    await fallToSignal()
    await robots.turn()
    expect(await trades()).toEqual([])
    await call('robot.stop')
  })
  it('does nothing after a stop', async () => {
    await setAndStart()
    await call('robot.stop')
    await fallToSignal()
    await robots.turn()
    expect(await trades()).toEqual([])
  })
  it('stops when another loss could exceed its limit, counts open stakes, and notifies the customer', async () => {
    await setAndStart()
    for (let round = 0; round < 2; round++) {
      await fallToSignal()
      await robots.turn()
      await publishTo(nextMs, 1_084_000)
      await publishTo(nextMs + 31_000, 1_083_900)
    }
    await robots.turn()
    expect((await trades()).map(({ status }: { status: string }) => status)).toEqual(['LOST', 'LOST'])
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      run: { result: '-20.00', left: '5.00' },
      resultToday: '-20.00',
      note: expect.stringContaining('Stopped at its loss limit: it lost 20.00 of 25.00 USD'),
    })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'ada@example.org',
      subject: 'Your trading robot has stopped',
    })
    await fallToSignal()
    await robots.turn()
    expect(await trades()).toHaveLength(2)
    expect(await world.balance(ada.id)).toBe(980_00n)
  })
  it('waits while open trades could exceed its limit', async () => {
    await setAndStart({ lossLimit: '10' })
    await fallToSignal()
    await robots.turn()
    await publishTo(nextMs + 14_000, 1_080_000)
    await robots.turn()
    expect(await trades()).toHaveLength(1)
    expect((await shown()).state).toBe('ACTIVE')
    await call('robot.stop')
  })
  it('stops when the balance is too low, and when the account may not trade', async () => {
    await setAndStart({ stake: '1000', lossLimit: '5000' })
    await world.ledger.post([
      {
        debit: { owner: ada.id, code: 'trading' },
        credit: { house: 'fees' },
        asset: 'USD',
        amountMinor: 1n,
        kind: 'fee',
      },
    ])
    await fallToSignal()
    await robots.turn()
    expect(await shown()).toMatchObject({ state: 'INACTIVE', note: 'Stopped: your balance doesn’t cover its stake.' })
    await setAndStart({ stake: '10' })
    refusal = new Refused('timed_out', { until: 'tomorrow' })
    await fallToSignal()
    await robots.turn()
    expect(await shown()).toMatchObject({ state: 'INACTIVE', note: 'Stopped: you are taking a time-out.' })
  })
  it('skips a signal while a reality check is due, and stays active', async () => {
    await setAndStart()
    refusal = new Refused('reality_due')
    await fallToSignal()
    await robots.turn()
    expect(await shown()).toMatchObject({
      state: 'ACTIVE',
      note: 'EURUSD: waiting for you to confirm your reality check.',
    })
    await call('robot.stop')
  })
})

describe("'robot.set'", () => {
  it.each([
    ['unknown_strategy', { strategy: 'hunch' }],
    ['bad_amount', { stake: '10.001' }],
    ['amount_too_small', { stake: '9.99' }],
    ['amount_too_large', { stake: '5000.01', lossLimit: '9000' }],
    ['bad_symbols', { symbols: '' }],
    ['bad_symbols', { symbols: 'EURUSD,NOSUCH' }],
    ['bad_hours', { hours: 'nine to five' }],
    ['bad_loss_limit', { lossLimit: '9.99' }],
    ['bad_loss_limit', { lossLimit: '100000.01' }],
  ])('%s', async (code, changes) => {
    expect(await call('robot.set', { ...plan, ...changes })).toMatchObject({ status: 400, body: { code } })
    expect((await shown()).plan).toBeNull()
  })
  it('robot_active', async () => {
    await setAndStart()
    expect(await call('robot.set', plan)).toMatchObject({ status: 409, body: { code: 'robot_active' } })
    await call('robot.stop')
  })
  it('accepts each bound', async () => {
    expect(await call('robot.set', { ...plan, stake: '10', lossLimit: '10' })).toMatchObject({ status: 200 })
    expect(
      await call('robot.set', { ...plan, stake: '5000', lossLimit: '100000', symbols: ['btcusd', 'EURUSD'] }),
    ).toMatchObject({ status: 200 })
  })
})

describe("'robot.start'", () => {
  it('not_set_up', async () => {
    expect(await call('robot.start')).toMatchObject({ status: 409, body: { code: 'not_set_up' } })
  })
  it('robot_active', async () => {
    await setAndStart()
    expect(await call('robot.start')).toMatchObject({ status: 409, body: { code: 'robot_active' } })
    await call('robot.stop')
  })
  it('insufficient_balance', async () => {
    await call('robot.set', { ...plan, stake: '1000.01', lossLimit: '2000' })
    expect(await call('robot.start')).toMatchObject({
      status: 409,
      body: { code: 'insufficient_balance', msg: expect.stringContaining('$1,000.00') },
    })
  })
  it.each([
    ['account_frozen', {}],
    ['timed_out', { until: 'tomorrow' }],
    ['excluded', { until: 'for ever' }],
  ])('%s', async (code, details) => {
    await call('robot.set', plan)
    refusal = new Refused(code, details)
    expect(await call('robot.start')).toMatchObject({ status: 403, body: { code } })
    expect((await shown()).state).toBe('INACTIVE')
  })
})
