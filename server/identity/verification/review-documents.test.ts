import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator } from '../../operators/test-operator.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { sendPassport } from './test-documents.ts'

let world: IdentityWorld
let operator: { operatorId: string; secrete: string }
beforeAll(async () => {
  world = await createIdentityWorld()
  operator = await addOperator(world.platform, 'compliance', 'Grace H.')
})
afterAll(() => world.stop())

const reason = 'First check of this passport'
const as = (secrete: string) => ({ secrete })
const missing = '01890000-0000-7000-8000-000000000000'

describe("'verifications'", () => {
  it('lists customers who await verification, oldest first, without names', async () => {
    const first = await sendPassport(world, 'ada@example.org')
    await world.platform.clock.advance(60_000)
    const second = await sendPassport(world, 'ben@example.org')
    const { status, body } = await world.call('verifications', {}, as(operator.secrete))
    expect(status).toBe(200)
    expect(body.more).toBe(false)
    expect(body.waiting).toMatchObject(
      [first, second].map(({ customer, verification }) => ({
        customer,
        verification,
        mode: 'Passport',
        country: 'United Kingdom',
        pictures: 1,
      })),
    )
    expect(JSON.stringify(body)).not.toContain('Lovelace')
    expect((await world.call('verifications', { p: '2' }, as(operator.secrete))).body).toEqual({
      waiting: [],
      more: false,
    })
  })
})

describe("'verifications.open'", () => {
  it('shows the pictures after recording the reason, which the customer can read', async () => {
    const { customer, verification, secrete } = await sendPassport(world, 'open@example.org')
    const { status, body } = await world.call(
      'verifications.open',
      { customer, verification, reason },
      as(operator.secrete),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Ada Lovelace',
      country: 'United Kingdom',
      mode: 'Passport',
      pictures: [{ side: 'page' }],
    })
    const [type, base64] = body.pictures[0].picture.split(',')
    expect(type).toBe('data:image/jpeg;base64')
    expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 640 })
    const { submissions } = (await world.call('profile.documents', {}, as(secrete))).body
    expect(submissions[0].openings).toEqual([
      { side: 'page', at: world.platform.clock.now().toISOString(), operator: 'Grace H.', reason },
    ])
    const { rows } = await world.platform.pool.query(
      `SELECT action, customer_id, reason FROM operators.audit_log WHERE subject = $1`,
      [verification],
    )
    expect(rows).toEqual([{ action: 'verifications.open', customer_id: customer, reason }])
  })

  it('shows nothing if the access cannot be recorded', async () => {
    const { customer, verification, secrete } = await sendPassport(world, 'unwritten@example.org')
    await world.platform.owner.query('ALTER TABLE operators.audit_log ADD CONSTRAINT no_more CHECK (false) NOT VALID')
    const answer = await world.call('verifications.open', { customer, verification, reason }, as(operator.secrete))
    await world.platform.owner.query('ALTER TABLE operators.audit_log DROP CONSTRAINT no_more')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect((await world.call('profile.documents', {}, as(secrete))).body.submissions[0].openings).toEqual([])
  })

  it('is recorded permanently', async () => {
    for (const change of [
      `UPDATE identity.document_opening SET reason = 'nothing to see here'`,
      'DELETE FROM identity.document_opening',
      'TRUNCATE identity.document_opening',
    ]) {
      await expect(world.platform.owner.query(change)).rejects.toThrow('append-only')
    }
  })

  it('refuses with reason_missing for a reason of fewer than ten characters', async () => {
    const { customer, verification } = await sendPassport(world, 'reason@example.org')
    for (const short of ['', 'check', '          ', '   a reason']) {
      expect(
        await world.call('verifications.open', { customer, verification, reason: short }, as(operator.secrete)),
      ).toMatchObject({ status: 400, body: { code: 'reason_missing' } })
    }
  })

  it('refuses with not_found, even if the verification belongs to another customer', async () => {
    const [ada, ben] = [await sendPassport(world, 'one@example.org'), await sendPassport(world, 'two@example.org')]
    for (const input of [
      { customer: ada.customer, verification: missing },
      { customer: ada.customer, verification: ben.verification },
      { customer: missing, verification: ada.verification },
    ]) {
      expect(await world.call('verifications.open', { ...input, reason }, as(operator.secrete))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
  })

  it('does not exist for customers and for operators without the permission', async () => {
    const { customer, verification, secrete } = await sendPassport(world, 'unknown@example.org')
    const support = await addOperator(world.platform, 'support')
    for (const caller of [secrete, support.secrete, '']) {
      for (const call of ['verifications.open', 'verifications.approve', 'verifications.reject', 'verifications']) {
        expect(await world.call(call, { customer, verification, reason }, as(caller)), call).toMatchObject({
          status: 404,
          body: { code: 'unknown_call' },
        })
      }
    }
  })
})
