import { timingSafeEqual } from 'node:crypto'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { mailAddressesOf } from '../../../api/calls/operators/operator-profile.ts'
import type { OutputOf } from '../../../api/call.ts'
import { sourceLanguage } from '../../../api/languages.ts'
import { messageKeptDays } from '../../../api/message-retention.ts'
import type { messagesCalls } from '../../../api/calls/operators/messages.ts'
import { addressOf } from '../../platform/config.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import type { MailText } from '../../platform/mail/mail-texts.ts'
import { networkOf } from '../../platform/http/network.ts'
import { uuidv7 } from '../../platform/random.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { ageOf } from '../people/queue-age.ts'
import { checkedEmail, requireFields } from '../people/details.ts'
import { deskMails } from '../mails.ts'
import {
  decideMessage,
  eraseMessages,
  findMessage,
  insertMessage,
  listMessagesFor,
  listMessagesOf,
  listThreads,
  lockOpenUntil,
  type Message,
  type NewMessage,
} from './messages-store.ts'
import { settingOf } from '../settings-store.ts'
import type { ProvenEmail } from '../types.ts'

/**
 * Messages from the contact page. Three measures stop bots: a hidden field, a minimum time, and a limit per network. No
 * third party is involved.
 */

const messagesAtOnce = 500

const threadsPerPage = 20
const messagesPerThread = 50
/** Business days within which an operator replies. */
export const messageDays = 1

const dayMs = 86_400_000

/** The shortest time in which a person can read the page and write a message. */
const writingTakesMs = 3_000

const ticketLifeMs = 24 * 3_600_000

export type ContactInput = {
  name: string
  email: string
  subject: string
  content: string
  ticket: string
  website: string
}

/** Returns a ticket: the current time, signed. */
export function makeTicket({ clock, hashOf }: OperatorsContext): { ticket: string } {
  const at = String(clock.nowMs())
  return { ticket: `${at}.${hashOf('ticket', at).toString('base64url')}` }
}

/** Returns the milliseconds since a ticket was issued, or undefined if the ticket is invalid or too old. */
function ageOfTicket({ clock, hashOf }: OperatorsContext, ticket: string): number | undefined {
  const [at = '', signature = ''] = ticket.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = hashOf('ticket', at)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const ageMs = clock.nowMs() - Number(at)
  return ageMs >= 0 && ageMs < ticketLifeMs ? ageMs : undefined
}

/** This email goes to the desk's shared mailbox, so the reader's language is unknown. */
const notice: MailText = {
  subject: 'New message for the operators',
  paragraphs: [
    'Someone sent a message through the contact page.',
    { page: 'Read and answer it here', path: '/operator/messages' },
  ],
}

/**
 * Stores a message, with the sender's customer id if they are signed in, and notifies the operators at the email
 * address in the settings or else at the public support address. Throws `fields_missing`, `bad_email`, `too_fast`,
 * `locked_out`.
 */
export async function receiveMessage(
  context: OperatorsContext,
  input: ContactInput,
  { ip, session, headers: { 'accept-language': language } }: CallRequest<(typeof messagesCalls)['contactus']>,
) {
  const thanks = outcome('message_received')
  requireFields(input.name, input.email, input.subject, input.content)
  const email = checkedEmail(input.email)
  // Discards a message from a bot, which filled in the hidden field. The response is the same as for a stored message.
  if (input.website !== '') return thanks
  const ageMs = input.ticket ? ageOfTicket(context, input.ticket) : undefined
  if (ageMs !== undefined && ageMs < writingTakesMs)
    throw new Refused('too_fast', { seconds: Math.ceil((writingTakesMs - ageMs) / 1000) })
  await takeTurn(ageMs === undefined ? context.contactLimits.without : context.contactLimits.withTicket, ip)
  const { clock, random, sealer, db, hashOf, mail, mailWriter, config } = context
  const id = uuidv7(clock.nowMs(), random)
  const sealed = (field: string, text: string) => sealer.seal(text, `message/${id}/${field}`)
  const message: NewMessage = {
    id,
    nameSealed: sealed('name', input.name),
    emailSealed: sealed('email', email),
    subjectSealed: sealed('subject', input.subject),
    contentSealed: sealed('content', input.content),
    emailHash: hashOf('sender', email.toLowerCase()),
    language,
    atMs: clock.nowMs(),
    customerId: session?.customerId ?? null,
  }
  await db.transaction().execute(async (tx) => {
    await insertMessage(tx, message)
    const mailbox =
      (await settingOf(tx, 'messagesMailbox')) || mailAddressesOf(config.operator, addressOf(config)).supportEmail
    await mail.queue(tx, mailWriter.write({ to: mailbox, language: sourceLanguage }, notice))
  })
  return thanks
}

