import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../api/call.ts'
import { calls } from '../../../api/calls.ts'
import type { FactorDemand } from '../../../api/calls/identity/factor-demand.ts'
import { signInOperator } from '../../operators/test-operator.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { withApp, withPasskey } from './test-factors.ts'

let world: IdentityWorld
let unguarded: string
let withCode: Awaited<ReturnType<typeof withApp>>
let withKey: Awaited<ReturnType<typeof withPasskey>>
beforeAll(async () => {
  world = await createIdentityWorld()
  unguarded = await world.signUp('demand-none@example.org')
  withCode = await withApp(world, 'demand-app@example.org')
  withKey = await withPasskey(world, 'demand-passkey@example.org')
})
afterAll(() => world.stop())

let version = 0
/** Changes the requirement. A second operator approves a weaker one. */
async function demand(value: FactorDemand): Promise<void> {
  const secrete = await signInOperator(world.platform, world.operators, 'finance')
  const answer = await world.call(
    'operators.changesetting',
    { key: 'customerSecondFactor', value, version, reason: 'a trial' },
    { secrete },
  )
  expect(answer.status).toBe(200)
  if (answer.body.msg.startsWith('A second operator')) {
    const second = await signInOperator(world.platform, world.operators, 'compliance')
    const [proposal] = (await world.call('operators.approvals', {}, { secrete: second })).body
    expect((await world.call('operators.approve', { id: proposal.id }, { secrete: second })).status).toBe(200)
  }
  version += 1
  await vi.waitFor(async () => expect((await world.call('security.rules')).body).toEqual({ secondFactor: value }))
}

const refusal = { status: 403, body: { code: 'second_factor_required', msg: expect.stringContaining('second factor') } }
const makeKey = (secrete: string, scopes: string[], proof = {}) =>
  world.call('keys.make', { name: 'A program', scopes, pwd: goodPassword, ...proof }, { secrete })

describe('a second factor that is optional', () => {
  it('is required by no call', async () => {
    expect((await world.call('security.rules')).body).toEqual({ secondFactor: 'optional' })
    expect((await world.call('statement', {}, { secrete: unguarded })).status).toBe(200)
    expect((await makeKey(unguarded, ['withdraw'])).status).toBe(200)
  })
})

describe('a second factor before money leaves', () => {
  beforeEach(() => demand('before_money_leaves'))

  it("is required by 'keys.make' for a key that can withdraw, and for no other: second_factor_required", async () => {
    expect(await makeKey(unguarded, ['withdraw'])).toMatchObject(refusal)
    expect((await makeKey(unguarded, ['read', 'trade'])).status).toBe(200)
    expect((await makeKey(withCode.secrete, ['withdraw'], { totp: await withCode.code() })).status).toBe(200)
    expect((await makeKey(withKey.secrete, ['withdraw'], { passkey: await withKey.proof() })).status).toBe(200)
  })
  it('is not required by calls that move no money', async () => {
    expect((await world.call('statement', {}, { secrete: unguarded })).status).toBe(200)
  })
})

describe('a second factor for every account', () => {
  beforeEach(() => demand('always'))

  it('limits an account without one to the security page: second_factor_required', async () => {
    const requested: Call[] = Object.values(calls as Record<string, Call>).filter(
      ({ module, access, files }) => module === 'identity' && access === 'customer' && !files,
    )
    const answers = await Promise.all(
      requested
        .filter(({ name }) => !['signout', 'close', 'freeze'].includes(name))
        .map(
          async ({ name }) =>
            [
              name,
              (await world.call(name, {}, { secrete: unguarded })).body.code === 'second_factor_required',
            ] as const,
        ),
    )
    const open = answers.filter(([, isRefused]) => !isRefused).map(([name]) => name)
    expect(open).toEqual(
      requested
        .filter(({ name, withoutFactor }) => withoutFactor && !['signout', 'close', 'freeze'].includes(name))
        .map(({ name }) => name),
    )
    expect(answers.length).toBeGreaterThan(open.length)
    expect(open).toEqual(
      expect.arrayContaining([
        'user',
        'security',
        'totp.begin',
        'totp.confirm',
        'passkey.begin',
        'passkey.add',
        'sessions',
        'unfreeze',
        'export',
      ]),
    )
  })
  it('stops accounts without one from moving money, through a session or an API key', async () => {
    expect(
      Object.values(calls as Record<string, Call>).filter(
        ({ withoutFactor, movesMoney, scope }) =>
          withoutFactor && (movesMoney || scope === 'withdraw' || scope === 'trade'),
      ),
    ).toEqual([])
    await demand('optional')
    const { key } = (await makeKey(unguarded, ['read'])).body
    expect((await world.call('statement', {}, { secrete: key })).status).toBe(200)
    await demand('always')
    expect(await world.call('statement', {}, { secrete: key })).toMatchObject(refusal)
  })
  it('changes nothing for accounts that have an authenticator app or a passkey', async () => {
    expect((await world.call('statement', {}, { secrete: withCode.secrete })).status).toBe(200)
    expect((await world.call('statement', {}, { secrete: withKey.secrete })).status).toBe(200)
  })
  it('allows all calls as soon as a factor is set up, and blocks them within a second of its removal', async () => {
    await demand('optional')
    const secrete = await world.signUp('demand-later@example.org')
    await demand('always')
    expect(await world.call('statement', {}, { secrete })).toMatchObject(refusal)
    await demand('optional')
    const later = await withApp(world, 'demand-late-app@example.org')
    await demand('always')
    expect((await world.call('statement', {}, { secrete: later.secrete })).status).toBe(200)
    const removed = await world.call(
      'totp.remove',
      { pwd: goodPassword, totp: await later.code() },
      { secrete: later.secrete },
    )
    expect(removed.status).toBe(200)
    await world.platform.clock.advance(1_000)
    expect(await world.call('statement', {}, { secrete: later.secrete })).toMatchObject(refusal)
  })
})

describe("'operators.changesetting'", () => {
  it('needs a second operator for a weaker requirement', async () => {
    await demand('always')
    const secrete = await signInOperator(world.platform, world.operators, 'finance')
    const weaker = await world.call(
      'operators.changesetting',
      { key: 'customerSecondFactor', value: 'before_money_leaves', version, reason: 'a trial' },
      { secrete },
    )
    expect(weaker.body.msg).toBe('A second operator has to approve this.')
    expect((await world.call('security.rules')).body).toEqual({ secondFactor: 'always' })
  })
})
