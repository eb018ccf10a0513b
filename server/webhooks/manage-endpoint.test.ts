import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newestSubject, withPasskey } from '../identity/security/test-factors.ts'
import { goodPassword } from '../identity/test-world.ts'
import { createWebhooksWorld, startReceiver, type Receiver, type WebhooksWorld } from './test-world.ts'

let world: WebhooksWorld
let receiver: Receiver
beforeAll(async () => {
  world = await createWebhooksWorld()
  receiver = await startReceiver()
})
afterAll(async () => {
  await world?.stop()
  await receiver?.stop()
})

const noId = '01890000-0000-7000-8000-000000000000'

/** Returns which secrets signed the newest message. */
function signers(secrets: Record<string, string>): string[] {
  const { id, timestamp, body, signature } = receiver.got.at(-1)!
  const of = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return signature.split(' ').map((one) => Object.keys(secrets).find((name) => of(secrets[name]!) === one) ?? 'nobody')
}

async function expectNotFound(name: string, more: object = {}): Promise<void> {
  const owner = await world.subscribe(`own-${name}@example.org`, receiver.url)
  const stranger = await world.signUp(`other-${name}@example.org`)
  for (const id of [owner.id, noId, 'x', ''])
    expect((await world.call(name, { id, ...more }, { secrete: stranger })).body.code).toBe('endpoint_not_found')
  expect((await world.call('webhooks', {}, { secrete: owner.secrete })).body.endpoints.length).toBe(1)
}

