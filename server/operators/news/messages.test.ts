import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageKeptDays } from '../../../api/message-retention.ts'
import { mailAddressesOf } from '../../../api/calls/operators/operator-profile.ts'
import { addressOf } from '../../platform/config.ts'
import { uuidv7 } from '../../platform/random.ts'
import { receiveMessage } from './messages.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'
import { signInOperator } from '../test-operator.ts'

let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = await signInOperator(world.platform, world.operators, 'support')
})
afterAll(() => world.stop())

let network = 1
const send = (changes: Record<string, string> = {}, ip = `198.51.100.${network++}`) =>
  world.call(
    'contactus',
    { name: 'Ada', email: 'ada@example.org', subject: 'A question', content: 'How do I begin?', ...changes },
    { ip },
  )
const queue = async (state = 'open') => (await world.call('messages', { state }, { secrete })).body
/** Returns the conversation with an email address. */
const conversation = async (email: string, state = 'open') =>
  (await queue(state)).find((one: { email: string | null }) => one.email === email)
/** Returns a request without a session, for a message in English. */
const visitorAt = (ip: string) => ({
  session: null,
  files: {},
  headers: { 'accept-language': 'en' as const },
  ip,
  userAgent: '',
})
const nobody = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)

describe("'contactus'", () => {
  it('accepts the four fields in the specification, and stores none of them in plain text', async () => {
    expect(await send()).toMatchObject({ status: 200, body: { type: 'success' } })
    expect((await queue())[0]).toMatchObject({
      name: 'Ada',
      email: 'ada@example.org',
      customer: null,
      language: 'en',
      state: 'open',
      age: { ageMs: 0, withinDays: 1, state: 'fresh' },
      messages: [{ subject: 'A question', content: 'How do I begin?', state: 'open' }],
    })
    const { rows } = await world.platform.pool.query(
      'SELECT m::text AS text FROM operators.message m UNION ALL SELECT a::text FROM operators.audit_log a',
    )
    expect(rows.filter(({ text }) => /example\.org|How do I/.test(text))).toEqual([])
  })

  it('returns fields_missing and bad_email', async () => {
    expect((await send({ content: '' })).body).toMatchObject({ code: 'fields_missing', msg: 'Fill all Form Fields' })
    expect((await send({ email: 'ada' })).body.code).toBe('bad_email')
  })

  it('returns too_fast for a fresh ticket, but accepts it after the minimum time', async () => {
    const { ticket } = (await world.call('contactus.ticket')).body
    expect((await send({ ticket })).body.code).toBe('too_fast')
    await world.platform.clock.advance(3_000)
    expect((await send({ ticket })).status).toBe(200)
  })

  it('returns locked_out after several messages from one network, sooner without a valid ticket', async () => {
    for (let i = 0; i < 5; i++) expect((await send({ ticket: `1.${'x'.repeat(43)}` }, '203.0.113.1')).status).toBe(200)
    expect(await send({}, '203.0.113.1')).toMatchObject({ status: 429, body: { code: 'locked_out' } })
    const { ticket } = (await world.call('contactus.ticket')).body
    await world.platform.clock.advance(3_000)
    for (let i = 0; i < 20; i++) expect((await send({ ticket }, '203.0.113.1')).status).toBe(200)
    expect((await send({ ticket }, '203.0.113.1')).body.code).toBe('locked_out')
  })

  it('counts all IPv6 addresses in a /64 as one network: locked_out', async () => {
    for (let i = 1; i <= 5; i++) expect((await send({}, `2001:db8:7:1::${i}`)).status).toBe(200)
    expect((await send({}, '2001:db8:7:1:ffff::6')).body.code).toBe('locked_out')
    expect((await send({}, '2001:db8:7:2::1')).status).toBe(200)
  })

  it('thanks a bot that fills in the hidden field, but discards the message', async () => {
    const before = await queue()
    expect((await send({ website: 'https://spam.example' })).status).toBe(200)
    expect(await queue()).toEqual(before)
  })

  it('emails the public support address if the settings contain no mailbox', async () => {
    const { context, platform } = world
    const message = {
      name: 'Ada',
      email: 'ada@example.org',
      subject: 'A question',
      content: 'a secret of mine',
      ticket: '',
      website: '',
    }
    await receiveMessage(context, message, visitorAt('198.51.100.250'))
    expect(platform.mail.mailbox()[0]).toMatchObject({
      to: mailAddressesOf(context.config.operator, addressOf(context.config)).supportEmail,
    })
    const operator = { ...context.config.operator, supportEmail: 'support@school.example' }
    await receiveMessage({ ...context, config: { ...context.config, operator } }, message, visitorAt('198.51.100.251'))
    expect(platform.mail.mailbox()[0]).toMatchObject({
      to: 'support@school.example',
      text: expect.not.stringContaining('secret of mine'),
    })
  })

  it('emails the mailbox from the settings, without the content', async () => {
    const owner = await signInOperator(world.platform, world.operators, 'owner')
    await world.call(
      'operators.changesetting',
      { key: 'messagesMailbox', value: 'desk@desk.example', version: 0, reason: 'our mailbox' },
      { secrete: owner },
    )
    await send({ content: 'a secret of mine' })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'desk@desk.example',
      text: expect.not.stringContaining('secret of mine'),
    })
  })
})