async function takeTurn(limiter: RateLimiterMemory, ip: string): Promise<void> {
  try {
    await limiter.consume(networkOf(ip))
  } catch (limit) {
    throw new Refused('locked_out', { seconds: Math.ceil((limit as { msBeforeNext: number }).msBeforeNext / 1000) })
  }
}

type Conversation = OutputOf<(typeof messagesCalls)['messages']>[number]

/** Returns a page of conversations. Writes an audit entry, because messages are personal data. */
export async function showMessages(
  context: OperatorsContext,
  { state, p }: { state: 'open' | 'done'; p: number },
  { session: { operatorId } }: OperatorRequest,
): Promise<Conversation[]> {
  return context.db.transaction().execute(async (tx) => {
    const threads = await listThreads(tx, state === 'open', threadsPerPage, (p - 1) * threadsPerPage)
    const messages = await listMessagesOf(tx, threads, messagesPerThread)
    if (messages.length > 0)
      await recordAudit(context, tx, {
        operatorId,
        action: 'messages',
        subject: state,
        details: { page: p, messages: messages.length },
      })
    const byThread = Map.groupBy(messages, ({ thread }) => thread)
    // A conversation whose messages have just been erased is missing.
    return threads.flatMap((thread) => {
      const found = byThread.get(thread)
      return found ? [conversationOf(context, found)] : []
    })
  })
}

/** Returns the conversation with these messages, of which the newest is the first. */
function conversationOf(context: OperatorsContext, messages: readonly Message[]): Conversation {
  const newest = messages[0]!
  const { name, email } = shown(context, newest)
  const open = messages.filter(({ state }) => state === 'open')
  return {
    id: newest.id,
    thread: newest.thread,
    name,
    email,
    customer: newest.customerId,
    language: newest.language,
    state: open.length > 0 ? 'open' : newest.state,
    age: open.length > 0 ? ageOf(open.at(-1)!.receivedAtMs, messageDays, context.clock.nowMs()) : null,
    messages: messages.toReversed().map((message) => {
      const { name: _name, email: _email, ...words } = shown(context, message)
      return words
    }),
  }
}

/**
 * Returns the messages that a customer wrote while signed in, or from an email address that they had proved and still
 * used at that time. Newest first. Email addresses are encrypted, so this decrypts every message from people who
 * weren't signed in.
 */
export async function showMessagesOf(context: OperatorsContext, customerId: string, emails: readonly ProvenEmail[]) {
  const isFrom = (message: Message, email: string | null | undefined) =>
    emails.some((one) => one.email === email?.toLowerCase() && Number(message.receivedAtMs) < (one.untilMs ?? Infinity))
  const found: ReturnType<typeof shown>[] = []
  let afterId: string | undefined
  for (;;) {
    const page = await listMessagesFor(context.db, customerId, afterId, messagesAtOnce)
    for (const message of page) {
      const opened = shown(context, message)
      if (message.customerId === customerId || isFrom(message, opened.email)) found.push(opened)
    }
    if (page.length < messagesAtOnce) break
    afterId = page.at(-1)!.id
  }
  return found.reverse().map(({ received, subject, content, state, answer, decided }) => ({
    received,
    subject,
    content,
    state,
    answer,
    decided,
  }))
}

