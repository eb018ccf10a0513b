import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legalVersions } from '../../../api/legal-documents.ts'
import { createIdentityWorld, registration, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const current = legalVersions.terms[0].version

describe("'register'", () => {
  it.each([
    ['not_adult', { adult: false }],
    ['terms_not_accepted', { accept: false }],
  ])('returns %s and creates no customer', async (code, changes) => {
    const email = `${code}@example.org`
    const { token, vcode } = await world.requestCode('regcode', email)
    expect(
      await world.call('register', { ...registration(email, { vcode }), ...changes }, { headers: { code: token } }),
    ).toMatchObject({ status: 400, body: { code } })
    expect((await world.call('register', registration(email, { vcode }), { headers: { code: token } })).status).toBe(
      200,
    )
  })

  it('stores which terms and policy were accepted, and the declared age', async () => {
    const secrete = await world.signUp('ada@example.org')
    expect((await world.call('terms', {}, { secrete })).body).toEqual({
      current,
      accepted: current,
      acceptedAt: '2026-01-05T12:00:00.000Z',
    })
    const { rows } = await world.platform.pool.query(
      `SELECT document, version FROM identity.acceptance a JOIN identity.address d USING (shard, customer_id)
       WHERE d.customer_id = $1 ORDER BY 1`,
      [(await world.identity.sessionOf(secrete))!.customerId],
    )
    expect(rows).toEqual([
      { document: 'adult', version: '18' },
      { document: 'privacy', version: legalVersions.privacy[0].version },
      { document: 'terms', version: current },
    ])
  })
})

describe("'terms' and 'terms.accept'", () => {
  it('show the current terms to a customer who accepted older ones, and store the acceptance', async () => {
    const { customerId } = await world.identity.addCustomer({
      email: 'older@example.org',
      name: 'Ada',
      country: 'GB',
      phone: '07400 123456',
      currency: 'USD',
    })
    const secrete = await world.identity.openSession(customerId)
    expect((await world.call('terms', {}, { secrete })).body).toEqual({ current, accepted: null, acceptedAt: null })
    expect((await world.call('terms.accept', { version: current }, { secrete })).status).toBe(200)
    expect((await world.call('terms', {}, { secrete })).body).toMatchObject({ accepted: current })
  })

  it('return terms_changed if the version that was read is outdated', async () => {
    const secrete = await world.signUp('slow@example.org')
    expect(await world.call('terms.accept', { version: '2024-04-30' }, { secrete })).toMatchObject({
      status: 409,
      body: { code: 'terms_changed' },
    })
  })
})
