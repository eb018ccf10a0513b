import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { createDeskWorld, deskPassword, type DeskWorld } from '../test-world.ts'

let world: DeskWorld
beforeEach(async () => {
  world = await createDeskWorld()
})
afterEach(() => world.stop())

const code = (secret: string) => totpCodeNow(secret, world.platform.clock)
async function enrol(token: string, changes: Record<string, string> = {}) {
  const secret = (await world.call('operators.link', { token })).body.secret as string | undefined
  const form = {
    token,
    name: 'Grace Hopper',
    email: 'grace@desk.example',
    pwd: deskPassword,
    cpwd: deskPassword,
    totp: secret ? code(secret) : '000000',
    ...changes,
  }
  return world.call('operators.enrol', form)
}

describe("'operators.link'", () => {
  it('shows the secret for the authenticator app', async () => {
    const { body } = await world.call('operators.link', { token: await world.firstToken() })
    expect(body).toMatchObject({
      purpose: 'first',
      email: '',
      roles: ['owner'],
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      picture: expect.stringMatching(/^data:image/),
    })
  })

  it('returns link_invalid for a replaced and for an unknown link', async () => {
    const old = await world.firstToken()
    await world.firstToken()
    for (const token of [old, '', 'x'.repeat(43)])
      expect(await world.call('operators.link', { token })).toMatchObject({
        status: 400,
        body: { code: 'link_invalid' },
      })
  })
})

describe("'operators.enrol'", () => {
  it('makes the first operator an owner, and works only once', async () => {
    const token = await world.firstToken()
    const { status, body } = await enrol(token)
    expect(status).toBe(200)
    expect((await world.call('operators.me', {}, { secrete: body.secrete })).body.permissions).toContain(
      'operators.manage',
    )
    expect((await enrol(token, { email: 'other@desk.example' })).body.code).toBe('link_invalid')
    expect(await world.firstToken()).toBe('')
  })

  it('creates only one operator if two people use the first link concurrently', async () => {
    const token = await world.firstToken()
    const answers = await Promise.all([enrol(token), enrol(token, { email: 'other@desk.example' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it.each([
    ['fields_missing', { name: '' }],
    ['bad_name', { name: '???' }],
    ['bad_email', { email: 'grace' }],
    ['passwords_differ', { cpwd: 'another long password' }],
    ['weak_password', { pwd: 'short', cpwd: 'short' }],
    ['weak_password', { pwd: 'i am grace@desk', cpwd: 'i am grace@desk' }],
    ['link_invalid', { token: 'y'.repeat(43) }],
    ['factor_wrong', { totp: '12345' }],
  ])('returns %s for %j', async (refusal, changes) => {
    expect((await enrol(await world.firstToken(), changes as Record<string, string>)).body).toMatchObject({
      type: 'warning',
      code: refusal,
    })
  })

  it('returns email_taken if two invitations have the same address', async () => {
    const { secrete } = await world.enrol(await world.firstToken())
    await world.call('operators.invite', { email: 'alan@desk.example', roles: ['finance'] }, { secrete })
    const token = world.tokenMailedTo('alan@desk.example')
    await world.enrol(token, { name: 'Alan Turing' })
    // As if the address had still been free when this invitation was created.
    const { makeLink } = await import('./links.ts')
    const second = (
      await world.platform.db
        .transaction()
        .execute((tx) =>
          makeLink(world.context, tx, { purpose: 'join', roles: ['support'], email: 'alan@desk.example' }),
        )
    ).split('token=')[1]!
    expect(await enrol(second)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  it('uses the invitation’s email address, even if another one is entered', async () => {
    const { secrete } = await world.enrol(await world.firstToken())
    await world.call('operators.invite', { email: 'alan@desk.example', roles: ['finance', 'support'] }, { secrete })
    const joined = await world.enrol(world.tokenMailedTo('alan@desk.example'), {
      name: 'Alan Turing',
      email: 'mallory@desk.example',
    })
    expect((await world.call('operators.me', {}, { secrete: joined.secrete })).body).toMatchObject({
      email: 'alan@desk.example',
      roles: ['finance', 'support'],
    })
  })

  it('stores no token, email address, password or second factor in plain text', async () => {
    const token = await world.firstToken()
    const { secret } = await world.enrol(token)
    const { rows } = await world.platform.pool.query(
      `SELECT p::text AS text FROM operators.person p UNION ALL SELECT l::text FROM operators.link l
       UNION ALL SELECT a::text FROM operators.audit_log a`,
    )
    for (const word of [token, secret, 'desk.example', deskPassword])
      expect(rows.some(({ text }) => text.includes(word))).toBe(false)
  })
})
