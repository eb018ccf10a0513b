import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'
import { addOperator } from '../test-operator.ts'

const customerId = '01890000-0000-7000-8000-000000000001'
let world: DeskWorld
let auditor: { operatorId: string; secrete: string }
beforeAll(async () => {
  world = await createDeskWorld()
  auditor = await addOperator(world.platform, 'auditor', 'Alma')
  const write = (action: string, more = {}) =>
    world.platform.db
      .transaction()
      .execute((tx) => world.operators.audit(tx, { operatorId: auditor.operatorId, action, subject: 'thing', ...more }))
  await write('customers.show', { customerId, reason: 'a call', details: { page: 1 } })
  await write('customers.freeze', { customerId })
  await world.platform.clock.advance(86_400_000)
  await world.platform.db
    .transaction()
    .execute((tx) => world.operators.audit(tx, { operatorId: null, action: 'product.did', subject: 'it' }))
  auditor = { ...auditor, secrete: (await addOperator(world.platform, 'auditor')).secrete }
})
afterAll(() => world.stop())

const ask = async (filter: Record<string, string> = {}) =>
  (await world.call('audit', filter, { secrete: auditor.secrete })).body
const verify = async () => (await world.call('audit.verify', {}, { secrete: auditor.secrete })).body

describe("'audit'", () => {
  it('lists entries newest first, with operator and reason', async () => {
    expect(await ask()).toMatchObject([
      { id: '3', by: 'Tallystick', operator: null, action: 'product.did' },
      { id: '2', by: 'Alma', action: 'customers.freeze', customer: customerId },
      {
        id: '1',
        by: 'Alma',
        action: 'customers.show',
        reason: 'a call',
        details: { page: 1 },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it.each([
    [{ action: 'customers.show' }, ['1']],
    [{ action: 'customers.' }, ['2', '1']],
    [{ action: 'customers' }, []],
    [{ customer: customerId }, ['2', '1']],
    [{ from: '2026-01-06' }, ['3']],
    [{ until: '2026-01-05' }, ['2', '1']],
    [{ p: '2' }, []],
  ])('filters by %o', async (filter, ids) => {
    expect((await ask(filter as Record<string, string>)).map(({ id }: { id: string }) => id)).toEqual(ids)
    expect((await ask({ operator: auditor.operatorId })).length).toBe(2)
    expect((await ask({ operator: 'system' })).map(({ id }: { id: string }) => id)).toEqual(['3'])
    expect((await verify()).people).toEqual([{ id: auditor.operatorId, name: 'Alma' }])
  })

  it('does not exist without the permission', async () => {
    const finance = await addOperator(world.platform, 'finance')
    for (const name of ['audit', 'audit.verify'])
      expect((await world.call(name, {}, { secrete: finance.secrete })).body.code).toBe('unknown_call')
  })
})

it('refuses every change to the audit log', async () => {
  for (const statement of [
    "UPDATE operators.audit_log SET reason = 'x'",
    'DELETE FROM operators.audit_log',
    'TRUNCATE operators.audit_log',
    'DELETE FROM operators.audit_head',
  ]) {
    await expect(world.platform.owner.query(statement)).rejects.toThrow(/append-only/)
  }
})

it('keeps the audit log a single hash chain under concurrent writes', async () => {
  const one = (n: number) =>
    world.platform.db
      .transaction()
      .execute((tx) => world.operators.audit(tx, { operatorId: null, action: 'many', subject: String(n) }))
  await Promise.all(Array.from({ length: 30 }, (_, n) => one(n)))
  expect(await verify()).toMatchObject({ ok: true, entries: 35, problems: [] })
})

describe("'audit.verify'", () => {
  const tamper = async (statement: string) => {
    const client = await world.platform.owner.connect()
    try {
      // Only a database superuser can do this.
      await client.query('BEGIN')
      await client.query('SET LOCAL session_replication_role = replica')
      await client.query(statement)
      const { rows } = await client.query('SELECT seq::int, problem FROM operators.find_audit_breaks() ORDER BY seq')
      return rows
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  it.each([
    ["UPDATE operators.audit_log SET reason = 'another' WHERE seq = 1", 1, 'wrong_hash'],
    ['UPDATE operators.audit_log SET operator_id = NULL WHERE seq = 2', 2, 'wrong_hash'],
    [`UPDATE operators.audit_log SET details = '{}' WHERE seq = 1`, 1, 'wrong_hash'],
    ['UPDATE operators.audit_log SET at_ms = at_ms + 1 WHERE seq = 3', 3, 'wrong_hash'],
    ['DELETE FROM operators.audit_log WHERE seq = 2', 3, 'missing_before'],
    ['DELETE FROM operators.audit_log WHERE seq = 35', 35, 'not_newest'],
    ['UPDATE operators.audit_head SET at_ms = at_ms + 1', 35, 'not_newest'],
  ])('detects %s', async (statement, seq, problem) => {
    expect((await tamper(statement))[0]).toMatchObject({ seq, problem })
    expect((await verify()).ok).toBe(true)
  })

  it('returns a sentence and its code for each break', async () => {
    const moveHead = async (byMs: number) => {
      const client = await world.platform.owner.connect()
      await client.query('SET session_replication_role = replica')
      await client.query('UPDATE operators.audit_head SET at_ms = at_ms + $1', [byMs])
      client.release(true)
    }
    await moveHead(1)
    expect((await verify()).problems).toEqual([
      {
        id: '35',
        problem: 'the newest entry is not the one that was written last.',
        problemPhrase: { phrase: 'audit_not_newest' },
      },
    ])
    await moveHead(-1)
    expect((await verify()).ok).toBe(true)
  })
})
