import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, registration, wrongCode, type IdentityWorld } from '../test-world.ts'
import { testPhone } from './test-phone.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

/** Registers with the correct code and the given changes. */
async function registerWith(email: string, changes: Record<string, string>) {
  const { token, vcode } = await world.requestCode('regcode', email)
  return world.call('register', registration(email, { vcode, ...changes }), { headers: { code: token } })
}

async function customersInAll(): Promise<number> {
  const { rows } = await world.platform.pool.query(
    `SELECT (SELECT count(*) FROM identity.customer) AS customers,
       (SELECT count(*) FROM identity.address) AS addresses`,
  )
  expect(rows[0].customers).toBe(rows[0].addresses)
  return Number(rows[0].customers)
}

describe('a registration with a correct code', () => {
  it('creates the customer, pays the grant and signs in', async () => {
    const answer = await registerWith('ada@example.org', {})
    expect(answer).toMatchObject({
      status: 200,
      body: { type: 'success', secrete: expect.stringMatching(/^[\w-]{44}$/) },
    })
    const { body } = await world.call('user', {}, { secrete: answer.body.secrete })
    expect(body).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: testPhone('ada@example.org'),
      country: 'United Kingdom',
      cur: '£',
      currency: 'GBP',
      balance: '10000.00',
    })
    const { rows } = await world.platform.pool.query('SELECT id FROM identity.customer')
    const [transfer] = await world.ledger.history(rows[0].id)
    expect(transfer).toMatchObject({
      kind: 'practice_grant',
      asset: 'GBP',
      amountMinor: 1_000_000n,
      house: 'practice_grants',
    })
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  })

  it.each([
    ['$', 'USD'],
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['usd', 'USD'],
  ])('accepts the currency %s', async (cur, currency) => {
    const email = `currency-${currency.toLowerCase()}-${cur.length}@example.org`
    const answer = await registerWith(email, { cur })
    expect((await world.call('user', {}, { secrete: answer.body.secrete })).body).toMatchObject({ currency })
  })

  it('calls the listeners with the referral code in the same transaction', async () => {
    const received: [string, string][] = []
    let failing = true
    world.identity.onRegistered(async (_tx, customerId, referralCode) => {
      if (referralCode === 'FAILING' && failing) throw new Error('not now')
      if (referralCode) received.push([customerId, referralCode])
    })
    const before = await customersInAll()
    expect((await registerWith('invited@example.org', { ref: 'FAILING' })).status).toBe(500)
    expect(await customersInAll()).toBe(before)
    failing = false
    const answer = await registerWith('invited2@example.org', { ref: ' CFGHJMPQ ' })
    expect(received).toEqual([[(await world.call('user', {}, { secrete: answer.body.secrete })).body.id, 'CFGHJMPQ']])
  })

  it('accepts a country code, and a dial code without the plus sign', async () => {
    expect((await registerWith('code@example.org', { country: 'de', code: '49', phone: '030 901820' })).status).toBe(
      200,
    )
  })

  it('ignores the case of the email address', async () => {
    await world.signUp('Grace@Example.ORG'.toLowerCase())
    expect((await world.call('login', { email: 'GRACE@example.Org', pwd: goodPassword })).status).toBe(200)
  })

  it('stores no personal data, code or secret in plain text', async () => {
    const secrete = await world.signUp('plain@example.org', { name: 'Xenophon Quill' })
    const { rows } = await world.platform.pool.query(`
      SELECT (SELECT string_agg(c::text, '') FROM identity.customer c)
        || (SELECT string_agg(s::text, '') FROM identity.session s)
        || (SELECT string_agg(a::text, '') FROM identity.address a) AS dump`)
    const dump: string = rows[0].dump
    for (const clear of ['plain@', 'Xenophon', '7400123456', secrete, goodPassword]) {
      expect(dump).not.toContain(clear)
      expect(dump).not.toContain(Buffer.from(clear).toString('hex'))
    }
  })

  it('works only once', async () => {
    const email = 'once@example.org'
    const { token, vcode } = await world.requestCode('regcode', email)
    expect((await world.call('register', registration(email, { vcode }), { headers: { code: token } })).status).toBe(
      200,
    )
    expect(
      (await world.call('register', registration(email, { vcode }), { headers: { code: token } })).body,
    ).toMatchObject({ code: 'code_expired' })
  })

  it('creates only one customer even if it is repeated concurrently', async () => {
    const email = 'twice@example.org'
    const before = await customersInAll()
    const { token, vcode } = await world.requestCode('regcode', email)
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.call('register', registration(email, { vcode }), { headers: { code: token } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(answers.filter(({ status }) => status === 400).every(({ body }) => body.code === 'code_expired')).toBe(true)
    expect(await customersInAll()).toBe(before + 1)
  })
})