describe("'messages'", () => {
  it('groups what arrived from one address in one conversation, oldest message first', async () => {
    await send({ email: 'Grete@example.org', subject: 'First' })
    await world.platform.clock.advance(1_200_000)
    await send({ email: 'grete@example.org', name: 'Grete H.', subject: 'Second' })
    expect(await conversation('grete@example.org')).toMatchObject({
      name: 'Grete H.',
      state: 'open',
      age: { ageMs: 1_200_000 },
      messages: [{ subject: 'First' }, { subject: 'Second' }],
    })
  })

  it('lists the longest wait first', async () => {
    const since: number[] = (await queue()).map(({ age }: { age: { since: number } }) => age.since)
    expect(since.length).toBeGreaterThan(1)
    expect(since).toEqual(since.toSorted((a, b) => a - b))
  })

  it('shows how old a message is in business days', async () => {
    await send({ email: 'late@example.org' })
    await world.platform.clock.advance(5 * 86_400_000)
    secrete = await signInOperator(world.platform, world.operators, 'support')
    expect((await conversation('late@example.org')).age).toMatchObject({ state: 'late', ageMs: 5 * 86_400_000 })
  })
})

describe("'messages.answer'", () => {
  it('emails the answer and closes the message', async () => {
    await send({ email: 'edith@example.org' })
    const { id } = await conversation('edith@example.org')
    expect(
      (
        await world.call(
          'messages.answer',
          { id, answer: 'Begin with a plan.' },
          { secrete, headers: { 'accept-language': 'fr' } },
        )
      ).status,
    ).toBe(200)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'edith@example.org',
      subject: 'Your message: A question',
      text: expect.stringContaining('Begin with a plan.'),
    })
    expect((await queue('done'))[0]).toMatchObject({
      id,
      state: 'answered',
      age: null,
      messages: [{ id, state: 'answered', answer: 'Begin with a plan.', decidedBy: 'Some support' }],
    })
    await world.call(
      'contactus',
      { name: 'Lin', email: 'lin@example.org', subject: 'Eine Frage', content: 'Wie beginne ich?' },
      { ip: '198.51.100.99', headers: { 'accept-language': 'de' } },
    )
    const german = await conversation('lin@example.org')
    expect(german.language).toBe('de')
    await world.call('messages.answer', { id: german.id, answer: 'Mit einem Plan.' }, { secrete })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'lin@example.org',
      subject: 'Ihre Nachricht: Eine Frage',
    })
    expect((await world.call('messages.answer', { id, answer: 'Again.' }, { secrete })).body).toMatchObject({
      code: 'already_decided',
      msg: 'This message is already answered.',
    })
    expect((await world.call('messages.answer', { id: nobody(), answer: 'Again.' }, { secrete })).body.code).toBe(
      'not_found',
    )
  })

  it('answers the earlier open messages of the conversation with one email, but not later ones', async () => {
    for (const subject of ['One', 'Two', 'Three']) {
      await send({ email: 'often@example.org', subject })
      await world.platform.clock.advance(1)
    }
    await send({ email: 'else@example.org' })
    const { messages } = await conversation('often@example.org')
    const mails = world.platform.mail.mailbox().length
    await world.call('messages.answer', { id: messages[1].id, answer: 'To both.' }, { secrete })
    expect(world.platform.mail.mailbox().length).toBe(mails + 1)
    expect(world.platform.mail.mailbox()[0]).toMatchObject({ to: 'often@example.org', subject: 'Your message: Two' })
    expect(await conversation('often@example.org')).toMatchObject({
      state: 'open',
      messages: [
        { subject: 'One', state: 'answered', answer: 'To both.' },
        { subject: 'Two', state: 'answered', answer: 'To both.' },
        { subject: 'Three', state: 'open', answer: null },
      ],
    })
    expect(await conversation('else@example.org')).toMatchObject({ state: 'open' })
  })
})

