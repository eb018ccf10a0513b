import { writeMoment } from '../../../api/sentences/sentences.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentInMail } from '../../platform/mail/mail-texts.ts'
import { shardOf } from '../../platform/random.ts'
import { withApp } from '../security/test-factors.ts'
import { createIdentityWorld, goodPassword, wrongCode, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
let count = 0
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const fresh = () => `someone${count++}@example.org`
const idOf = async (secrete: string): Promise<string> => (await world.call('user', {}, { secrete })).body.id
const change = (secrete: string, input: Record<string, string>) =>
  world.call('details.change', { pwd: goodPassword, ...input }, { secrete })
const mailsTo = (email: string) =>
  world.platform.mail
    .mailbox()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
async function requestCode(secrete: string, email: string) {
  const { body } = await world.call('details.code', { email }, { secrete })
  return { token: body.token as string, vcode: world.codeMailedTo(email) }
}
async function freeze(secrete: string) {
  const id = await idOf(secrete)
  await world.platform.db.transaction().execute((tx) => world.identity.freeze(tx, id, 'operator', 'A closer look'))
  world.identity.standingChanged(id)
}
async function verification(secrete: string, state: 'submitted' | 'verified') {
  const id = await idOf(secrete)
  const decided = state === 'verified' ? world.platform.clock.nowMs() : null
  const columns = 'shard, id, customer_id, mode, sent_at_ms, state, decided_at_ms, decided_by'
  const values = [
    shardOf(id),
    id,
    'Passport',
    world.platform.clock.nowMs(),
    state,
    decided,
    decided === null ? null : id,
  ]
  await world.platform.pool.query(
    `INSERT INTO identity.verification (${columns}) VALUES ($1, $2, $2, $3, $4, $5, $6, $7)`,
    values,
  )
}

describe("'details.change'", () => {
  it('changes a name and a phone number with the password, and emails the customer', async () => {
    const email = fresh()
    const secrete = await world.signUp(email)
    expect((await change(secrete, { field: 'name', value: 'Augusta  King' })).status).toBe(200)
    expect((await change(secrete, { field: 'phone', value: '020 7946 0958' })).status).toBe(200)
    expect((await world.call('user', {}, { secrete })).body).toMatchObject({
      name: 'Augusta King',
      phone: '+442079460958',
    })
    expect(mailsTo(email).slice(0, 2)).toEqual([
      'Your Tallystick phone number was changed',
      'Your Tallystick name was changed',
    ])
  })

  it('moves the account to a proven address, and invalidates keys, codes and all other sessions', async () => {
    const [before, after] = [fresh(), fresh()]
    const secrete = await world.signUp(before)
    const other = (await world.call('login', { email: before, pwd: goodPassword })).body.secrete
    const key = (await world.call('keys.make', { name: 'Robot', pwd: goodPassword }, { secrete })).body
    const reset = (await world.call('resetcode', { email: before })).body.split('-')[1]
    const resetCode = world.codeMailedTo(before)
    expect(
      (await change(secrete, { field: 'email', value: after, ...(await requestCode(secrete, after)) })).status,
    ).toBe(200)
    expect((await world.call('user', {}, { secrete })).body.email).toBe(after)
    expect((await world.call('user', {}, { secrete: other })).body.code).toBe('not_signed_in')
    expect(key.type).toBe('success')
    expect((await world.call('keys', {}, { secrete })).body).toEqual([])
    const input = { email: before, pwd: 'another heron over water', cpwd: 'another heron over water', vcode: resetCode }
    expect((await world.call('reset', input, { headers: { resetcode: reset } })).body.code).toBe('code_expired')
    for (const email of [before, after]) expect(mailsTo(email)[0]).toBe('Your Tallystick email address was changed')
    expect((await world.call('login', { email: after, pwd: goodPassword })).status).toBe(200)
    expect((await world.call('login', { email: before, pwd: goodPassword })).body.code).toBe('wrong_credentials')
  })

  it('blocks withdrawals for three days after an email change, and explains to both how to object', async () => {
    const [before, after] = [fresh(), fresh()]
    const secrete = await world.signUp(before)
    const id = await idOf(secrete)
    const waits = () => world.identity.payoutsWaitUntil(world.platform.db, id)
    await change(secrete, { field: 'phone', value: '020 7946 0958' })
    expect(await waits()).toBeUndefined()
    const until = new Date(world.platform.clock.nowMs() + 3 * 86_400_000)
    expect(
      (await change(secrete, { field: 'email', value: after, ...(await requestCode(secrete, after)) })).body.msg,
    ).toContain(writeMoment(until.getTime()))
    expect(await waits()).toEqual(until)
    const mailTo = (email: string) => world.platform.mail.mailbox().find(({ to }) => to === email)!.text
    expect(mailTo(before)).toContain(`contact us from this address before ${momentInMail('en', until)}`)
    expect(mailTo(after)).toContain(`until ${momentInMail('en', until)}`)
  })

  it('never shortens a longer block', async () => {
    const secrete = await world.signUp(fresh())
    const id = await idOf(secrete)
    const longer = new Date(world.platform.clock.nowMs() + 9 * 86_400_000)
    await world.platform.pool.query('UPDATE identity.customer SET payouts_wait_until = $2 WHERE id = $1', [id, longer])
    const after = fresh()
    expect(
      (await change(secrete, { field: 'email', value: after, ...(await requestCode(secrete, after)) })).status,
    ).toBe(200)
    expect(await world.identity.payoutsWaitUntil(world.platform.db, id)).toEqual(longer)
  })

  it('recognises the person by both the new and the old address', async () => {
    const [before, after] = [fresh(), fresh()]
    const secrete = await world.signUp(before)
    const marks = async () =>
      (
        await world.platform.pool.query('SELECT 1 FROM identity.person_mark WHERE customer_id = $1', [
          await idOf(secrete),
        ])
      ).rowCount
    const first = (await marks())!
    await change(secrete, { field: 'email', value: after, ...(await requestCode(secrete, after)) })
    expect(await marks()).toBe(first + 1)
  })

  it('accepts each code only once', async () => {
    const after = fresh()
    const [one, two] = [await world.signUp(fresh()), await world.signUp(fresh())]
    const code = await requestCode(one, after)
    const answers = await Promise.all(
      [one, two].map((secrete) => change(secrete, { field: 'email', value: after, ...code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('requires the second factor if one is set: second_factor_needed, second_factor_wrong', async () => {
    const customer = await withApp(world, fresh())
    const attempt = (totp: string) => change(customer.secrete, { field: 'name', value: 'Grace Hopper', totp })
    expect((await attempt('')).body.code).toBe('second_factor_needed')
    expect((await attempt('000000')).body.code).toBe('second_factor_wrong')
    expect((await attempt(await customer.code())).status).toBe(200)
  })

  it.each([
    ['bad_name', { field: 'name', value: '<b>' }],
    ['bad_email', { field: 'email', value: 'a@example.org/x' }],
    ['bad_phone', { field: 'phone', value: '12' }],
    ['unchanged', { field: 'name', value: 'Ada  Lovelace' }],
    ['code_missing', { field: 'email', value: 'unproved@example.org' }],
    ['code_expired', { field: 'email', value: 'unproved@example.org', vcode: '12345' }],
    ['wrong_password', { field: 'name', value: 'Grace Hopper', pwd: 'not the password' }],
    ['bad_input', { field: 'country', value: 'France' }],
  ])('returns %s for %j', async (code, input) => {
    expect((await change(await world.signUp(fresh()), input as Record<string, string>)).body.code).toBe(code)
  })

  it('returns code_wrong, and locked_out after many wrong passwords', async () => {
    const after = fresh()
    const secrete = await world.signUp(fresh())
    const { token, vcode } = await requestCode(secrete, after)
    expect((await change(secrete, { field: 'email', value: after, token, vcode: wrongCode(vcode) })).body.code).toBe(
      'code_wrong',
    )
    for (let turn = 0; turn < 6; turn++)
      await change(secrete, { field: 'name', value: 'Grace Hopper', pwd: 'not the password' })
    expect((await change(secrete, { field: 'name', value: 'Grace Hopper' })).body.code).toBe('locked_out')
  })

  it('returns address_taken if somebody registered the address first', async () => {
    const after = fresh()
    const secrete = await world.signUp(fresh())
    const code = await requestCode(secrete, after)
    await world.signUp(after)
    expect((await change(secrete, { field: 'email', value: after, ...code })).body.code).toBe('address_taken')
  })

  it.each(['submitted', 'verified'] as const)(
    'returns name_verified for a name whose verification is %s',
    async (state) => {
      const secrete = await world.signUp(fresh())
      await verification(secrete, state)
      expect((await change(secrete, { field: 'name', value: 'Grace Hopper' })).body.code).toBe('name_verified')
      expect((await change(secrete, { field: 'phone', value: '020 7946 0958' })).status).toBe(200)
    },
  )

  it('returns account_frozen, no matter who froze the account', async () => {
    const held = await world.signUp(fresh())
    await freeze(held)
    const own = await world.signUp(fresh())
    await world.call('freeze', {}, { secrete: own })
    for (const secrete of [held, own]) {
      expect((await change(secrete, { field: 'name', value: 'Grace Hopper' })).body.code).toBe('account_frozen')
    }
  })
})

describe("'details.code'", () => {
  it('gives the same response for an address with an account, but creates no code for it', async () => {
    const taken = fresh()
    await world.signUp(taken)
    const secrete = await world.signUp(fresh())
    const free = await world.call('details.code', { email: fresh() }, { secrete })
    const { status, body } = await world.call('details.code', { email: taken }, { secrete })
    expect({ status, msg: body.msg }).toEqual({ status: 200, msg: free.body.msg })
    expect(mailsTo(taken)[0]).toBe('This email address already has a Tallystick account')
    expect((await change(secrete, { field: 'email', value: taken, token: body.token, vcode: '12345' })).body.code).toBe(
      'code_wrong',
    )
  })

  it('returns bad_email, unchanged and account_frozen', async () => {
    const email = fresh()
    const secrete = await world.signUp(email)
    expect((await world.call('details.code', { email: 'nobody' }, { secrete })).body.code).toBe('bad_email')
    expect((await world.call('details.code', { email: email.toUpperCase() }, { secrete })).body.code).toBe('unchanged')
    await freeze(secrete)
    expect((await world.call('details.code', { email: fresh() }, { secrete })).body.code).toBe('account_frozen')
  })

  it('returns locked_out after many emails to one address', async () => {
    const secrete = await world.signUp(fresh())
    const email = fresh()
    for (let turn = 0; turn < 5; turn++) await world.call('details.code', { email }, { secrete })
    expect((await world.call('details.code', { email }, { secrete })).body.code).toBe('locked_out')
  })
})
