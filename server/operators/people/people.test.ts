import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../../api/permissions.ts'
import { uuidv7 } from '../../platform/random.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'
import { addOperator, sessionOf } from '../test-operator.ts'

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
  it('lists operators and invitations', async () => {
    await make('operators.invite', { email: 'Lin@Desk.Example', roles: 'support,auditor' })
    const { body } = await make('operators.people', {})
    expect(body.people).toContainEqual(
      expect.objectContaining({
        id: ownerId,
        name: 'Grace Hopper',
        email: 'grace@desk.example',
        roles: ['owner'],
        deactivated: null,
      }),
    )
    expect(body.invitations).toMatchObject([{ email: 'lin@desk.example', roles: ['support', 'auditor'] }])
  })

  it('does not exist without the permission to manage operators', async () => {
    for (const role of ['finance', 'compliance', 'support', 'auditor'] as const) {
      const other = await addOperator(world.platform, role)
      for (const name of [
        'operators.people',
        'operators.invite',
        'operators.deactivate',
        'operators.roles',
        'operators.renew',
        'operators.uninvite',
      ]) {
        expect(
          await world.call(
            name,
            { id: ownerId, email: 'x@y.example', roles: ['owner'], reason: 'because' },
            { secrete: other.secrete },
          ),
        ).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
      }
    }
  })
})

