import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, tokenOf, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld({ PUBLIC_URL: 'https://practice.example.org' })
})
afterAll(() => world.stop())

const mailsTo = (email: string) => world.platform.mail.mailbox().filter((mail) => mail.to === email)

describe('an address', () => {
  it('gets five digits, and the caller gets success-TOKEN', async () => {
    const answer = await world.call('regcode', { email: 'ada@example.org', name: 'Ada' })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^success-[0-9a-f]{32}$/) })
    expect(answer.headers['content-type']).toContain('text/plain')
    const [mail] = mailsTo('ada@example.org')
    expect(mail!.text).toMatch(/Your code to confirm this address is \d{5}\./)
    expect(mail!.text).not.toContain(tokenOf(answer))
  })

  it('is normalised before the email is sent', async () => {
    await world.call('regcode', { email: ' Grace@BÜCHER.Example ', name: 'Grace' })
    expect(mailsTo('grace@xn--bcher-kva.example')).toHaveLength(1)
  })

  it('never receives a name that a stranger entered', async () => {
    await world.call('regcode', { email: 'victim@example.org', name: 'Call 555 now' })
    expect(JSON.stringify(mailsTo('victim@example.org'))).not.toContain('555 now')
  })

  it('that is registered gets a notice instead of a code, with the same response', async () => {
    const secrete = await world.signUp('known@example.org')
    const answer = await world.call('regcode', { email: 'KNOWN@example.org', name: 'Ada' })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^success-[0-9a-f]{32}$/) })
    const [mail] = mailsTo('known@example.org')
    expect(mail!.subject).toBe('You already have a Tallystick account')
    expect(mail!.text).toContain('https://practice.example.org/account/signin')
    expect(mail!.text).not.toMatch(/\b\d{5}\b/)
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
    expect((await world.call('login', { email: 'known@example.org', pwd: goodPassword })).status).toBe(200)
  })

  it('has its code stored only as a hash', async () => {
    const { token, vcode } = await world.requestCode('regcode', 'stored@example.org')
    const { rows } = await world.platform.pool.query("SELECT string_agg(c::text, '') AS dump FROM identity.mail_code c")
    for (const clear of [token, vcode, 'stored@example.org']) {
      expect(rows[0].dump).not.toContain(`${clear},`)
      expect(rows[0].dump).not.toContain(Buffer.from(clear).toString('hex'))
    }
  })
})

describe('fields_missing', () => {
  it.each([{ email: '', name: 'Ada' }, { email: 'a@example.org', name: '  ' }, {}])('applies to %j', async (input) => {
    expect(await world.call('regcode', input)).toMatchObject({
      status: 400,
      body: { code: 'fields_missing', msg: 'Fill all Form Fields' },
    })
  })
})

describe('bad_name', () => {
  it('is returned for a link', async () => {
    expect((await world.call('regcode', { email: 'a@example.org', name: 'https://evil.example' })).body).toMatchObject({
      code: 'bad_name',
    })
  })
})

describe('bad_email', () => {
  it.each([
    'a@example.org/x',
    'a@example.org#x',
    'a@ex%61mple.org',
    'a@exam\tple.org',
    'ada',
    'ada@example',
    'ada@exa mple.org',
    '"a"@example.org\r\nBcc: b@example.org',
  ])('is returned for %j', async (email) => {
    expect((await world.call('regcode', { email, name: 'Ada' })).body).toMatchObject({ code: 'bad_email' })
  })
})

describe('locked_out', () => {
  const ask = (email: string, ip = '127.0.0.1') => world.call('regcode', { email, name: 'Ada' }, { ip })

  it('is returned with increasing waits from the third code, and after five codes in an hour', async () => {
    const waits: (string | undefined)[] = []
    for (let turn = 0; turn < 6; turn++) {
      let answer = await ask('often@example.org', `198.51.100.${turn}`)
      waits.push(answer.headers['retry-after'] as string | undefined)
      if (answer.status === 429 && turn < 5) {
        expect(answer.body).toMatchObject({
          type: 'warning',
          code: 'locked_out',
          msg: `Too many attempts. Wait ${waits[turn]} seconds and try again.`,
        })
        await world.platform.clock.advance(Number(waits[turn]) * 1000)
        answer = await ask('often@example.org', `198.51.100.${turn}`)
        expect(answer.status).toBe(200)
      }
    }
    expect(waits.map((wait) => Number(wait ?? 0))).toEqual([0, 0, 30, 60, 120, 3600 - 210])
  })

  it('is returned after ten codes in a day', async () => {
    for (let turn = 0; turn < 10; turn++) {
      expect((await ask('daily@example.org', `198.51.100.${turn % 2}`)).status).toBe(200)
      await world.platform.clock.advance(3_600_000)
    }
    expect((await ask('daily@example.org')).body).toMatchObject({ code: 'locked_out' })
  })

  it('is returned after six codes a day from one network for one address, leaving some for the owner', async () => {
    for (let turn = 0; turn < 6; turn++) {
      expect((await ask('one-network@example.org')).status).toBe(200)
      await world.platform.clock.advance(3_600_000)
    }
    expect((await ask('one-network@example.org')).status).toBe(429)
    expect((await ask('one-network@example.org', '198.51.100.1')).status).toBe(200)
  })

  it('is returned for a known address just as for an unknown one', async () => {
    await world.signUp('limit-known@example.org')
    const answers = { known: [] as number[], unknown: [] as number[] }
    for (let turn = 0; turn < 3; turn++) answers.known.push((await ask('limit-known@example.org')).status)
    // The sign-up itself requested one code.
    await ask('limit-unknown@example.org')
    for (let turn = 0; turn < 3; turn++) answers.unknown.push((await ask('limit-unknown@example.org')).status)
    expect(answers.known).toEqual(answers.unknown)
  })

  it('is returned after 300 codes for one network in an hour', async () => {
    for (let turn = 0; turn < 300; turn++) await ask(`pupil${turn}@example.org`, `2001:db8:1:2::${turn.toString(16)}`)
    expect((await ask('pupil300@example.org', '2001:db8:1:2:ffff::1')).body).toMatchObject({ code: 'locked_out' })
    expect((await ask('pupil300@example.org', '2001:db8:1:3::1')).status).toBe(200)
  })
})