describe('fields_missing', () => {
  it.each(Object.keys(registration('')).filter((field) => field !== 'adult' && field !== 'accept'))(
    'is returned without %s',
    async (field) => {
      const answer = await world.call(
        'register',
        registration('missing@example.org', { [field]: ' '.repeat(field.includes('pwd') ? 0 : 2) }),
      )
      expect(answer).toMatchObject({
        status: 400,
        body: { type: 'warning', code: 'fields_missing', msg: 'Fill all Form Fields' },
      })
    },
  )
  it('is returned for an empty form', async () => {
    expect((await world.call('register')).body).toMatchObject({ code: 'fields_missing' })
  })
})

describe('bad_name', () => {
  it.each(['<b>Ada</b>', '12345', 'http://evil.example', 'a'.repeat(61)])('is returned for %j', async (name) => {
    expect((await world.call('register', registration('name@example.org', { name }))).body).toMatchObject({
      code: 'bad_name',
    })
  })
})

describe('bad_email', () => {
  it.each(['ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org', `${'a'.repeat(65)}@example.org`])(
    'is returned for %j',
    async (email) => {
      expect(await world.call('register', registration(email))).toMatchObject({
        status: 400,
        body: { code: 'bad_email' },
      })
    },
  )
})

describe('passwords_differ', () => {
  it('uses the exact message from the specification', async () => {
    const answer = await world.call('register', registration('differ@example.org', { cpwd: 'heron over gray water' }))
    expect(answer.body).toMatchObject({ code: 'passwords_differ', msg: 'Passwords do not match' })
  })
})

describe('weak_password', () => {
  it.each(['short77', 'password1', 'P@ssw0rd', 'aaaaaaaaaaaa', 'weak.pass@example.org', 'weak.pass'])(
    'is returned for %j',
    async (pwd) => {
      const answer = await world.call('register', registration('weak.pass@example.org', { pwd, cpwd: pwd }))
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'weak_password', fields: { pwd: expect.any(String) } },
      })
      expect(answer.body.msg).not.toContain('{')
    },
  )
})

describe('bad_country', () => {
  it.each<Record<string, string>>([{ country: 'Atlantis' }, { country: 'France' }, { code: '+33' }, { code: '+0' }])(
    'is returned for %j',
    async (changes) => {
      expect((await world.call('register', registration('country@example.org', changes))).body).toMatchObject({
        code: 'bad_country',
      })
    },
  )
})

describe('bad_phone', () => {
  it.each(['123', 'not a number', '+33 1 23 45 67 89', '07400 123456 789 12'])('is returned for %j', async (phone) => {
    expect((await world.call('register', registration('phone@example.org', { phone }))).body).toMatchObject({
      code: 'bad_phone',
    })
  })
})

describe('bad_currency', () => {
  it.each(['JPY', 'BTC', '¥', '__pr'])('is returned for %j', async (cur) => {
    expect((await world.call('register', registration('currency@example.org', { cur }))).body).toMatchObject({
      code: 'bad_currency',
    })
  })
})

