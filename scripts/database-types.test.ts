import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../tests/harness.ts'
import { databaseTypes, typesFile } from './database-types.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.stop())

const remedy = 'run `npm run db:types` after changing the migrations'

test('db/types.ts matches the migrated schema', async () => {
  expect(await databaseTypes(platform.db), remedy).toBe(readFileSync(typesFile, 'utf8'))
})
