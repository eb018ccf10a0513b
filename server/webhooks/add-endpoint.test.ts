import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newestSubject, withApp, withPasskey } from '../identity/security/test-factors.ts'
import { goodPassword } from '../identity/test-world.ts'
import { createWebhooksWorld, startReceiver, type WebhooksWorld } from './test-world.ts'

let world: WebhooksWorld
beforeAll(async () => void (world = await createWebhooksWorld()))
afterAll(() => world?.stop())

const url = 'https://hooks.example.org/tallystick'
const add = (secrete: string, more: object = {}) =>
  world.call('webhooks.add', { url, pwd: goodPassword, ...more }, { secrete })

describe('an endpoint', () => {
  it('shows its secret once, stores it encrypted, and emails its customer', async () => {
    const secrete = await world.signUp('ada@example.org')
    const { status, body } = await add(secrete)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { type: 'success', secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
    })
    expect(newestSubject(world, 'ada@example.org')).toBe('A webhook endpoint was added to your Tallystick account')
    const list = await world.call('webhooks', {}, { secrete })
    expect(list.body).toEqual({
      available: true,
      endpoints: [
        {
          id: body.id,
          url,
          createdAt: '2026-01-05T12:00:00.000Z',
          lastSuccessAt: null,
          off: null,
          oldSecretUntil: null,
          deliveries: [],
        },
      ],
    })
    const { rows } = await world.platform.pool.query('SELECT e::text AS kept, secret_sealed FROM webhooks.endpoints e')
    const key = Buffer.from(body.secret.slice('whsec_'.length), 'base64')
    for (const { kept, secret_sealed } of rows) {
      expect(kept).not.toContain(key.toString('hex'))
      expect(secret_sealed.includes(body.secret) || secret_sealed.includes(key)).toBe(false)
    }
  })
  it('is neither shown to nor added by API keys', async () => {
    const secrete = await world.signUp('key@example.org')
    const { key } = (
      await world.call('keys.make', { name: 'Robot', scopes: ['withdraw'], pwd: goodPassword }, { secrete })
    ).body
    for (const name of [
      'webhooks',
      'webhooks.add',
      'webhooks.remove',
      'webhooks.rotate',
      'webhooks.enable',
      'webhooks.test',
      'webhooks.redeliver',
    ]) {
      expect((await world.call(name, { url, pwd: goodPassword }, { secrete: key })).body.code, name).toBe(
        'scope_missing',
      )
    }
  })
})

it('a new endpoint gets a transfer that commits while it is being added, even if a run has just finished', async () => {
  const receiver = await startReceiver()
  let meanwhile = async () => {}
  const busy = await createWebhooksWorld({}, (ledger) => ({
    async newestIds(tx) {
      const ids = await ledger.newestIds(tx)
      if (tx) await meanwhile()
      return ids
    },
  }))
  try {
    const secrete = await busy.signUp('meanwhile@example.org')
    const { id: customerId } = (await busy.call('user', {}, { secrete })).body
    let transfer = 0n
    meanwhile = async () => {
      transfer = await busy.credit(customerId)
      await busy.webhooks.deliver()
    }
    expect((await busy.call('webhooks.add', { url: receiver.url, pwd: goodPassword }, { secrete })).status).toBe(200)
    await busy.webhooks.deliver()
    expect(receiver.got.map(({ id }) => id)).toEqual([`tr_${transfer}`])
  } finally {
    await busy.stop()
    await receiver.stop()
  }
})

describe("'webhooks.add'", () => {
  it('refuses with bad_url for anything but https to a public address', async () => {
    const secrete = await world.signUp('bad@example.org')
    for (const bad of [
      '',
      'http://hooks.example.org/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://user:pass@hooks.example.org/',
      'nonsense',
    ]) {
      expect((await add(secrete, { url: bad })).body, bad).toMatchObject({
        code: 'bad_url',
        fields: { url: expect.any(String) },
      })
    }
  })
  it('refuses with same_url and too_many_endpoints, even for concurrent calls', async () => {
    const secrete = await world.signUp('many@example.org')
    expect((await add(secrete)).status).toBe(200)
    expect((await add(secrete)).body.code).toBe('same_url')
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add(secrete, { url: `${url}/${index}` })))
    expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
      ...Array(4).fill('ok'),
      ...Array(2).fill('too_many_endpoints'),
    ])
  })
  it('refuses with account_frozen while the account is frozen', async () => {
    const secrete = await world.signUp('frozen@example.org')
    await world.call('freeze', {}, { secrete })
    expect((await add(secrete)).body.code).toBe('account_frozen')
  })
  it('refuses with wrong_password, second_factor_needed, second_factor_wrong and locked_out', async () => {
    const { secrete, code } = await withApp(world, 'proof@example.org')
    expect((await add(secrete, { pwd: 'not the password' })).body.code).toBe('wrong_password')
    expect((await add(secrete)).body.code).toBe('second_factor_needed')
    expect((await add(secrete, { totp: '000000' })).body.code).toBe('second_factor_wrong')
    expect((await add(secrete, { totp: await code() })).status).toBe(200)
    const other = await withPasskey(world, 'locked@example.org')
    for (let turn = 0; turn < 6; turn++) await add(other.secrete, { pwd: 'not the password' })
    expect((await add(other.secrete, { recovery: other.recovery[0]! })).body.code).toBe('locked_out')
  })
  it('refuses with webhooks_off while webhooks are disabled', async () => {
    const secrete = await world.signUp('off@example.org')
    world.platform.config.webhooks = false
    expect((await add(secrete)).body.code).toBe('webhooks_off')
    expect((await world.call('webhooks', {}, { secrete })).body).toEqual({ available: false, endpoints: [] })
    world.platform.config.webhooks = true
  })
})