describe("'webhooks.remove'", () => {
  it('stops the messages and emails the customer', async () => {
    const ada = await world.subscribe('remove@example.org', receiver.url)
    await world.credit(ada.customerId)
    expect((await world.call('webhooks.remove', { id: ada.id }, { secrete: ada.secrete })).status).toBe(200)
    expect(newestSubject(world, 'remove@example.org')).toBe(
      'A webhook endpoint was removed from your Tallystick account',
    )
    await world.webhooks.deliver()
    expect(receiver.got).toEqual([])
    expect((await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints).toEqual([])
  })
  it('refuses with endpoint_not_found for another customer’s endpoint, as if it did not exist', () =>
    expectNotFound('webhooks.remove'))
})

describe("'webhooks.rotate'", () => {
  it('signs with both secrets for 24 hours, then with the new one', async () => {
    const ada = await world.subscribe('rotate@example.org', receiver.url)
    const { status, body } = await world.call(
      'webhooks.rotate',
      { id: ada.id, pwd: goodPassword },
      { secrete: ada.secrete },
    )
    expect(status).toBe(200)
    expect(newestSubject(world, 'rotate@example.org')).toBe('A webhook secret was replaced for your Tallystick account')
    const secrets = { old: ada.secret, new: body.secret }
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(signers(secrets)).toEqual(['new', 'old'])
    expect((await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints[0].oldSecretUntil).toBe(
      '2026-01-06T12:00:00.000Z',
    )
    await world.platform.clock.advance(24 * 3_600_000)
    await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(signers(secrets)).toEqual(['new'])
    expect((await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints[0].oldSecretUntil).toBeNull()
  })
  it('refuses with endpoint_not_found for another customer’s endpoint, as if it did not exist', () =>
    expectNotFound('webhooks.rotate', { pwd: goodPassword }))
  it('refuses with account_frozen while the account is frozen', async () => {
    const ada = await world.subscribe('frozen@example.org', receiver.url)
    await world.call('freeze', {}, { secrete: ada.secrete })
    expect(
      (await world.call('webhooks.rotate', { id: ada.id, pwd: goodPassword }, { secrete: ada.secrete })).body.code,
    ).toBe('account_frozen')
  })
  it('refuses with wrong_password, second_factor_needed, second_factor_wrong and locked_out', async () => {
    const { secrete, recovery } = await withPasskey(world, 'proof@example.org')
    const { id } = (
      await world.call('webhooks.add', { url: receiver.url, pwd: goodPassword, recovery: recovery[0] }, { secrete })
    ).body
    const rotate = async (given: object) =>
      (await world.call('webhooks.rotate', { id, ...given }, { secrete })).body.code
    expect(await rotate({ pwd: 'not the password' })).toBe('wrong_password')
    expect(await rotate({ pwd: goodPassword })).toBe('second_factor_needed')
    expect(await rotate({ pwd: goodPassword, recovery: 'aaaaa-aaaaa' })).toBe('second_factor_wrong')
    for (let turn = 0; turn < 6; turn++) await rotate({ pwd: 'not the password' })
    expect(await rotate({ pwd: goodPassword, recovery: recovery[1] })).toBe('locked_out')
  })
})

/** Creates a customer whose endpoint was disabled because it responded with 410. */
async function withEndpointOff(email: string) {
  const gone = await startReceiver()
  gone.answer = (_request, response) => void response.writeHead(410).end()
  const ada = await world.subscribe(email, gone.url)
  await world.credit(ada.customerId)
  await world.webhooks.deliver()
  await gone.stop()
  const offOf = async () => (await world.call('webhooks', {}, { secrete: ada.secrete })).body.endpoints[0].off
  expect(await offOf()).toMatchObject({ reason: 'gone' })
  const enable = async (more: object) =>
    (await world.call('webhooks.enable', { id: ada.id, ...more }, { secrete: ada.secrete })).body
  return { ...ada, offOf, enable }
}

describe("'webhooks.enable'", () => {
  it('refuses with endpoint_not_found for another customer’s endpoint, as if it did not exist', () =>
    expectNotFound('webhooks.enable'))
  it('enables the endpoint and emails the customer', async () => {
    const { enable, offOf } = await withEndpointOff('mailed@example.org')
    expect(await enable({ pwd: goodPassword })).toMatchObject({ type: 'success' })
    expect(await offOf()).toBeNull()
    expect(newestSubject(world, 'mailed@example.org')).toBe(
      'A webhook endpoint for your Tallystick account was enabled',
    )
  })
  it('refuses with account_frozen while the account is frozen', async () => {
    const { enable, offOf, secrete } = await withEndpointOff('frozen-off@example.org')
    await world.call('freeze', {}, { secrete })
    expect((await enable({ pwd: goodPassword })).code).toBe('account_frozen')
    expect(await offOf()).toMatchObject({ reason: 'gone' })
  })
  it('refuses with wrong_password, second_factor_needed, second_factor_wrong and locked_out', async () => {
    const { enable, offOf } = await withEndpointOff('unproven@example.org')
    expect((await enable({})).code).toBe('wrong_password')
    for (let turn = 0; turn < 6; turn++) expect((await enable({ pwd: 'not the password' })).type).toBe('warning')
    expect((await enable({ pwd: goodPassword })).code).toBe('locked_out')
    expect(await offOf()).toMatchObject({ reason: 'gone' })
    const { secrete, recovery } = await withPasskey(world, 'factor@example.org')
    const { id } = (
      await world.call('webhooks.add', { url: receiver.url, pwd: goodPassword, recovery: recovery[0] }, { secrete })
    ).body
    await world.platform.pool.query(
      "UPDATE webhooks.endpoints SET off_since_ms = 1, off_reason = 'gone' WHERE id = $1",
      [id],
    )
    const prove = async (given: object) => (await world.call('webhooks.enable', { id, ...given }, { secrete })).body
    expect((await prove({ pwd: goodPassword })).code).toBe('second_factor_needed')
    expect((await prove({ pwd: goodPassword, recovery: 'aaaaa-aaaaa' })).code).toBe('second_factor_wrong')
    expect((await prove({ pwd: goodPassword, recovery: recovery[1] })).type).toBe('success')
  })
  it('refuses with endpoint_on and webhooks_off', async () => {
    const ada = await world.subscribe('on@example.org', receiver.url)
    const enable = async () => (await world.call('webhooks.enable', { id: ada.id }, { secrete: ada.secrete })).body.code
    expect(await enable()).toBe('endpoint_on')
    world.platform.config.webhooks = false
    expect(await enable()).toBe('webhooks_off')
    world.platform.config.webhooks = true
  })
})

describe('a new password', () => {
  const fresh = 'quite another long password'

  async function expectOffUntilSwitchedOn(ada: { id: string; customerId: string }, email: string, secrete: string) {
    expect(newestSubject(world, email)).toMatch(/disabled the webhook endpoints/)
    const { endpoints } = (await world.call('webhooks', {}, { secrete })).body
    expect(endpoints).toMatchObject([{ id: ada.id, off: { reason: 'password' } }])
    const before = receiver.got.length
    const missed = await world.credit(ada.customerId)
    await world.webhooks.deliver()
    expect(receiver.got.length).toBe(before)
    expect((await world.call('webhooks.enable', { id: ada.id, pwd: fresh }, { secrete })).status).toBe(200)
    expect((await world.call('webhooks', {}, { secrete })).body.endpoints).toMatchObject([{ off: null }])
    await world.webhooks.deliver()
    expect(receiver.got.slice(before).map(({ id }) => id)).toEqual([`tr_${missed}`])
  }

  it('disables every endpoint with one email; missed messages are sent once an endpoint is enabled again', async () => {
    const ada = await world.subscribe('new-password@example.org', receiver.url)
    const input = { opwd: goodPassword, pwd: fresh, cpwd: fresh }
    const { body } = await world.call('updatepass', input, { secrete: ada.secrete })
    await expectOffUntilSwitchedOn(ada, 'new-password@example.org', body.secrete)
  })

  it('also disables every endpoint if it is set with a code from an email', async () => {
    const email = 'reset-password@example.org'
    const ada = await world.subscribe(email, receiver.url)
    const { token, vcode } = await world.requestCode('resetcode', email)
    const form = { email, pwd: fresh, cpwd: fresh, vcode }
    const { body } = await world.call('reset', form, { headers: { Resetcode: token } })
    expect(body).toMatchObject({ type: 'success' })
    await expectOffUntilSwitchedOn(ada, email, body.secrete)
  })
})
