import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesBrokenBy, sealsBrokenBy } from '../../tests/tampering.ts'
import { paymentsBooks, sealedPayments } from '../payments/public.ts'
import { begunMining, miningBooks } from './public.ts'
import { createMiningWorld, type MiningWorld } from './test-world.ts'

// Simulates someone with all database rights who changes contracts and deposits. `npm run reconcile` must detect the
// change.

let world: MiningWorld
const broken = (...statements: string[]) => rulesBrokenBy(world.platform, miningBooks, ...statements)
const brokenPayments = (...statements: string[]) => rulesBrokenBy(world.platform, paymentsBooks, ...statements)

beforeAll(async () => {
  world = await createMiningWorld()
  await world.setPrice('BTCUSD', 50_000)
  await world.buy(await world.addCustomer(), 'btc-basic', 'BTC')
  await world.passDays(3)
})
afterAll(() => world.stop())

describe('the mining checks', () => {
  it('report no breaks in unaltered data', async () => {
    expect((await world.platform.pool.query('SELECT FROM mining.days')).rowCount).toBe(3)
    expect(await broken()).toEqual([])
  })

  it('report a hash rate multiplied by ten', async () => {
    expect(await broken('UPDATE mining.contracts SET hashes_per_s = hashes_per_s * 10')).toEqual([
      'mining contract equals deposit',
      'mining output follows from parameters',
    ])
  })

  it('report a changed price, output or earnings, and a deleted day', async () => {
    expect(await broken('UPDATE mining.contracts SET price_minor = price_minor + 1')).toEqual([
      'mining equals transfers',
      'mining contract equals deposit',
    ])
    expect(await broken('UPDATE mining.days SET paid_minor = paid_minor + 1 WHERE day = 1')).toEqual([
      'mining equals transfers',
      'mining progress equals days',
      'mining payout equals what was mined',
    ])
    expect(await broken('DELETE FROM mining.days WHERE day = 2')).toEqual([
      'mining equals transfers',
      'mining progress equals days',
    ])
    expect(await broken('UPDATE mining.contracts SET earned_minor = 0')).toEqual(['mining progress equals days'])
    expect(await broken('UPDATE mining.contracts SET carry_parts = carry_parts + 1')).toEqual([
      'mining progress equals days',
    ])
  })

  it('report a changed time of a paid day or of the next payout', async () => {
    expect(await broken('UPDATE mining.days SET paid_at_ms = paid_at_ms + 1 WHERE day = 1')).toEqual([
      'mining days are paid when due',
    ])
    expect(await broken('UPDATE mining.contracts SET next_ms = next_ms + 1')).toEqual(['mining days are paid when due'])
    expect(await broken('UPDATE mining.contracts SET next_ms = NULL')).toEqual(['mining days are paid when due'])
  })

  it('report stored values that can’t be read', async () => {
    expect(await broken(`UPDATE payments.deposits SET terms = '{"hashesPerS": {}}' WHERE purpose = 'mining'`)).toEqual([
      'stored values can be read',
    ])
    expect(await broken(`UPDATE mining.days SET accruals = '"none"' WHERE day = 0`)).toEqual([
      'stored values can be read',
    ])
  })

  it('report a day computed from other parameters, and parameters that were changed later', async () => {
    const accruals = `jsonb_set(accruals, '{0,difficulty}', '"1"')`
    expect(await broken(`UPDATE mining.days SET accruals = ${accruals} WHERE day = 0`)).toEqual([
      'mining output follows from parameters',
    ])
    expect(await broken('UPDATE mining.parameters SET difficulty_e8 = difficulty_e8 / 2')).toEqual([
      'mining output follows from parameters',
    ])
  })
})

describe('the deposit checks', () => {
  it('report no breaks in unaltered data', async () => {
    expect(await brokenPayments()).toEqual([])
  })

  it('report a changed credited amount', async () => {
    expect(await brokenPayments('UPDATE payments.deposits SET credited_minor = credited_minor + 1')).toEqual([
      'deposit equals transfers',
      'deposit equals payments',
    ])
  })

  it('report an invented payment and a changed payment', async () => {
    const invented = `
      INSERT INTO payments.chain_payments
      SELECT (jsonb_populate_record(p, '{"key": "invented:0"}')).*
      FROM payments.chain_payments p`
    expect(await brokenPayments(invented)).toEqual(['deposit equals payments'])
    expect(await brokenPayments('UPDATE payments.chain_payments SET paid_out_minor = paid_out_minor + 1')).toEqual([
      'deposit equals payments',
    ])
  })

  it('report a deleted deposit', async () => {
    expect(await brokenPayments('DELETE FROM payments.deposits')).toEqual([
      'deposit equals transfers',
      'deposit equals payments',
    ])
  })
})

describe('the seals of a deposit’s contract', () => {
  const sealed = [...sealedPayments, begunMining]
  const changedBy = (statement: string) => sealsBrokenBy(world.platform, sealed, statement)

  it('reveal a contract with changed terms', async () => {
    for (const change of [
      `datacenter = 'other'`,
      `plan = 'other'`,
      'ends_at_ms = ends_at_ms + 1',
      'holding_minor = coalesce(holding_minor, 0) + 1',
    ]) {
      expect(await changedBy(`UPDATE mining.contracts SET ${change}`), change).toEqual(['mining contracts'])
    }
  })

  it('reveal a changed quote, a changed address, and a changed payment', async () => {
    for (const change of [`address = 'other'`, `rate = '{}'`, 'amount_minor = amount_minor + 1', `plan = 'other'`]) {
      expect(await changedBy(`UPDATE payments.deposits SET ${change}`), change).toEqual(['deposit quotes'])
    }
    expect(await changedBy('UPDATE payments.deposits SET began_at_ms = began_at_ms + 1')).toEqual([
      'deposits that began a contract',
    ])
    for (const change of [
      `txid = 'other'`,
      `key = 'other'`,
      'first_seen_at_ms = first_seen_at_ms + 1',
      'first_credited_at_ms = first_credited_at_ms + 1',
    ]) {
      expect(await changedBy(`UPDATE payments.chain_payments SET ${change}`), change).toEqual(['credited payments'])
    }
  })

  it('don’t cover states that change with the chain', async () => {
    expect(
      await changedBy(
        'UPDATE payments.chain_payments SET height = NULL, block_hash = NULL, pending = true, credits = credits + 1',
      ),
    ).toEqual([])
    expect(await changedBy('UPDATE mining.contracts SET days_paid = 0, next_ms = NULL')).toEqual([])
  })
})
