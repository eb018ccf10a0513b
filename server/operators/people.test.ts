import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../platform/random.ts'
import { createDeskWorld, type DeskWorld } from './test-world.ts'
import { addOperator } from './test-operator.ts'

let world: DeskWorld
let secrete: string
let ownerId: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = (await world.enrol(await world.firstToken())).secrete
  ownerId = (await world.call('operators.me', {}, { secrete })).body.id
})
afterAll(() => world.stop())

const nobody = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)
const make = (name: string, input: Record<string, unknown>) => world.call(name, input, { secrete })
const me = (of: string) => world.call('operators.me', {}, { secrete: of })

describe("'operators.people'", () => {
  it('lists who is there and who is invited', async () => {
    await make('operators.invite', { email: 'Lin@Desk.Example', roles: 'support,auditor' })
    const { body } = await make('operators.people', {})
    expect(body.people).toContainEqual(expect.objectContaining({ id: ownerId, name: 'Grace Hopper', email: 'grace@desk.example', roles: ['owner'], deactivated: null }))
    expect(body.invitations).toMatchObject([{ email: 'lin@desk.example', roles: ['support', 'auditor'] }])
  })

  it('is unknown to those who may not manage operators', async () => {
    for (const role of ['finance', 'compliance', 'support', 'auditor'] as const) {
      const other = await addOperator(world.platform, role)
      for (const name of ['operators.people', 'operators.invite', 'operators.deactivate', 'operators.roles', 'operators.renew', 'operators.uninvite']) {
        expect(await world.call(name, { id: ownerId, email: 'x@y.example', roles: ['owner'], reason: 'because' }, { secrete: other.secrete })).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
      }
    }
  })
})

describe("'operators.invite'", () => {
  it('mails a link that works for three days', async () => {
    await make('operators.invite', { email: 'late@desk.example', roles: ['support'] })
    const token = world.tokenMailedTo('late@desk.example')
    expect((await world.call('operators.link', { token })).status).toBe(200)
    await world.platform.clock.advance(3 * 86_400_000)
    expect((await world.call('operators.link', { token })).body.code).toBe('link_invalid')
    secrete = (await addOperator(world.platform, 'owner')).secrete
  })

  it('refuses bad_email, email_taken and a role that does not exist', async () => {
    expect((await make('operators.invite', { email: 'nonsense', roles: ['support'] })).body.code).toBe('bad_email')
    expect(await make('operators.invite', { email: 'grace@desk.example', roles: ['support'] })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect((await make('operators.invite', { email: 'a@desk.example', roles: ['emperor'] })).body.code).toBe('bad_input')
  })
})

describe("'operators.uninvite'", () => {
  it('makes the link useless, and refuses not_found', async () => {
    await make('operators.invite', { email: 'gone@desk.example', roles: ['support'] })
    const { id } = (await make('operators.people', {})).body.invitations.find((one: { email: string }) => one.email === 'gone@desk.example')
    expect((await make('operators.uninvite', { id })).status).toBe(200)
    expect((await world.call('operators.link', { token: world.tokenMailedTo('gone@desk.example') })).body.code).toBe('link_invalid')
    expect(await make('operators.uninvite', { id })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe("'operators.roles'", () => {
  it('counts from the next call on', async () => {
    const other = await addOperator(world.platform, 'support')
    await make('operators.roles', { id: other.operatorId, roles: ['finance', 'auditor'] })
    expect((await me(other.secrete)).body.permissions).toContain('money.approve')
    expect((await make('operators.roles', { id: nobody(), roles: ['finance'] })).body.code).toBe('not_found')
  })
})

describe("'operators.renew'", () => {
  it('gives new credentials by a mailed link, and ends the sessions then', async () => {
    await make('operators.invite', { email: 'kay@desk.example', roles: ['support'] })
    const before = await world.enrol(world.tokenMailedTo('kay@desk.example'), { name: 'Kay', email: 'kay@desk.example' })
    const { id } = (await me(before.secrete)).body
    expect((await make('operators.renew', { id })).status).toBe(200)
    expect((await me(before.secrete)).status).toBe(200)
    const after = await world.enrol(world.tokenMailedTo('kay@desk.example'), { name: 'Kay', email: 'kay@desk.example', pwd: 'quite another heron', cpwd: 'quite another heron' })
    expect((await me(before.secrete)).status).toBe(404)
    expect((await me(after.secrete)).body.id).toBe(id)
    expect((await make('operators.renew', { id: nobody() })).body.code).toBe('not_found')
  })
})

describe("'operators.deactivate'", () => {
  it('shuts out at once, and refuses not_found afterwards', async () => {
    const other = await addOperator(world.platform, 'finance')
    expect((await make('operators.deactivate', { id: other.operatorId, reason: 'left the school' })).status).toBe(200)
    expect((await me(other.secrete)).status).toBe(404)
    expect((await make('operators.deactivate', { id: other.operatorId, reason: 'left the school' })).body.code).toBe('not_found')
  })
})

it("keeps the last owner: 'operators.roles' and 'operators.deactivate' refuse last_owner, also of two at once", async () => {
  const alone = await createDeskWorld()
  const first = await addOperator(alone.platform, 'owner')
  const second = await addOperator(alone.platform, 'owner')
  const leave = (of: typeof first) => alone.call('operators.deactivate', { id: of.operatorId, reason: 'going home' }, { secrete: of.secrete })
  const answers = await Promise.all([leave(first), leave(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [left] = answers[0]!.status === 409 ? [first] : [second]
  expect((await alone.call('operators.roles', { id: left!.operatorId, roles: ['support'] }, { secrete: left!.secrete })).body.code).toBe('last_owner')
  await alone.stop()
})
