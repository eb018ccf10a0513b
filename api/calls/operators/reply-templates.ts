import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { phrases } from '../../sentences/phrases.ts'

/** Texts that operators write once and insert into replies. Exported with the calls in `messages.ts`. */

const answering = { module: 'operators', access: 'operator', permission: 'messages.answer' } as const
const id = z.uuid(phrases.invalid_id)
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }

export const templates = defineCall({
  ...answering,
  name: 'messages.templates',
  method: 'GET',
  summary: 'Lists the reply templates by name.',
  input: z.object({}),
  output: z.array(
    z.object({ id: z.string(), name: z.string(), text: z.string(), changedBy: z.string(), changed: z.string() }),
  ),
  refusals: {},
})

export const saveTemplate = defineCall({
  ...answering,
  name: 'messages.templates.save',
  method: 'POST',
  summary:
    'Adds a reply template, or replaces the one with this `id`. Pages replace `{name}` and `{subject}` in its text ' +
    'with those of the message.',
  input: z.object({
    id: id.optional(),
    name: z.string().trim().min(1, phrases.enter_template_name).max(60, phrases.name_at_most_60),
    text: z.string().trim().min(2, phrases.write_answer).max(5000),
  }),
  output: outcomeOutput.extend({ id: z.string() }),
  refusals: {
    not_found: notFound,
    name_taken: { status: 409, message: 'Another reply template already has this name.' },
    too_many: { status: 409, message: 'You can have at most {most} reply templates. Delete one first.' },
  },
})

export const deleteTemplate = defineCall({
  ...answering,
  name: 'messages.templates.delete',
  method: 'POST',
  summary: 'Deletes a reply template. Replies that were sent don’t change.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})
