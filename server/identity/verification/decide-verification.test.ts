import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  rejectionReasons,
  verificationActions,
  verificationMoves,
  verificationStates,
} from '../../../api/states/verification-states.ts'
import { withLockHeld } from '../../../tests/held-lock.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { picture } from '../../platform/files/test-pictures.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { file, sendAgain, sendPassport, upload } from './test-documents.ts'

let world: IdentityWorld
let operator: { operatorId: string; secrete: string }
beforeAll(async () => {
  world = await createIdentityWorld({ PUBLIC_URL: 'https://practice.example' })
  operator = await addOperator(world.platform, 'compliance')
})
afterAll(() => world.stop())

type Waiting = { customer: string; verification: string }
const decide = (call: 'approve' | 'reject', { customer, verification }: Waiting, more: Record<string, string> = {}) =>
  world.call(`verifications.${call}`, { customer, verification, ...more }, { secrete: operator.secrete })
const open = ({ customer, verification }: Waiting) =>
  world.call(
    'verifications.open',
    { customer, verification, reason: 'Checking a document' },
    { secrete: operator.secrete },
  )
const unreadable = { reason: 'unreadable' }

describe("'verifications.approve'", () => {
  it('verifies the customer, emails them and updates their open pages', async () => {
    const sent = await sendPassport(world, 'ada@example.org')
    await open(sent)
    const received: unknown[] = []
    const stop = [
      world.platform.bus.subscribe('customer.changed', (message) => received.push(message)),
      world.platform.bus.subscribe('standing.changed', (message) => received.push(message)),
    ]
    expect(await decide('approve', sent)).toMatchObject({ status: 200, body: { type: 'success' } })
    for (const end of stop) end()
    expect(received).toEqual([
      { customerId: sent.customer },
      { customerId: sent.customer, calls: ['user', 'profile.documents'] },
    ])
    expect((await world.call('user', {}, { secrete: sent.secrete })).body).toMatchObject({
      is_verified: 1,
      verification: 'verified',
    })
    const [mail] = world.platform.mail.mailbox()
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Your Tallystick account is verified' })
    expect(mail!.text).toContain('We delete the pictures of your document after 30 days')
    expect(mail!.text).toContain('https://practice.example/office/profile')
    const { rows } = await world.platform.pool.query(
      `SELECT action, operator_id, customer_id FROM operators.audit_log WHERE subject = $1 ORDER BY seq`,
      [sent.verification],
    )
    expect(rows).toEqual(
      ['verifications.open', 'verifications.approve'].map((action) => ({
        action,
        operator_id: operator.operatorId,
        customer_id: sent.customer,
      })),
    )
    expect((await world.call('verifications', {}, { secrete: operator.secrete })).body.waiting).toEqual([])
    expect(
      (await upload(world, sent.secrete, 'Passport', { ID: file(await picture()) })).body,
      "'uploadid'",
    ).toMatchObject({ code: 'already_verified', msg: 'You are already verified.' })
  })

  it('refuses with not_opened if only another operator opened the documents', async () => {
    const sent = await sendPassport(world, 'unseen@example.org')
    expect(await decide('approve', sent)).toMatchObject({ status: 409, body: { code: 'not_opened' } })
    const other = await addOperator(world.platform, 'compliance')
    await open(sent)
    expect(
      (
        await world.call(
          'verifications.approve',
          { customer: sent.customer, verification: sent.verification },
          { secrete: other.secrete },
        )
      ).body.code,
    ).toBe('not_opened')
  })

  it('refuses with already_decided; only one of two concurrent decisions counts', async () => {
    const sent = await sendPassport(world, 'twice@example.org')
    await open(sent)
    const decideBoth = () => Promise.all([decide('approve', sent), decide('reject', sent, unreadable)])
    const answers = await withLockHeld(
      world.platform.pool,
      'SELECT 1 FROM identity.verification FOR UPDATE',
      2,
      decideBoth,
    )
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'already_decided'])
    for (const call of ['approve', 'reject'] as const)
      expect(await decide(call, sent, unreadable)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  it('refuses with not_found for another customer’s verification', async () => {
    const sent = await sendPassport(world, 'nobody@example.org')
    const other = await sendPassport(world, 'other@example.org')
    expect(await decide('approve', { customer: other.customer, verification: sent.verification })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})

describe("'verifications.reject'", () => {
  it('shows a published reason in the email and on the profile, and allows other documents', async () => {
    const sent = await sendPassport(world, 'ben@example.org')
    await open(sent)
    expect((await decide('reject', sent, unreadable)).status).toBe(200)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'ben@example.org',
      text: expect.stringContaining(rejectionReasons.unreadable),
    })
    expect((await world.call('user', {}, { secrete: sent.secrete })).body).toMatchObject({
      is_verified: 0,
      verification: 'rejected',
    })
    expect((await world.call('profile.documents', {}, { secrete: sent.secrete })).body).toMatchObject({
      state: 'rejected',
      reason: rejectionReasons.unreadable,
    })
    await world.platform.clock.advance(1_000)
    const again = await sendAgain(world, sent.secrete)
    expect((await world.call('user', {}, { secrete: sent.secrete })).body.verification).toBe('submitted')
    await open(again)
    expect((await decide('approve', again)).status).toBe(200)
    expect((await world.call('user', {}, { secrete: sent.secrete })).body.is_verified).toBe(1)
  })

  it('accepts only published reasons, and refuses with not_found, not_opened and already_decided', async () => {
    const sent = await sendPassport(world, 'own@example.org')
    expect((await decide('reject', sent, { reason: 'I do not like the face' })).body.code).toBe('bad_input')
    expect((await decide('reject', { ...sent, verification: sent.customer }, unreadable)).body.code).toBe('not_found')
    expect((await decide('reject', sent, unreadable)).body.code).toBe('not_opened')
    await open(sent)
    expect((await decide('reject', sent, unreadable)).status).toBe(200)
    expect((await decide('reject', sent, unreadable)).body.code).toBe('already_decided')
  })
})

describe('the state transitions of a verification', () => {
  it('match those in the API, and the database refuses all others', async () => {
    const { customer, verification } = await sendPassport(world, 'moves@example.org')
    const client = await world.platform.owner.connect()
    const stored = verificationStates.filter((state) => state !== 'unverified')
    try {
      for (const from of stored) {
        for (const to of stored.filter((state) => state !== from)) {
          await client.query('BEGIN')
          await client.query('ALTER TABLE identity.verification DISABLE TRIGGER verification_move')
          const set = (state: string) =>
            client.query(
              `UPDATE identity.verification
               SET state = $1, decided_at_ms = CASE WHEN $1 = 'submitted' THEN NULL ELSE 1 END, decided_by = $2,
                 reason = 'unreadable' WHERE id = $3`,
              [state, customer, verification],
            )
          await set(from)
          await client.query('ALTER TABLE identity.verification ENABLE TRIGGER verification_move')
          const moved = await set(to).then(
            () => true,
            () => false,
          )
          await client.query('ROLLBACK')
          const allowed = Object.values(verificationMoves).some(
            (move) =>
              (move.from as readonly string[]).includes(from) &&
              move.to === to &&
              !(from === 'rejected' && to === 'submitted'),
          )
          expect(moved, `${from} to ${to}`).toBe(allowed)
        }
      }
    } finally {
      client.release()
    }
    expect(verificationActions.can('submit', 'withdrawn')).toBe(false)
  })
})
