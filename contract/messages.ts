import { z } from 'zod'
import { outcomeOutput } from './outcomes.ts'
import { defineCall, pageInput, type Call } from './call.ts'
import { languageHeader } from './language-header.ts'
import { messageKeptDays } from './message-states.ts'
import { phrases } from './phrases.ts'

const text = (longest: number) => z.string().trim().max(longest).default('')
const id = z.uuid(phrases.invalid_id)
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }
const alreadyDecided = { status: 409, message: 'This message is already {state}.' }

const ticket = defineCall({
  name: 'contactus.ticket',
  module: 'operators',
  method: 'GET',
  access: 'public',
  summary: 'A signed time at which the contact form was opened; sent along with the message.',
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
    'A message to the operators. Without a `ticket` of `contactus.ticket` fewer messages are taken from one network.',
  input: z.object({
    name: text(120),
    email: text(254),
    subject: text(150),
    content: text(5000),
    ticket: text(200),
    /** Left empty by people, who do not see it. */
    website: z.string().max(1000).default(''),
  }),
  headers: z.object(languageHeader),
  output: outcomeOutput,
  refusals: {
    fields_missing: { status: 400, message: 'Fill all Form Fields' },
    bad_email: { status: 400, message: 'Enter a complete email address, such as ada@example.org.' },
    too_fast: {
      status: 429,
      message: 'That was very fast. Check your message and send it again in {seconds} seconds.',
    },
    locked_out: { status: 429, message: 'Too many messages from this network. Wait {seconds} seconds and try again.' },
  },
})

const messages = defineCall({
  name: 'messages',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'messages.answer',
  summary: `Contact messages: those that wait, oldest first, or with \`state=done\` the others, newest first; 20 a page. Of those that were decided ${messageKeptDays} days ago, who wrote and what is erased.`,
  input: z.object({ state: z.enum(['open', 'done']).default('open'), p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      /** What was written and by whom: null where it is erased. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      subject: z.string().nullable(),
      content: z.string().nullable(),
      received: z.string(),
      state: z.enum(['open', 'answered', 'closed']),
      answer: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decided: z.string().nullable(),
      /** When it was erased, with its answer. */
      erased: z.string().nullable(),
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
  summary: 'Mails an answer to whoever wrote, framed in the language of the page on which they did.',
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
  summary: 'Closes a message without an answer.',
  input: z.object({ id }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, already_decided: alreadyDecided },
})

/** Contact us here and its queue. Source: docs/spec/product.md sections 2 and 7. */
export const messagesCalls = {
  'contactus.ticket': ticket,
  contactus,
  messages,
  'messages.answer': answer,
  'messages.close': close,
} as const satisfies Record<string, Call>
