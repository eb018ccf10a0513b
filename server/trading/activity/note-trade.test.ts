import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { createActivityWorld, type ActivityWorld } from './test-activity.ts'

let world: ActivityWorld
let id: string
beforeAll(async () => {
  world = await createActivityWorld()
  id = await world.trade('LOST')
})
afterAll(() => world.stop())

const note = (input: object, secrete?: string) => world.ask('trades.note', { id, ...input }, secrete)
const shown = async () => (await world.ask('activity', { group: 'trades' })).body.lines[0].why
const session = () => ({ sessionId: '', customerId: world.customer.id, shard: shardOf(world.customer.id) })

describe("'trades.note'", () => {
  it('stores, replaces and removes a note', async () => {
    expect((await note({ reason: 'trend' })).body.msg).toBe('The note has been saved.')
    expect(await shown()).toEqual({ reason: 'trend', text: '' })
    await note({ reason: 'other', text: '  Bob said so ' })
    expect(await shown()).toEqual({ reason: 'other', text: 'Bob said so' })
    expect((await note({ reason: '' })).body.msg).toBe('The note has been removed.')
    expect(await shown()).toBeNull()
  })

  it('returns not_found for a trade that isn’t the customer’s', async () => {
    const { secrete } = await world.addCustomer()
    expect((await note({ reason: 'plan' }, secrete)).body.code).toBe('not_found')
  })

  it('refuses unknown reasons and notes that are too long', async () => {
    expect((await note({ reason: 'greed' })).body.msg).toContain('Choose a reason from the list.')
    expect((await note({ reason: 'plan', text: 'x'.repeat(281) })).body.msg).toContain('at most 280 characters')
    expect((await note({ reason: 'plan', text: 'x'.repeat(280) })).status).toBe(200)
  })

  it('encrypts the text, bound to its trade', async () => {
    await note({ reason: 'other', text: 'Bob said so' })
    const { rows } = await world.platform.owner.query('SELECT words_sealed FROM trading.notes')
    expect(rows[0].words_sealed.toString('latin1')).not.toContain('Bob')
    const second = await world.trade('WON')
    await world.platform.owner.query('UPDATE trading.notes SET trade_id = $1', [second])
    expect(await shown()).toEqual({ reason: 'other', text: '' })
    await world.platform.owner.query('UPDATE trading.notes SET trade_id = $1', [id])
  })

  it('is part of the data download, and is deleted when the account is closed', async () => {
    const exported = []
    for await (const one of world.trading.exportNotes(session(), world.platform.db)) exported.push(one)
    expect(exported).toMatchObject([{ trade: id, reason: 'other', text: 'Bob said so' }])
    await world.trading.forgetNotes(world.platform.db, session())
    expect((await world.platform.owner.query('SELECT FROM trading.notes')).rowCount).toBe(0)
  })
})
