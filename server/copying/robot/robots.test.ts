import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refused } from '../../platform/http/refused.ts'
import { createRobotWorld, settings, type RobotWorld } from './test-robot.ts'

let stage: RobotWorld
beforeAll(async () => {
  stage = await createRobotWorld()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.refusal = undefined
  await stage.addAda()
})

const shown = async () => (await stage.call('robot')).body
const trades = async () => (await stage.world.api.call('trades', {}, { secrete: stage.ada.secrete })).body

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
    expect(await stage.robots.statusFor(stage.ada.id)).toBe('INACTIVE')
    await stage.call('robot.set', { ...settings, hours: '08:00-12:00' })
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
    await stage.call('robot.start')
    expect(await shown()).toMatchObject({
      state: 'ACTIVE',
      status: 'ACTIVE: Mean reversion',
      run: { trades: 0, result: '0.00', left: '25.00' },
    })
    expect(await stage.robots.statusFor(stage.ada.id)).toBe('ACTIVE: Mean reversion')
    await stage.call('robot.stop')
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      note: 'You stopped the robot.',
      notePhrase: { phrase: 'robot_stopped_by_you' },
    })
    expect((await stage.call('robot.stop')).body.msg).toContain('already')
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
    const open = async () => (await stage.world.platform.alarms.open()).map(({ kind, subject }) => ({ kind, subject }))
    const store = (strategy: string, id: string) =>
      stage.world.platform.pool.query('UPDATE copying.robots SET strategy = $1 WHERE customer_id = $2', [strategy, id])
    const broken = stage.ada.id
    await stage.setAndStart()
    await stage.addAda()
    await stage.setAndStart()
    await store('a rule that nobody knows', broken)
    await stage.fallToSignal()
    expect(await stage.robots.turn()).toBe(1)
    expect(await trades()).toHaveLength(1)
    expect(await open()).toEqual([{ kind: 'robot_failed', subject: broken }])
    await store(settings.strategy, broken)
    await stage.robots.turn()
    expect(await open()).toEqual([])
    await stage.world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [broken],
    )
  })
  it('whose row is locked trades once, raises no alarm, and doesn’t delay others', async () => {
    const held = stage.ada.id
    await stage.setAndStart()
    await stage.addAda()
    await stage.setAndStart()
    await stage.fallToSignal()
    const holder = await stage.world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM copying.robots WHERE customer_id = $1 FOR UPDATE', [held])
    const begunMs = performance.now()
    await stage.robots.turn()
    expect(performance.now() - begunMs).toBeLessThan(1_500)
    expect(await trades()).toHaveLength(1)
    expect(await stage.world.platform.alarms.open()).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await stage.robots.turn()
    const { rows } = await stage.world.platform.pool.query(
      'SELECT count(*)::int AS count FROM trading.trades WHERE customer_id = $1',
      [held],
    )
    expect(rows[0].count).toBe(1)
    await stage.world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [held],
    )
  })
  it('skips a signal if its account is locked, and doesn’t delay others', async () => {
    const held = stage.ada.id
    await stage.setAndStart()
    await stage.addAda()
    await stage.setAndStart()
    await stage.fallToSignal()
    const holder = await stage.world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [held])
    const begunMs = performance.now()
    await stage.robots.turn()
    expect(performance.now() - begunMs).toBeLessThan(3_000)
    expect(await trades()).toHaveLength(1)
    expect(await stage.world.platform.alarms.open()).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    const { rows } = await stage.world.platform.pool.query('SELECT note FROM copying.robots WHERE customer_id = $1', [
      held,
    ])
    expect(rows[0].note).toBe('@robot_skipped {"symbol":"EURUSD"}')
    await stage.world.platform.pool.query(
      'UPDATE copying.robots SET active = false, stopped_at_ms = 0 WHERE customer_id = $1',
      [held],
    )
  })
  it('trades on a closed candle only once, and marks its trades', async () => {
    await stage.setAndStart()
    await stage.fallToSignal()
    await stage.robots.turn()
    await stage.robots.turn()
    expect(await trades()).toMatchObject([{ by: 'robot', asset: 'EURUSD', type: 'BUY', interval: 30, amount: '10.00' }])
    expect(await shown()).toMatchObject({
      run: { trades: 1, open: 1, openStake: '10.00', left: '15.00' },
      note: expect.stringContaining('BUY on EURUSD'),
    })
    await stage.call('robot.stop')
  })
  it('decides on each candle only once, even if there are several processes', async () => {
    await stage.setAndStart()
    await stage.fallToSignal()
    const other = stage.createOther()
    await Promise.all([stage.robots.turn(), other.turn(), stage.robots.turn(), other.turn()])
    await other.stop()
    expect(await trades()).toHaveLength(1)
    await stage.call('robot.stop')
  })
  it('places an order only once, even if it is interrupted before it records the decision', async () => {
    await stage.setAndStart()
    await stage.fallToSignal()
    await stage.robots.turn()
    await stage.world.platform.pool.query(`UPDATE copying.robots SET decided = '{}' WHERE customer_id = $1`, [
      stage.ada.id,
    ])
    const afterRestart = stage.createOther()
    await afterRestart.turn()
    await afterRestart.stop()
    expect(await trades()).toHaveLength(1)
    await stage.call('robot.stop')
  })
  it('trades only in its hours', async () => {
    await stage.setAndStart({ hours: '03:00-04:00' })
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await trades()).toEqual([])
    await stage.call('robot.stop')
  })
  it('does nothing after a stop', async () => {
    await stage.setAndStart()
    await stage.call('robot.stop')
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await trades()).toEqual([])
  })
  it('stops when another loss could exceed its limit, counts open stakes, and notifies the customer', async () => {
    await stage.setAndStart()
    for (let round = 0; round < 2; round++) {
      await stage.fallToSignal()
      await stage.robots.turn()
      await stage.publishTo(stage.nextMs, 1_084_000)
      await stage.publishTo(stage.nextMs + 31_000, 1_083_900)
    }
    await stage.robots.turn()
    expect((await trades()).map(({ status }: { status: string }) => status)).toEqual(['LOST', 'LOST'])
    expect(await shown()).toMatchObject({
      state: 'INACTIVE',
      run: { result: '-20.00', left: '5.00' },
      resultToday: '-20.00',
      note: expect.stringContaining('Stopped at its loss limit: it lost 20.00 of 25.00 USD'),
    })
    expect(stage.world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'ada@example.org',
      subject: 'Your trading robot has stopped',
    })
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await trades()).toHaveLength(2)
    expect(await stage.world.balance(stage.ada.id)).toBe(980_00n)
  })
  it('waits while open trades could exceed its limit', async () => {
    await stage.setAndStart({ lossLimit: '10' })
    await stage.fallToSignal()
    await stage.robots.turn()
    await stage.publishTo(stage.nextMs + 14_000, 1_080_000)
    await stage.robots.turn()
    expect(await trades()).toHaveLength(1)
    expect((await shown()).state).toBe('ACTIVE')
    await stage.call('robot.stop')
  })
  it('stops when the balance is too low, and when the account may not trade', async () => {
    await stage.setAndStart({ stake: '1000', lossLimit: '5000' })
    await stage.world.ledger.post([
      {
        debit: { owner: stage.ada.id, code: 'trading' },
        credit: { house: 'fees' },
        asset: 'USD',
        amountMinor: 1n,
        kind: 'fee',
      },
    ])
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await shown()).toMatchObject({ state: 'INACTIVE', note: 'Stopped: your balance doesn’t cover its stake.' })
    await stage.setAndStart({ stake: '10' })
    stage.refusal = new Refused('timed_out', { until: 'tomorrow' })
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await shown()).toMatchObject({ state: 'INACTIVE', note: 'Stopped: you are taking a time-out.' })
  })
  it('skips a signal while a reality check is due, and stays active', async () => {
    await stage.setAndStart()
    stage.refusal = new Refused('reality_due')
    await stage.fallToSignal()
    await stage.robots.turn()
    expect(await shown()).toMatchObject({
      state: 'ACTIVE',
      note: 'EURUSD: waiting for you to confirm your reality check.',
    })
    await stage.call('robot.stop')
  })
})
