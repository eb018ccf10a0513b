import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesBrokenBy } from '../tests/tampering.ts'
import { createTestPlatform, type TestPlatform } from '../tests/harness.ts'
import { bookChecks, findRewritten, headsOf } from './books.ts'
import { createLedger } from './ledger/public.ts'
import { createOperators } from './operators/public.ts'
import { uuidv7 } from './platform/random.ts'
import { createProofs } from './proofs/public.ts'
import { noDeskFigures } from './proofs/test-world.ts'

let platform: TestPlatform
let kept: Parameters<typeof headsOf>[0]
const headBooks = bookChecks('every_tick').find(({ name }) => name === 'published heads')!
const broken = (...statements: string[]) => rulesBrokenBy(platform, headBooks, ...statements)

beforeAll(async () => {
  platform = await createTestPlatform()
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const proofs = createProofs(platform, {
    ledger,
    openStakes: async () => [],
    auditHead: operators.auditHead,
    brokenBooks: async () => 0,
    simulatedAccounts: async () => [],
    customerFigures: async () => ({ customers: 0, sinceMs: null }),
    tradingFigures: async () => ({ settled: 0, won: 0, lost: 0, tie: 0, void: 0, traders: 0, losers: 0 }),
    moneyFigures: async () => ({ deposited: [], withdrawn: [] }),
    desk: noDeskFigures,
    reserves: async () => 0n,
  })
  const owner = uuidv7(platform.clock.nowMs(), platform.random)
  for (let day = 0; day < 2; day++) {
    await platform.db
      .transaction()
      .execute((tx) => operators.audit(tx, { operatorId: null, action: 'test', subject: `day ${day}` }))
    await ledger.post([
      {
        debit: { house: 'practice_grants' },
        credit: { owner, code: 'trading' },
        asset: 'USD',
        amountMinor: 5n,
        kind: 'practice_grant',
      },
    ])
    await proofs.makeStatement()
    await platform.clock.advance(86_400_000)
  }
  const { rows } = await platform.pool.query(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, heads, audit FROM proofs.statements`,
  )
  kept = rows
})
afterAll(() => platform.stop())

// Simulates an attacker with all database rights who rewrites history so that each hash chain is consistent.
const rewritten = [
  `UPDATE ledger.transfers SET amount_minor = 6, balance_after_minor = 6 WHERE id = (SELECT min(id)
    FROM ledger.transfers)`,
  `UPDATE ledger.batches SET hash = sha256('x') WHERE batch = 1`,
]
const newestCutOff = [
  'DELETE FROM operators.audit_log WHERE seq = 2',
  `UPDATE operators.audit_head SET (seq, at_ms, hash) =
     (SELECT seq, at_ms, hash FROM operators.audit_log ORDER BY seq DESC LIMIT 1)`,
]

describe('published heads', () => {
  it('match the hash chains if nothing was altered', async () => {
    expect(kept).toHaveLength(2)
    expect(await broken()).toEqual([])
  })

  it('reveal a ledger history that was rewritten with new hashes, or truncated', async () => {
    expect(await broken(...rewritten)).toEqual(['published heads are in the hash chain'])
    expect(await broken('DELETE FROM ledger.batches WHERE batch = 2')).toEqual([
      'published heads are in the hash chain',
    ])
  })

  it('reveal an audit log that was truncated or rewritten', async () => {
    expect(await broken(...newestCutOff)).toEqual(['published heads are in the audit log'])
    expect(await broken(`UPDATE operators.audit_log SET hash = sha256('x') WHERE seq = 1`)).toEqual([
      'published heads are in the audit log',
    ])
  })

  it('that are stored elsewhere reveal both, even if the statements in the database were also changed', async () => {
    const everything = [...rewritten, ...newestCutOff, `DELETE FROM proofs.statements`]
    expect(await broken(...everything)).toEqual([])
    const found = await rulesBrokenBy(
      platform,
      { name: 'kept', find: (tx) => findRewritten(tx, headsOf(kept)) },
      ...everything,
    )
    expect(found).toEqual(['published heads are in the hash chain', 'published heads are in the audit log'])
  })
})
