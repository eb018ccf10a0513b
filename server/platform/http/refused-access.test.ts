import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../../../api/call.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../../tests/harness.ts'
import { createLog } from '../log.ts'
import { Refused } from './refused.ts'

/** Tests what the log records about refused access. Source: ASVS 5.0, 16.2.5 and 16.3.2. */

const pay = defineCall({
  name: 'pay',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary: 'Pays, if that is allowed.',
  input: z.object({ email: z.string(), pwd: z.string(), iban: z.string() }),
  output: z.string(),
  refusals: {
    account_frozen: { status: 403, message: 'Frozen: {reason}' },
    wrong_password: { status: 401, message: 'The password of {email} is wrong.' },
    too_late: { status: 409, message: 'Too late for {email}.' },
  },
})
const personal = { email: 'ada.lovelace@example.org', pwd: 'engine-of-1843', iban: 'GB33BUKB20201555555555' }
const secrete = 'good-secret-of-a-session'

let platform: TestPlatform
let api: TestApi
let outcome: string
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  platform = await createTestPlatform()
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const session = { sessionId: 's', customerId: 'c', shard: 0 }
  const bindings = {
    pay: (input: typeof personal) => {
      throw new Refused(
        outcome,
        { reason: `requested by ${input.email}`, email: input.email },
        { pwd: { phrase: 'check_field', values: { name: input.pwd } } },
      )
    },
  }
  api = await serveCalls({ ...platform, log }, { pay }, bindings, (given) => (given === secrete ? session : null))
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  await api.stop()
  await platform.stop()
})

const ask = (given: string) =>
  api.call('pay', personal, { secrete: given, ip: '203.0.113.77', headers: { 'user-agent': 'Mozilla of Ada' } })

describe('refused access', () => {
  it.each([
    ['not_signed_in', 401, 'a-stolen-secret'],
    ['wrong_password', 401, secrete],
    ['account_frozen', 403, secrete],
  ])('is logged with its call and code, and nothing about the person: %s', async (code, status, given) => {
    outcome = code
    expect((await ask(given)).status).toBe(status)
    expect(lines).toEqual([
      { level: expect.anything(), time: expect.any(String), call: 'pay', outcome: code, msg: 'access refused' },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/ada|lovelace|engine|GB33|secret|203\.0|mozilla/i)
  })

  it('is not logged for a call that is refused for another reason', async () => {
    outcome = 'too_late'
    expect((await ask(secrete)).status).toBe(409)
    expect(lines).toEqual([])
  })
})
