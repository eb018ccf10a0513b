import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../api/call.ts'
import { permissionsOf, roles, type Role } from '../api/permissions.ts'
import { keyScopes } from '../api/calls/identity/security.ts'
import { allCalls, noId, startAccessWorld, testPassword, type AccessWorld } from './test-access.ts'

/**
 * Makes every call in every role: as a visitor, as a customer, with API keys of different scopes, and in each operator
 * role. Without permission, the response reveals nothing; with it, the call gets past the access check. Source:
 * docs/spec/targets.md S2.
 */
let world: AccessWorld
let ada: string
let ended: string
const operators = {} as Record<Role, string>
type KeyScope = (typeof keyScopes)[number]
const keys = new Map<string, { secrete: string; scopes: readonly KeyScope[] }>()

const send: AccessWorld['send'] = (...given) => world.send(...given)
const roleNames = Object.keys(roles) as Role[]
const operatorCalls = allCalls.filter(({ access }) => access === 'operator')
const customerCalls = allCalls.filter(({ access }) => access === 'customer')
const keyKinds: Record<string, KeyScope[]> = {
  reading: ['read'],
  trading: ['read', 'trade'],
  withdrawing: ['read', 'withdraw'],
  all: [...keyScopes],
}
/** A form part that no call accepts. */
const picture = { none: new Uint8Array([1, 2, 3]) }

beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  ada = await world.signUp('ada@example.org')
  for (const role of roleNames) operators[role] = (await world.addOperator(role)).secrete
  ended = (await world.addOperator('owner')).secrete
  expect((await send('operators.signout', {}, { secrete: ended })).status).toBe(200)
  for (const [kind, scopes] of Object.entries(keyKinds)) {
    const made = await send('keys.make', { name: kind, scopes, pwd: testPassword }, { secrete: ada })
    keys.set(kind, { secrete: made.body.key, scopes })
  }
}, 60_000)
afterAll(() => world?.stop())

/** The response for a call that does not exist. */
const unknown = { status: 404, body: { type: 'warning', code: 'unknown_call', msg: 'This call doesn’t exist.' } }

describe('an operator’s call', () => {
  const strangers = (): Record<string, string | undefined> => ({
    nobody: undefined,
    'a customer': ada,
    'a customer’s API key': keys.get('all')!.secrete,
    'an ended session': ended,
    'a forged secret': Buffer.alloc(32, 7).toString('base64url'),
  })

  it.each(operatorCalls.map((call) => [call.name, call] as const))(
    '%s does not exist for anyone but operators, with either method',
    async (name, call) => {
      for (const [who, secrete] of Object.entries(strangers())) {
        for (const method of ['GET', 'POST'])
          expect(await send(name, { id: noId }, { secrete, method }), `${who} by ${method}`).toEqual(unknown)
        if (call.method === 'POST')
          expect(await send(name, { id: noId }, { secrete, files: picture }), `${who} with a form`).toEqual(unknown)
      }
    },
  )

  it.each(operatorCalls.map((call) => [call.name, call] as const))(
    '%s works only with its permission',
    async (name, { permission, method }) => {
      for (const role of roleNames) {
        const may = permission === undefined || permissionsOf([role]).has(permission)
        // A separate session, because one of the calls ends it.
        const secrete = name === 'operators.signout' ? (await world.addOperator(role)).secrete : operators[role]
        const answer = await send(name, {}, { secrete })
        if (!may) expect(answer, role).toEqual(unknown)
        else
          expect({ role, status: answer.status < 500, code: answer.body.code }).not.toEqual({
            role,
            status: true,
            code: 'unknown_call',
          })
        if (!may)
          expect(
            await send(name, {}, { secrete, method: method === 'GET' ? 'POST' : 'GET' }),
            `${role} by the other method`,
          ).toEqual(unknown)
      }
    },
  )

  it('is allowed for some role, and for all only if it reads customers or concerns the operator’s own access', () => {
    const holders = ({ permission }: Call) => roleNames.filter((role) => permissionsOf([role]).has(permission!)).length
    const guarded = operatorCalls.filter(({ permission }) => permission)
    expect(guarded.filter((call) => holders(call) === 0)).toEqual([])
    expect(
      new Set(guarded.filter((call) => holders(call) === roleNames.length).map(({ permission }) => permission)),
    ).toEqual(new Set(['customers.read']))
    expect(operatorCalls.filter(({ permission }) => !permission).map(({ name }) => name)).toEqual([
      'operators.me',
      'operators.signout',
      'operators.access',
      'operators.password',
      'operators.sessions.end',
      'operators.passkey.begin',
      'operators.passkey.add',
      'operators.passkey.remove',
    ])
  })
})

describe('a customer’s call', () => {
  it.each(customerCalls.map((call) => [call.name, call] as const))(
    '%s rejects operators, whose secrets are not customers’ secrets',
    async (name, call) => {
      for (const role of roleNames) {
        const sent = { secrete: operators[role], ...(call.files && { files: picture }) }
        expect(await send(name, {}, sent), role).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
      }
    },
  )

  it.each(customerCalls.map((call) => [call.name, call] as const))(
    '%s works only for keys with its scope',
    async (name, call) => {
      const scope = call.scope ?? (call.method === 'GET' ? 'read' : 'session')
      for (const [kind, { secrete, scopes }] of keys) {
        const { status, body } = await send(name, {}, { secrete, ...(call.files && { files: picture }) })
        const missing = { status, code: body.code }
        if ((scopes as readonly string[]).includes(scope))
          expect(missing, kind).not.toMatchObject({ code: expect.stringMatching(/scope_missing|not_signed_in/) })
        else expect(missing, kind).toEqual({ status: 403, code: 'scope_missing' })
      }
    },
  )

  it('does not let a key change the account’s security or upload files', () => {
    const guarding = customerCalls.filter(
      ({ name, files }) =>
        files ||
        /^(totp|recovery|factor|passkey|keys|sessions|freeze|unfreeze|close|export$|updatepass|limits\.|handover)/.test(
          name,
        ),
    )
    expect(
      guarding
        .filter(({ method, scope }) => (scope ?? (method === 'GET' ? 'read' : 'session')) !== 'session')
        .map(({ name }) => name),
    ).toEqual(['limits.reality'])
  })
})

describe('a public call', () => {
  it.each(allCalls.filter(({ access }) => access === 'public').map(({ name }) => name))(
    '%s ignores any secret',
    async (name) => {
      for (const secrete of [undefined, operators.auditor, 'x'.repeat(4_000)]) {
        const { status, body } = await send(name, {}, { secrete })
        expect(status, `${name} with ${String(secrete).slice(0, 8)}`).toBeLessThan(500)
        expect(['not_signed_in', 'unknown_call']).not.toContain(body?.code)
      }
    },
  )
})
