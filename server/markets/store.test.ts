import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { takeFeedLead } from './store.ts'

let platform: TestPlatform
beforeAll(async () => void (platform = await createTestPlatform()))
afterAll(() => platform.stop())

it('gives the lead of the feed to one process, whose connection waits for locks without a limit', async () => {
  const lead = (await takeFeedLead(platform.pool))!
  expect((await lead.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
  expect(await takeFeedLead(platform.pool)).toBeUndefined()
  lead.release(true)
})
