import type { PhraseCode } from '../../../api/sentences/sentences.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator } from '../../operators/test-operator.ts'
import { once } from '../../platform/http/idempotency.ts'
import { sendPassport } from '../verification/test-documents.ts'
import { lockVerificationState, replacePhoto } from '../verification/store.ts'
import { identityMails } from '../mails.ts'
import { findCustomer, setLanguage } from '../store.ts'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { newestSubject, origin, withPasskey } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const close = (secrete: string, more: object = {}) => world.call('close', { pwd: goodPassword, ...more }, { secrete })

describe("'close'", () => {
  it('returns balances_left with the balances, and surrenders nothing without the customer’s consent', async () => {
    const secrete = await world.signUp('rich@example.org')
    expect(await close(secrete)).toMatchObject({
      status: 409,
      body: {
        code: 'balances_left',
        msg: 'The account still holds £10,000.00. Withdraw it, or confirm that you forfeit it.',
      },
    })
    expect((await world.call('user', {}, { secrete })).body.balance).toBe('10000.00')
  })

  it('returns cannot_close if a module has a reason, or part of a balance is reserved', async () => {
    const secrete = await world.signUp('busy@example.org')
    const { customerId } = (await world.identity.sessionOf(secrete))!
    const [held] = await world.ledger.post([
      {
        debit: { owner: customerId, code: 'trading' },
        credit: { house: 'exchange' },
        asset: 'GBP',
        amountMinor: 100n,
        kind: 'withdrawal',
        pending: true,
      },
    ])
    expect((await close(secrete, { giveup: true })).body).toMatchObject({ code: 'cannot_close' })
    await world.ledger.post([{ void: held!.id, kind: 'withdrawal' }])
    let reason: PhraseCode | undefined = 'trade_still_open'
    world.identity.onClosing(async (_tx, session) => (session.customerId === customerId ? reason : undefined))
    expect((await close(secrete, { giveup: true })).body).toMatchObject({
      code: 'cannot_close',
      msg: 'A trade is still open. Wait until it has settled.',
    })
    reason = undefined
    expect((await close(secrete, { giveup: true })).status).toBe(200)
  })

  it('erases personal data, ends sessions, revokes keys, frees the email address and keeps the ledger', async () => {
    const { email, secrete, proof, authenticator } = await withPasskey(world, 'leaver@example.org')
    const { customerId } = (await world.identity.sessionOf(secrete))!
    const { key } = (
      await world.call('keys.make', { name: 'Robot', pwd: goodPassword, passkey: await proof() }, { secrete })
    ).body
    await world.call('mails.language', { language: 'de' }, { secrete })
    expect((await close(secrete, { giveup: true, passkey: await proof() })).body.msg).toBe(
      'Your account is closed and your personal data has been erased.',
    )
    expect(newestSubject(world, email)).toBe('Ihr Tallystick-Konto ist geschlossen')
    for (const dead of [secrete, key])
      expect((await world.call('user', {}, { secrete: dead })).body.code).toBe('not_signed_in')
    expect((await world.call('login', { email, pwd: goodPassword })).body.code).toBe('wrong_credentials')
    const options = (await world.call('login.options', {}, { headers: { origin } })).body
    expect((await world.call('login.passkey', { response: authenticator.use(options) })).body.code).toBe(
      'passkey_refused',
    )
    expect(await world.identity.details(customerId)).toEqual({ name: '', email: '' })
    expect(await world.identity.standing(customerId)).toMatchObject({ closed: true })
    const mails = world.platform.mail.mailbox().length
    await world.platform.db
      .transaction()
      .execute((tx) => world.identity.write(tx, customerId, identityMails.passwordChanged))
    expect(world.platform.mail.mailbox()).toHaveLength(mails)
    const { rows } = await world.platform.pool.query(
      `SELECT c.country, c.language,
         (SELECT count(*) FROM identity.signin s WHERE s.customer_id = c.id)::int AS signins,
         octet_length(email_sealed) AS sealed
       FROM identity.customer c WHERE id = $1`,
      [customerId],
    )
    expect(rows).toEqual([{ country: 'ZZ', language: 'en', signins: 0, sealed: 33 }])
    expect(await world.ledger.history(customerId)).toMatchObject([
      { kind: 'correction', note: 'Forfeited by the customer when the account was closed', balanceAfterMinor: 0n },
      { kind: 'practice_grant' },
    ])
    expect((await world.ledger.reconcile()).ok).toBe(true)
    expect((await world.call('user', {}, { secrete: await world.signUp(email) })).body.email).toBe(email)
  })

  it('commits together with other modules’ erasures, or not at all', async () => {
    const secrete = await world.signUp('torn@example.org')
    const { customerId, shard } = (await world.identity.sessionOf(secrete))!
    const received: string[] = []
    world.identity.onClosed(async (tx, session) => {
      if (session.customerId !== customerId) return
      received.push(session.customerId)
      // Within this transaction, the account is already closed; outside, it is still open.
      expect((await world.identity.standingIn(tx, customerId)).closed).toBe(true)
      if (received.length === 1) throw new Error('the process ends here')
    })
    await world.platform.db.transaction().execute((tx) =>
      once(tx, { shard, customerId, call: 'withdraw', key: 'one' }, { anumber: '12345678' }, 0, async () => ({
        id: 1,
      })),
    )
    expect((await close(secrete, { giveup: true })).status).toBe(500)
    expect((await world.call('user', {}, { secrete })).body).toMatchObject({
      email: 'torn@example.org',
      country: 'United Kingdom',
      balance: '10000.00',
    })
    expect((await close(secrete, { giveup: true })).status).toBe(200)
    expect(received).toEqual([customerId, customerId])
    expect((await world.platform.pool.query('SELECT FROM platform.answers')).rowCount).toBe(0)
  })

  it('refuses photos and documents from calls that started earlier, and hides submitted documents', async () => {
    const { customer, verification, secrete } = await sendPassport(world, 'late@example.org')
    const session = (await world.identity.sessionOf(secrete))!
    expect((await close(secrete, { giveup: true })).status).toBe(200)
    const { secrete: desk } = await addOperator(world.platform, 'compliance')
    expect(
      (
        await world.call(
          'verifications.open',
          { customer, verification, reason: 'Looking once more' },
          { secrete: desk },
        )
      ).body.code,
    ).toBe('already_deleted')
    await world.platform.db.transaction().execute(async (tx) => {
      expect(await replacePhoto(tx, session, verification, 0)).toBeUndefined()
      expect(await lockVerificationState(tx, session)).toBeUndefined()
      await setLanguage(tx, session, 'de')
      expect((await findCustomer(tx, session))!.language).toBe('en')
    })
  })
})
