import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { ConfigError } from './config.ts'
import { checkKeyFingerprint } from './key-fingerprint.ts'

let platform: TestPlatform
beforeAll(async () => void (platform = await createTestPlatform()))
afterAll(() => platform.stop())

it('takes the first key, then that key alone', async () => {
  const key = randomBytes(32)
  await checkKeyFingerprint(platform.pool, key)
  await checkKeyFingerprint(platform.pool, key)
  await expect(checkKeyFingerprint(platform.pool, randomBytes(32))).rejects.toThrow(ConfigError)
})
