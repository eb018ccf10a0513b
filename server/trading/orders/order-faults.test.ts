import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../results/failures.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

// Database errors while an order is stored. A trigger on the trades table raises each error.

let world: ScriptedWorld
let customer: { secrete: string; id: string }
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD'])
  await world.publish('EURUSD', [0, 1_000])
  customer = await world.addCustomer()
})
afterAll(() => world.stop())
afterEach(() => world.platform.owner.query('DROP TRIGGER IF EXISTS fault ON trading.trades'))

const faultIs = (statement: string) =>
  world.platform.owner.query(`
    CREATE OR REPLACE FUNCTION trading.fault() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN ${statement}; RETURN NULL; END $$;
    CREATE TRIGGER fault BEFORE INSERT ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.fault()`)
const place = (key: string) => {
  const order = { symbols: 'EURUSD', amount: '10.00', interval: 180, TYPE: 'BUY' }
  return world.api.call('trade', order, { secrete: customer.secrete, headers: { 'idempotency-key': key } })
}

describe("'trade'", () => {
  it.each([
    ['the disk is full', '53100', 'records_full'],
    ['memory runs out', '53200', 'records_full'],
    ['the disk fails', '58030', 'records_full'],
    ['a statement takes too long', '57014', 'busy'],
    ['a lock is not released in time', '55P03', 'busy'],
    ['transactions deadlock', '40P01', 'busy'],
    ['transactions conflict', '40001', 'busy'],
  ])(
    'is refused when %s (%s): returns %s, writes nothing, and accepts the same key later',
    async (_words, sqlState, code) => {
      const before = await world.balance(customer.id)
      await faultIs(`RAISE EXCEPTION 'a fault' USING ERRCODE = '${sqlState}'`)
      const refused = await place(`key-${sqlState}`)
      expect(refused).toMatchObject({ status: 503, body: { code } })
      expect(refused.body.msg).toMatch(/nothing was changed/i)
      expect(await world.balance(customer.id)).toBe(before)
      await world.platform.owner.query('DROP TRIGGER fault ON trading.trades')
      expect((await place(`key-${sqlState}`)).status).toBe(200)
      expect(await world.balance(customer.id)).toBe(before - 10_00n)
    },
  )

  it('checks after a lost connection whether the order was placed, and refuses it with busy if not', async () => {
    const before = await world.balance(customer.id)
    await faultIs('PERFORM pg_terminate_backend(pg_backend_pid())')
    expect(await place('key-lost')).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(await world.balance(customer.id)).toBe(before)
  })
})

it.each(['08006', '57P01', '25P03', '25P04', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', undefined])(
  'after error %s, it is unknown whether a statement was committed',
  (code) => {
    expect(failureOf(Object.assign(new Error('lost'), { code }))).toBe('unknown')
  },
)