describe("'operators.invite'", () => {
  it('emails a link that works for three days', async () => {
    await make('operators.invite', { email: 'late@desk.example', roles: ['support'] })
    const token = world.tokenMailedTo('late@desk.example')
    expect((await world.call('operators.link', { token })).status).toBe(200)
    await world.platform.clock.advance(3 * 86_400_000)
    expect((await world.call('operators.link', { token })).body.code).toBe('link_invalid')
    secrete = (await addOperator(world.platform, 'owner')).secrete
  })

  it('returns bad_email and email_taken, and refuses a role that does not exist', async () => {
    expect((await make('operators.invite', { email: 'nonsense', roles: ['support'] })).body.code).toBe('bad_email')
    expect(await make('operators.invite', { email: 'grace@desk.example', roles: ['support'] })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect((await make('operators.invite', { email: 'a@desk.example', roles: ['emperor'] })).body.code).toBe(
      'bad_input',
    )
  })
})

describe("'operators.uninvite'", () => {
  it('invalidates the link, and returns not_found afterwards', async () => {
    await make('operators.invite', { email: 'gone@desk.example', roles: ['support'] })
    const { id } = (await make('operators.people', {})).body.invitations.find(
      (one: { email: string }) => one.email === 'gone@desk.example',
    )
    expect((await make('operators.uninvite', { id })).status).toBe(200)
    expect((await world.call('operators.link', { token: world.tokenMailedTo('gone@desk.example') })).body.code).toBe(
      'link_invalid',
    )
    expect(await make('operators.uninvite', { id })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe("'operators.roles'", () => {
  it('takes effect at the next call', async () => {
    const other = await addOperator(world.platform, 'support')
    await make('operators.roles', { id: other.operatorId, roles: ['finance', 'auditor'] })
    const second = (await addOperator(world.platform, 'compliance')).secrete
    const [{ id }] = (await world.call('operators.approvals', {}, { secrete: second })).body
    expect((await world.call('operators.approve', { id }, { secrete: second })).status).toBe(200)
    expect((await me(other.secrete)).body.permissions).toContain('money.approve')
    expect((await make('operators.roles', { id: nobody(), roles: ['finance'] })).body.code).toBe('not_found')
  })
})

describe("'operators.renew'", () => {
  it('emails a link for new credentials, and ends the old sessions when the link is used', async () => {
    await make('operators.invite', { email: 'kay@desk.example', roles: ['support'] })
    const before = await world.enrol(world.tokenMailedTo('kay@desk.example'), {
      name: 'Kay',
      email: 'kay@desk.example',
    })
    const { id } = (await me(before.secrete)).body
    expect((await make('operators.renew', { id })).status).toBe(200)
    expect((await me(before.secrete)).status).toBe(200)
    const after = await world.enrol(world.tokenMailedTo('kay@desk.example'), {
      name: 'Kay',
      email: 'kay@desk.example',
      pwd: 'quite another heron',
      cpwd: 'quite another heron',
    })
    expect((await me(before.secrete)).status).toBe(404)
    expect((await me(after.secrete)).body.id).toBe(id)
    expect((await make('operators.renew', { id: nobody() })).body.code).toBe('not_found')
  })
})

describe("'operators.deactivate'", () => {
  it('removes access at once, and returns not_found afterwards', async () => {
    const other = await addOperator(world.platform, 'finance')
    expect((await make('operators.deactivate', { id: other.operatorId, reason: 'left the school' })).status).toBe(200)
    expect((await me(other.secrete)).status).toBe(404)
    expect((await make('operators.deactivate', { id: other.operatorId, reason: 'left the school' })).body.code).toBe(
      'not_found',
    )
  })
})

it("returns last_owner from 'operators.roles' and 'operators.deactivate', even in a race", async () => {
  const separate = await createDeskWorld()
  const first = await addOperator(separate.platform, 'owner')
  const second = await addOperator(separate.platform, 'owner')
  const leave = (of: typeof first) =>
    separate.call('operators.deactivate', { id: of.operatorId, reason: 'going home' }, { secrete: of.secrete })
  const answers = await Promise.all([leave(first), leave(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [left] = answers[0]!.status === 409 ? [first] : [second]
  expect(
    (await separate.call('operators.roles', { id: left!.operatorId, roles: ['support'] }, { secrete: left!.secrete }))
      .body.code,
  ).toBe('last_owner')
  await separate.stop()
})

describe('a second operator’s approval of changes to operators', () => {
  type Actor = { operatorId: string; secrete: string }
  const dayMs = 86_400_000
  let desk: DeskWorld
  beforeEach(async () => void (desk = await createDeskWorld()))
  afterEach(() => desk.stop())

  const add = (role: Role, sinceMs?: number) => addOperator(desk.platform, role, `Some ${role}`, sinceMs)
  const waitingFor = async ({ secrete }: Actor) => (await desk.call('operators.approvals', {}, { secrete })).body
  const approveFirst = async (actor: Actor) =>
    desk.call('operators.approve', { id: (await waitingFor(actor))[0].id }, { secrete: actor.secrete })
  const by = ({ secrete }: Actor, name: string, input: Record<string, unknown>) =>
    desk.call(`operators.${name}`, input, { secrete })
  const requested = 'A second operator has to approve this.'
  const rolesOf = async ({ secrete }: Actor) => (await desk.call('operators.me', {}, { secrete })).body.roles
  const again = async ({ operatorId }: Actor) => ({ operatorId, secrete: await sessionOf(desk.platform, operatorId) })

  it('isn’t required while the first owner builds the team, and can’t come from a new operator', async () => {
    const { secrete } = await desk.enrol(await desk.firstToken())
    const owner = { operatorId: (await desk.call('operators.me', {}, { secrete })).body.id, secrete }
    expect((await by(owner, 'invite', { email: 'alan@desk.example', roles: ['finance'] })).body.msg).toContain(
      'We sent an invitation',
    )
    const alan = await desk.enrol(desk.tokenMailedTo('alan@desk.example'), { name: 'Alan', email: 'alan@desk.example' })
    expect((await by(owner, 'invite', { email: 'kay@desk.example', roles: ['compliance'] })).body.msg).toContain(
      'We sent an invitation',
    )
    desk.operators.onApproved('test', async () => {})
    await desk.platform.db.transaction().execute((tx) =>
      desk.operators.propose(tx, {
        proposedBy: owner.operatorId,
        action: 'test',
        subject: 'x',
        words: 'Give money',
        input: {},
      }),
    )
    const puppet = {
      operatorId: (await desk.call('operators.me', {}, { secrete: alan.secrete })).body.id,
      secrete: alan.secrete,
    }
    expect(await approveFirst(puppet)).toMatchObject({ status: 403, body: { code: 'too_new' } })
    const people = (await by(owner, 'people', {})).body.people
    expect(people.map((one: { waitsUntil: string | null }) => one.waitsUntil !== null)).toEqual([true, true])
    await desk.platform.clock.advance(7 * dayMs)
    expect((await approveFirst(await again(puppet))).status).toBe(200)
  })

  it("is required for 'operators.invite' with the right to approve, and the link is emailed on approval", async () => {
    const [owner, second] = [await add('owner'), await add('compliance')]
    expect((await by(owner, 'invite', { email: 'puppet@desk.example', roles: ['finance'] })).body.msg).toBe(requested)
    expect(desk.tokenMailedTo('puppet@desk.example')).toBe('')
    const { rows } = await desk.platform.pool.query('SELECT input::text AS text FROM operators.approval')
    expect(rows[0].text).not.toContain('puppet')
    expect(await waitingFor(second)).toMatchObject([
      {
        action: 'operators.invite',
        email: 'puppet@desk.example',
        words: 'Invite an operator as Finance.',
        wordsPhrase: { phrase: 'proposal_invite', values: { roles: [{ phrase: 'role_finance' }] } },
        amount: null,
      },
    ])
    expect((await approveFirst(owner)).body.code).toBe('own_proposal')
    expect((await approveFirst(second)).status).toBe(200)
    const { secrete } = await desk.enrol(desk.tokenMailedTo('puppet@desk.example'), { name: 'Puppet' })
    expect((await desk.call('operators.me', {}, { secrete })).body.roles).toEqual(['finance'])
    expect(
      (await by(owner, 'invite', { email: 'helper@desk.example', roles: ['support', 'auditor'] })).body.msg,
    ).toContain('We sent an invitation')
  })

  it("is required for 'operators.roles' that add or remove the right to approve", async () => {
    const [owner, second, support] = [await add('owner'), await add('compliance'), await add('support')]
    expect((await by(owner, 'roles', { id: support.operatorId, roles: ['finance'] })).body.msg).toBe(requested)
    expect(await rolesOf(support)).toEqual(['support'])
    expect((await approveFirst(second)).status).toBe(200)
    expect(await rolesOf(support)).toEqual(['finance'])
    // New rights start a waiting time, as a new account does.
    expect((await by(owner, 'roles', { id: second.operatorId, roles: ['auditor'] })).body.msg).toBe(requested)
    expect((await approveFirst(support)).body.code).toBe('too_new')
    expect(await rolesOf(second)).toEqual(['compliance'])
    expect((await by(owner, 'roles', { id: second.operatorId, roles: ['compliance', 'support'] })).body.msg).toContain(
      'have been changed',
    )
    expect((await by(owner, 'roles', { id: owner.operatorId, roles: ['support'] })).body.code).toBe('last_owner')
  })

  it("must come from a third operator for 'operators.renew' of a colleague, whose waiting time restarts", async () => {
    const [owner, second, third] = [await add('owner'), await add('compliance'), await add('finance')]
    expect((await by(owner, 'renew', { id: second.operatorId })).body.msg).toBe(requested)
    expect(desk.tokenMailedTo('compliance@desk.example')).toBe('')
    expect((await approveFirst(third)).status).toBe(200)
    const back = await desk.enrol(desk.tokenMailedTo('compliance@desk.example'), {
      name: 'Some compliance',
      email: 'compliance@desk.example',
    })
    await by(owner, 'roles', { id: third.operatorId, roles: ['auditor'] })
    expect((await approveFirst({ ...second, secrete: back.secrete })).body.code).toBe('too_new')
  })

  it('is still required during a removed operator’s waiting time, so nobody can become the only operator', async () => {
    const [owner, second] = [await add('owner'), await add('compliance')]
    expect((await by(owner, 'deactivate', { id: second.operatorId, reason: 'I want to be the only one' })).status).toBe(
      200,
    )
    expect((await by(owner, 'invite', { email: 'puppet@desk.example', roles: ['finance'] })).body.msg).toBe(requested)
    await desk.platform.clock.advance(7 * dayMs)
    expect(
      (await by(await again(owner), 'invite', { email: 'puppet@desk.example', roles: ['finance'] })).body.msg,
    ).toContain('We sent an invitation')
  })

  it('is refused if the action is no longer possible', async () => {
    const [owner, second] = [await add('owner'), await add('compliance')]
    for (const email of ['twice@desk.example', 'twice@desk.example'])
      await by(owner, 'invite', { email, roles: ['finance'] })
    expect((await approveFirst(second)).status).toBe(200)
    await desk.enrol(desk.tokenMailedTo('twice@desk.example'), { name: 'Twice' })
    expect(await approveFirst(second)).toMatchObject({
      status: 409,
      body: { code: 'cannot_be_done', msg: 'This proposal can no longer be carried out: email taken.' },
    })
  })
})