describe("'messages.close'", () => {
  it('closes a message without emailing the sender, and returns already_decided and not_found', async () => {
    const { id } = await conversation('often@example.org')
    const mails = world.platform.mail.mailbox().length
    expect((await world.call('messages.close', { id }, { secrete })).status).toBe(200)
    expect(world.platform.mail.mailbox().length).toBe(mails)
    expect(await conversation('often@example.org', 'done')).toMatchObject({ state: 'closed' })
    expect((await world.call('messages.close', { id }, { secrete })).body.code).toBe('already_decided')
    expect((await world.call('messages.close', { id: nobody() }, { secrete })).body.code).toBe('not_found')
  })
})

it("records each 'messages' call in the audit log", async () => {
  await queue()
  const auditor = await signInOperator(world.platform, world.operators, 'auditor')
  expect((await world.call('audit', { action: 'messages' }, { secrete: auditor })).body[0]).toMatchObject({
    by: 'Some support',
    subject: 'open',
  })
})

describe('the nightly job', () => {
  const dayMs = 86_400_000
  const stored = async (id: string) =>
    (await world.platform.pool.query('SELECT * FROM operators.message WHERE id = $1', [id])).rows[0]

  it(
    'erases the sender, text and answer 180 days after the decision, but keeps newer and open messages',
    { timeout: 15_000 },
    async () => {
      const { clock, jobs } = world.platform
      await jobs.start()
      const arrive = async (email: string) => {
        await clock.advance(1)
        await send({ email })
        return (
          await world.platform.pool.query('SELECT id FROM operators.message ORDER BY received_at_ms DESC LIMIT 1')
        ).rows[0].id as string
      }
      const [answered, closed, waits] = [
        await arrive('answered@example.org'),
        await arrive('closed@example.org'),
        await arrive('waits@example.org'),
      ]
      await world.call('messages.answer', { id: answered, answer: 'Begin with a plan, Ada.' }, { secrete })
      await world.call('messages.close', { id: closed }, { secrete })
      const before = await stored(answered)
      await clock.advance(dayMs)
      secrete = await signInOperator(world.platform, world.operators, 'support')
      const younger = await arrive('younger@example.org')
      await world.call('messages.close', { id: younger }, { secrete })

      await clock.advance((messageKeptDays - 1.5) * dayMs)
      expect((await stored(answered)).erased_at_ms).toBeNull()
      await clock.advance(dayMs)
      expect(await stored(answered)).toEqual({
        ...before,
        erased_at_ms: expect.any(BigInt),
        name_sealed: null,
        email_sealed: null,
        subject_sealed: null,
        content_sealed: null,
        answer_sealed: null,
        email_hash: null,
        thread: answered,
      })
      expect(await stored(closed)).toMatchObject({ state: 'closed', name_sealed: null, content_sealed: null })
      expect([(await stored(younger)).erased_at_ms, (await stored(waits)).erased_at_ms]).toEqual([null, null])

      secrete = await signInOperator(world.platform, world.operators, 'support')
      const done = await queue('done')
      expect(done.find(({ id }: { id: string }) => id === answered)).toMatchObject({
        name: null,
        email: null,
        messages: [
          {
            subject: null,
            content: null,
            answer: null,
            state: 'answered',
            decidedBy: 'Some support',
            decided: expect.any(String),
            erased: expect.any(String),
          },
        ],
      })
      expect(done.find(({ id }: { id: string }) => id === younger)).toMatchObject({
        email: 'younger@example.org',
        messages: [{ erased: null }],
      })
      expect((await world.call('messages.answer', { id: answered, answer: 'Again.' }, { secrete })).body.code).toBe(
        'already_decided',
      )
      await world.call('messages.answer', { id: waits, answer: 'At last.' }, { secrete })
      expect(world.platform.mail.mailbox()[0]).toMatchObject({ to: 'waits@example.org' })
    },
  )
})
