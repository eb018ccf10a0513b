import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
  await world.signUp('ada@example.org')
})
afterAll(() => world.stop())

const mailsTo = (email: string) => world.platform.mail.mailbox().filter((mail) => mail.to === email)

describe('an address', () => {
  it('that has an account gets five digits', async () => {
    const answer = await world.call('resetcode', { email: 'Ada@Example.org' })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^success-[0-9a-f]{32}$/) })
    expect(mailsTo('ada@example.org')[0]!.text).toMatch(/Your password reset code is \d{5}\./)
  })

  it('without an account gets a notice, with the same response', async () => {
    const answer = await world.call('resetcode', { email: 'nobody@example.org' })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^success-[0-9a-f]{32}$/) })
    expect(mailsTo('nobody@example.org')[0]).toMatchObject({
      subject: 'This email address has no Tallystick account',
      text: expect.not.stringMatching(/\b\d{5}\b/),
    })
  })

  it('that has an account keeps its password until the code is used', async () => {
    expect((await world.call('login', { email: 'ada@example.org', pwd: goodPassword })).status).toBe(200)
  })
})

describe('email_missing', () => {
  it.each([{ email: '' }, { email: '  ' }, {}])('is returned for %j', async (input) => {
    expect(await world.call('resetcode', input)).toMatchObject({
      status: 400,
      body: { code: 'email_missing', msg: 'Enter your email address.' },
    })
  })
})

describe('bad_email', () => {
  it('is returned for text that is not an email address', async () => {
    expect((await world.call('resetcode', { email: 'ada' })).body).toMatchObject({ code: 'bad_email' })
  })
})

describe('locked_out', () => {
  it('is returned for the third code within half a minute, whether the address has an account or not', async () => {
    await world.signUp('grace@example.org')
    for (const email of ['grace@example.org', 'unknown@example.org']) {
      expect((await world.call('resetcode', { email })).status).toBe(200)
      expect((await world.call('resetcode', { email })).status).toBe(200)
      const answer = await world.call('resetcode', { email })
      expect(answer).toMatchObject({ status: 429, body: { code: 'locked_out' }, headers: { 'retry-after': '30' } })
    }
  })
})