describe('code_wrong', () => {
  it('leaves four more attempts, in which the correct code still works', async () => {
    const email = 'wrong@example.org'
    const { token, vcode } = await world.requestCode('regcode', email)
    for (let turn = 0; turn < 4; turn++) {
      const answer = await world.call('register', registration(email, { vcode: wrongCode(vcode) }), {
        headers: { code: token },
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'code_wrong' } })
    }
    expect((await world.call('register', registration(email, { vcode }), { headers: { code: token } })).status).toBe(
      200,
    )
  })

  it('is the only response for a known address, no matter which code is sent', async () => {
    const email = 'known@example.org'
    await world.signUp(email)
    const answer = await world.call('regcode', { email, name: 'Ada' })
    const token = String(answer.body).slice('success-'.length)
    for (const vcode of ['00000', '12345']) {
      expect(
        (await world.call('register', registration(email, { vcode }), { headers: { code: token } })).body,
      ).toMatchObject({ code: 'code_wrong' })
    }
  })
})

describe('code_expired', () => {
  it('is returned after five wrong attempts', async () => {
    const email = 'five@example.org'
    const { token, vcode } = await world.requestCode('regcode', email)
    for (let turn = 0; turn < 5; turn++)
      await world.call('register', registration(email, { vcode: wrongCode(vcode) }), { headers: { code: token } })
    expect(
      (await world.call('register', registration(email, { vcode }), { headers: { code: token } })).body,
    ).toMatchObject({ code: 'code_expired' })
  })

  it('is returned after five concurrent wrong attempts', async () => {
    const email = 'storm@example.org'
    const { token, vcode } = await world.requestCode('regcode', email)
    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        world.call('register', registration(email, { vcode: wrongCode(vcode) }), { headers: { code: token } }),
      ),
    )
    expect(answers.map(({ body }) => body.code).sort()).toEqual([
      ...Array(4).fill('code_expired'),
      ...Array(5).fill('code_wrong'),
    ])
  })

  it('is returned without the token, with another address’s token, and with a code for another purpose', async () => {
    const mine = await world.requestCode('regcode', 'mine@example.org')
    const theirs = await world.requestCode('regcode', 'theirs@example.org')
    const form = registration('mine@example.org', { vcode: mine.vcode })
    for (const headers of [{}, { code: theirs.token }, { resetcode: mine.token }, { code: `${mine.token}0` }] as Record<
      string,
      string
    >[]) {
      expect((await world.call('register', form, { headers })).body).toMatchObject({ code: 'code_expired' })
    }
    expect((await world.call('register', form, { headers: { code: mine.token } })).status).toBe(200)
  })

  it('is returned when a newer code was sent', async () => {
    const email = 'resend@example.org'
    const first = await world.requestCode('regcode', email)
    const second = await world.requestCode('regcode', email)
    expect(
      (await world.call('register', registration(email, { vcode: first.vcode }), { headers: { code: first.token } }))
        .body,
    ).toMatchObject({ code: 'code_expired' })
    expect(
      (await world.call('register', registration(email, { vcode: second.vcode }), { headers: { code: second.token } }))
        .status,
    ).toBe(200)
  })

  it('is returned ten minutes after the code was sent', async () => {
    const email = 'late@example.org'
    const { token, vcode } = await world.requestCode('regcode', email)
    await world.platform.clock.advance(10 * 60_000 - 1)
    expect(
      (await world.call('register', registration(email, { vcode: wrongCode(vcode) }), { headers: { code: token } }))
        .body,
    ).toMatchObject({ code: 'code_wrong' })
    await world.platform.clock.advance(1)
    expect(
      (await world.call('register', registration(email, { vcode }), { headers: { code: token } })).body,
    ).toMatchObject({ code: 'code_expired' })
  })
})

describe('locked_out', () => {
  it('is returned after ten wrong codes for one address in an hour', async () => {
    const email = 'locked@example.org'
    for (let round = 0; round < 2; round++) {
      const { token, vcode } = await world.requestCode('regcode', email)
      for (let turn = 0; turn < 5; turn++)
        await world.call('register', registration(email, { vcode: wrongCode(vcode) }), {
          headers: { code: token },
          ip: `192.0.2.${round}`,
        })
    }
    await world.platform.clock.advance(60_000)
    const { token, vcode } = await world.requestCode('regcode', email)
    const answer = await world.call('register', registration(email, { vcode }), { headers: { code: token } })
    expect(answer).toMatchObject({ status: 429, body: { code: 'locked_out' } })
    expect(Number(answer.headers['retry-after'])).toBe(3540)
  })
})