function shown({ sealer }: OperatorsContext, message: Message) {
  const opened = (field: string, sealed: Buffer | null) =>
    sealed && sealer.open(sealed, `message/${message.id}/${field}`)
  const iso = (ms: number) => new Date(ms).toISOString()
  const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))
  return {
    id: message.id,
    name: opened('name', message.nameSealed),
    email: opened('email', message.emailSealed),
    subject: opened('subject', message.subjectSealed),
    content: opened('content', message.contentSealed),
    received: iso(message.receivedAtMs),
    state: message.state,
    answer: opened('answer', message.answerSealed),
    decidedBy: message.decidedBy,
    decided: isoOrNull(message.decidedAtMs),
    erased: isoOrNull(message.erasedAtMs),
  }
}

/** Emails the answer, which also answers earlier open messages. Throws `not_found`, `already_decided`. */
export async function answerMessage(
  context: OperatorsContext,
  { id, answer }: { id: string; answer: string },
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const { db, hashOf } = context
  const requested = { id, answer: hashOf('answer', answer).toString('hex') }
  const email = await db.transaction().execute(async (tx) => {
    await once(tx, requested, async () => {
      await answerOpen(context, tx, { id, answer, operatorId })
      return true
    })
    // Decrypts here, because stored call results must not contain personal data.
    const message = await findMessage(tx, id)
    return message ? shown(context, message).email : null
  })
  return outcome('message_answered', { email: email ?? '…' })
}

async function answerOpen(
  context: OperatorsContext,
  tx: Executor,
  { id, answer, operatorId }: { id: string; answer: string; operatorId: string },
): Promise<void> {
  const { sealer, clock, mail, mailWriter } = context
  const open = await lockOpen(tx, id)
  for (const message of open)
    await decideMessage(tx, message.id, {
      state: 'answered',
      answerSealed: sealer.seal(answer, `message/${message.id}/answer`),
      operatorId,
      atMs: clock.nowMs(),
    })
  await recordAudit(context, tx, {
    operatorId,
    action: 'messages.answer',
    subject: id,
    details: { messages: open.length },
  })
  const newest = open.at(-1)!
  const { email, subject } = shown(context, newest)
  invariant(email !== null && subject !== null, 'an open message has not been erased')
  await mail.queue(
    tx,
    mailWriter.write({ to: email, language: newest.language }, deskMails.answer, { subject, answer }),
  )
}

/** Closes a message and earlier open ones of its conversation. Throws `not_found`, `already_decided`. */
export async function closeMessage(
  context: OperatorsContext,
  { id }: { id: string },
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const { clock, db } = context
  return db.transaction().execute((tx) =>
    once(tx, { id }, async () => {
      const open = await lockOpen(tx, id)
      for (const message of open)
        await decideMessage(tx, message.id, { state: 'closed', answerSealed: null, operatorId, atMs: clock.nowMs() })
      await recordAudit(context, tx, {
        operatorId,
        action: 'messages.close',
        subject: id,
        details: { messages: open.length },
      })
      return outcome('message_closed')
    }),
  )
}

/** Locks an open message and the earlier open ones of its conversation. The message is the last one. */
async function lockOpen(tx: Executor, id: string): Promise<Message[]> {
  const found = await findMessage(tx, id)
  if (!found) throw new Refused('not_found', { thing: { phrase: 'thing_message' } })
  const open = await lockOpenUntil(tx, found)
  if (open.at(-1)?.id === id) return open
  const decided = await findMessage(tx, id)
  invariant(decided && decided.state !== 'open', 'a message that is not open was decided')
  throw new Refused('already_decided', { state: { phrase: `state_${decided.state}` } })
}

/**
 * Erases the sender, text and answer of messages `messageKeptDays` after the decision. Keeps the row and its times.
 * Doesn't change open messages.
 */
export async function eraseOldMessages({
  clock,
  db,
  log,
}: Pick<OperatorsContext, 'clock' | 'db' | 'log'>): Promise<void> {
  const erased = await eraseMessages(db, clock.nowMs() - messageKeptDays * dayMs, clock.nowMs())
  if (erased > 0) log.info({ erased }, 'contact messages erased')
}
