import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, pageInput, type Call } from '../../call.ts'
import { languageHeader } from '../../language-header.ts'
import { messageKeptDays } from '../../message-retention.ts'
import { languageCodes } from '../../languages.ts'
import { queueAge } from '../../queue-age.ts'
import { phrases } from '../../sentences/phrases.ts'
import { deleteTemplate, saveTemplate, templates } from './reply-templates.ts'

const text = (longest: number) => z.string().trim().max(longest).default('')
const id = z.uuid(phrases.invalid_id)
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }
const alreadyDecided = { status: 409, message: 'This message is already {state}.' }

const ticket = defineCall({
  name: 'contactus.ticket',
  module: 'operators',
  method: 'GET',
  access: 'public',
  summary: 'Returns a signed timestamp of when the contact form was opened. Send it with the message.',
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  refusals: {},
})

const contactus = defineCall({
  name: 'contactus',
  module: 'operators',
  method: 'POST',
  access: 'public',
  summary:
    'Sends a message to the operators. Without a `ticket` from `contactus.ticket`, the limit per network is lower.',
  input: z.object({
    name: text(120),
    email: text(254),
    subject: text(150),
    content: text(5000),
    ticket: text(200),
    /** Honeypot: hidden from people, so only bots fill it in. */
    website: z.string().max(1000).default(''),
  }),
  headers: z.object(languageHeader),
  output: outcomeOutput,
  refusals: {
    fields_missing: { status: 400, message: 'Fill all Form Fields' },
    bad_email: { status: 400, message: 'Enter a complete email address, such as ada@example.org.' },
    too_fast: {
      status: 429,
      message: 'You sent that very quickly. Check your message and send it again in {seconds} seconds.',
    },
    locked_out: { status: 429, message: 'Too many messages from this network. Wait {seconds} seconds and try again.' },
  },
})

const messageState = z.enum(['open', 'answered', 'closed'])
const message = z.object({
  id: z.string(),
  /** Null, like the content, once erased. */
  subject: z.string().nullable(),
  content: z.string().nullable(),
  received: z.string(),
  state: messageState,
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decided: z.string().nullable(),
  /** When the message and its reply were erased. */
  erased: z.string().nullable(),
})

const messages = defineCall({
  name: 'messages',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'messages.answer',
  summary:
    'Lists conversations with a message that waits for a reply, longest wait first, or with `state=done` the others, ' +
    'newest first; 20 per page, each with its newest 50 messages and all that wait for a reply, oldest first. A ' +
    'conversation is what one customer wrote while signed in, or what arrived from one email address without a ' +
    `session, which anyone can type. Senders and texts are erased ${messageKeptDays} days after the decision.`,
  input: z.object({ state: z.enum(['open', 'done']).default('open'), p: pageInput.default(1) }),
  output: z.array(
    z.object({
      /** ID of the newest message. */
      id: z.string(),
      /** Stays the same when another message arrives. */
      thread: z.string(),
      /** Sender of the newest message; null once erased. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      /** The customer who was signed in while writing. */
      customer: z.string().nullable(),
      /** Language of the page from which the newest message was sent. Replies are emailed in it. */
      language: z.enum(languageCodes),
      /** `open` if a message waits for a reply; otherwise how the newest message was decided. */
      state: messageState,
      /** Of the oldest message that waits for a reply; null if none does. */
      age: queueAge.nullable(),
      messages: z.array(message),
    }),
  ),
  refusals: {},
})

const answer = defineCall({
  name: 'messages.answer',
  module: 'operators',
  method: 'POST',
  access: 'operator',
  permission: 'messages.answer',
  summary:
    'Emails a reply to the sender, in the language of the page that they wrote from. The reply also answers the open ' +
    'messages before this one in the same conversation.',
  input: z.object({ id, answer: z.string().trim().min(2, phrases.write_answer).max(5000) }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, already_decided: alreadyDecided },
})

const close = defineCall({
  name: 'messages.close',
  module: 'operators',
  method: 'POST',
  access: 'operator',
  permission: 'messages.answer',
  summary: 'Closes a message, and the open ones before it in the same conversation, without a reply.',
  input: z.object({ id }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, already_decided: alreadyDecided },
})

/** The contact form and its queue. Source: docs/spec/product.md sections 2 and 7. */
export const messagesCalls = {
  'contactus.ticket': ticket,
  contactus,
  messages,
  'messages.answer': answer,
  'messages.close': close,
  'messages.templates': templates,
  'messages.templates.save': saveTemplate,
  'messages.templates.delete': deleteTemplate,
} as const satisfies Record<string, Call>
