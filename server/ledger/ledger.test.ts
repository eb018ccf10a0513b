import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { uuidv7 } from '../platform/random.ts'
import { createLedger, type Ledger } from './public.ts'

let platform: TestPlatform
let ledger: Ledger
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
})
afterAll(() => platform.stop())

test('first', async () => {
  const owner = uuidv7(platform.clock.nowMs(), platform.random)
  const [posted] = await ledger.post([{ debit: { house: 'practice_grants' }, credit: { owner, code: 'trading' }, asset: 'USD', amountMinor: 1000n, kind: 'practice_grant', key: 'a' }])
  expect(posted!.balanceMinor).toBe(1000n)
  expect(await ledger.balance({ owner, code: 'trading', asset: 'USD' })).toMatchObject({ balanceMinor: 1000n })
  await ledger.advanceCheckpoints()
  expect(await ledger.houseBalance({ house: 'practice_grants', asset: 'USD' })).toBe(-1000n)
  expect(await ledger.history(owner)).toHaveLength(1)
  expect(await ledger.balanceAsOf({ owner, code: 'trading', asset: 'USD' }, platform.clock.nowMs())).toBe(1000n)
  const report = await ledger.reconcile()
  expect(report.breaks).toEqual([])
})
