import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

let world: MiningWorld
let ada: Person

beforeAll(async () => {
  world = await createMiningWorld()
})
beforeEach(async () => {
  await world.setPrice('BTCUSD', 50_000)
  ada = await world.addCustomer()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

const input = {
  coin: 'LTC',
  difficulty: '90000000',
  subsidy: '6.25',
  height: 1,
  source: 'Changed by this test',
  observedOn: '2026-01-05',
}
const set = async (change: Record<string, unknown> = {}, name = 'mining.parameters.set') =>
  world.ask(name, { ...input, ...change }, { secrete: await world.addOperator('finance') })
const shown = async (coin: string): Promise<Record<string, any>[]> =>
  (await world.ask('mining.parameters')).body.filter((each: { coin: string }) => each.coin === coin)

describe("'mining.parameters.set'", () => {
  it('bad_difficulty: for zero', async () => {
    const { status, body } = await set({ difficulty: '0' })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_difficulty' })
  })
  it('out_of_bounds: a difficulty outside 1/4 to 4 times the current one, a subsidy outside 1/2 to 2', async () => {
    for (const change of [
      { difficulty: '400000000' },
      { difficulty: '0.00000001' },
      { subsidy: '13' },
      { subsidy: '3' },
    ]) {
      const { status, body } = await set(change)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'out_of_bounds' })
    }
    expect((await set({ difficulty: '1' })).body.msg).toBe(
      'Enter a difficulty between 20904955.92964627 and 334479294.87434036. A single change can’t exceed these bounds.',
    )
  })
  it('changes nothing until a second operator approves, and takes effect a day later', async () => {
    expect((await set()).body).toEqual({
      type: 'success',
      msg: 'A second operator has to approve this.',
      outcome: 'needs_second',
    })
    expect((await shown('LTC')).map(({ state }) => state)).toEqual(['in_force'])
    expect((await world.approve()).status).toBe(200)
    expect((await shown('LTC')).map(({ state, difficulty }) => [state, difficulty])).toEqual([
      ['announced', '90000000.00000000'],
      ['in_force', '83619823.71858509'],
    ])
    expect((await shown('LTC'))[0]!.from).toBe(world.platform.clock.nowMs() + 86_400_000)
    await world.advance(86_400_000)
    expect((await shown('LTC')).map(({ state }) => state)).toEqual(['in_force', 'past'])
  })
  it('can’t exceed the bounds with two concurrent proposals', async () => {
    await set({ coin: 'ZEC', difficulty: '320000000', subsidy: '1.25' })
    await set({ coin: 'ZEC', difficulty: '21000000', subsidy: '1.25' })
    expect((await world.approve()).status).toBe(200)
    const { status, body } = await world.approve()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'cannot_be_done' })
  })
  it('is hidden from operators without the permission', async () => {
    for (const secrete of [ada.secrete, await world.addOperator('support')]) {
      const { body } = await world.ask('mining.parameters.set', { ...input, difficulty: '5' }, { secrete })
      expect(body.code).toBe('unknown_call')
    }
  })
})

describe("'mining.parameters.correct'", () => {
  const correct = (change: Record<string, unknown> = {}) =>
    set({ coin: 'XMR', difficulty: '600000000000', subsidy: '0.6', from: 0, ...change }, 'mining.parameters.correct')
  it('not_found: for a time without parameters', async () => {
    const { status, body } = await correct({ from: 5 })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
  })
  it('bad_difficulty: for zero', async () => {
    const { status, body } = await correct({ difficulty: '0' })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_difficulty' })
  })
  it('out_of_bounds: outside the bounds that the previous parameters set', async () => {
    const { status, body } = await correct({ difficulty: '5' })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'out_of_bounds' })
  })
  it('is applied once, with the approval of two operators', async () => {
    await correct()
    await world.advance(1_000)
    await correct({ difficulty: '700000000000' })
    expect((await world.approve()).status).toBe(200)
    expect((await world.approve()).body.code).toBe('cannot_be_done')
    expect((await shown('XMR')).map(({ state, difficulty }) => [state, difficulty])).toEqual([
      ['in_force', '700000000000.00000000'],
      ['replaced', '600000000000.00000000'],
    ])
    await expect(world.platform.owner.query('DELETE FROM mining.parameter_corrections')).rejects.toThrow('append-only')
  })
})
