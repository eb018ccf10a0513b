import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptedWorld, operatorSecret, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD'], { hours: 'always' })
})
afterAll(() => world.stop())

describe("'customers.activity'", () => {
  it('shows trades and movements without the customer’s notes, and logs each page', async () => {
    const { id, secrete } = await world.addCustomer()
    await world.publish('EURUSD', [0, 1_000])
    const order = { symbols: 'EURUSD', amount: '20.00', interval: 60, TYPE: 'BUY' }
    const placed = await world.api.call('trade', order, { secrete })
    const trades = await world.api.call('trades', {}, { secrete })
    const note = { id: trades.body[0].id, reason: 'revenge', text: 'private' }
    expect((await world.api.call('trades.note', note, { secrete })).status).toBe(200)
    expect(placed.status).toBe(200)

    const { body } = await world.api.call('customers.activity', { id }, { secrete: operatorSecret })
    expect(body.lines).toHaveLength(2)
    expect(body.lines.find((line: { trade: unknown }) => line.trade)).toMatchObject({
      trade: { asset: 'EURUSD', type: 'BUY', status: 'OPEN' },
      amount: '-20.00',
      entry: null,
    })
    expect(body.lines.find((line: { entry: unknown }) => line.entry)).toMatchObject({
      trade: null,
      entry: { kind: 'practice_grant' },
    })
    expect(JSON.stringify(body)).not.toMatch(/revenge|private/)
    const { rows } = await world.platform.pool.query(
      "SELECT customer_id FROM operators.audit_log WHERE action = 'customers.activity'",
    )
    expect(rows).toEqual([{ customer_id: id }])
    expect((await world.api.call('customers.activity', { id }, { secrete })).body.code).toBe('unknown_call')
  })
})
