import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityMails } from '../mails.ts'
import { createIdentityWorld, goodPassword, registration, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const newestMailTo = (email: string) => world.platform.mail.mailbox().find(({ to }) => to === email)!

describe("'mails.language'", () => {
  it('starts as the language of the registration, and applies to every email after the choice', async () => {
    const email = 'ada@example.org'
    const german = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } }
    await world.call('regcode', { email, name: 'Ada' }, german)
    expect(newestMailTo(email).text).not.toContain('Your code to confirm this address')
    expect(newestMailTo(email).text).toMatch(/\b\d{5}\b/)
    const { token, vcode } = await world.requestCode('regcode', 'lin@example.org')
    const { secrete } = (
      await world.call('register', registration('lin@example.org', { vcode }), {
        headers: { code: token, ...german.headers },
      })
    ).body
    expect((await world.call('user', {}, { secrete })).body.language).toBe('de')
    expect(await world.call('mails.language', { language: 'fr' }, { secrete })).toMatchObject({
      status: 200,
      body: { type: 'success', msg: 'We will send your emails in this language.' },
    })
    expect((await world.call('user', {}, { secrete })).body.language).toBe('fr')
    await world.call(
      'updatepass',
      { opwd: goodPassword, pwd: `${goodPassword}2`, cpwd: `${goodPassword}2` },
      { secrete },
    )
    expect(newestMailTo('lin@example.org').text).toContain('/fr/account/reset')
  })

  it('refuses an unsupported language', async () => {
    const secrete = await world.signUp('ben@example.org')
    for (const language of ['nl', '', 'constructor', null]) {
      expect(await world.call('mails.language', { language }, { secrete })).toMatchObject({
        status: 400,
        body: { code: 'bad_input', fields: { language: 'Choose a language from the list.' } },
      })
    }
    expect((await world.call('user', {}, { secrete })).body.language).toBe('en')
  })

  it('requires a session', async () =>
    expect(await world.call('mails.language', { language: 'de' })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    }))
})

it('skips an email to an address that cannot be decrypted, raises an alarm, and rolls nothing back', async () => {
  const secrete = await world.signUp('unreached@example.org')
  const { customerId } = (await world.identity.sessionOf(secrete))!
  await world.platform.owner.query(
    "UPDATE identity.customer SET email_sealed = decode(repeat('00', 60), 'hex') WHERE id = $1",
    [customerId],
  )
  const mails = world.platform.mail.mailbox().length
  await world.platform.db
    .transaction()
    .execute((tx) => world.identity.write(tx, customerId, identityMails.passwordChanged))
  expect(world.platform.mail.mailbox()).toHaveLength(mails)
  await expect
    .poll(() => world.platform.alarms.open())
    .toMatchObject([{ kind: 'row_unreadable', subject: `customer ${customerId}, email` }])
})
