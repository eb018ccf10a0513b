import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, pageInput, type Call } from '../../call.ts'
import { languageCodes } from '../../languages.ts'
import { phrases } from '../../sentences/phrases.ts'

const text = (longest: number) => z.string().trim().max(longest).default('')
const id = z.uuid(phrases.invalid_id)
const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')])
  .default(false)
const moment = z.iso.datetime({ offset: true, error: phrases.enter_date_and_time })
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }

export const announcementAudiences = ['everyone', 'customers'] as const
const audience = z.enum(announcementAudiences, phrases.choose_audience)

const announcement = z.object({
  id: z.string(),
  title: z.string(),
  words: z.string(),
  audience,
  /** Pages in other languages don’t show it; null for all languages. */
  language: z.enum(languageCodes).nullable(),
  mustSee: z.boolean(),
  from: z.string(),
  until: z.string().nullable(),
})

const announcements = defineCall({
  name: 'announcements',
  module: 'operators',
  method: 'GET',
  access: 'public',
  summary:
    'Lists the operators’ current announcements, newest first. Those for customers need a customer’s session. Pages ' +
    'show only those without a `language` and those in their own.',
  input: z.object({}),
  output: z.array(announcement),
  refusals: {},
})

const own = defineCall({
  name: 'announcements.own',
  module: 'operators',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the IDs of current announcements that the customer has confirmed reading.',
  input: z.object({}),
  output: z.array(z.string()),
  refusals: {},
})

const confirm = defineCall({
  name: 'announcements.confirm',
  module: 'operators',
  method: 'POST',
  access: 'customer',
  summary: 'Confirms that the customer has read an announcement. Repeating the call changes nothing.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

const list = defineCall({
  name: 'announcements.list',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Lists all announcements with their states, newest first, 50 per page.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    announcement.extend({
      by: z.string(),
      state: z.enum(['planned', 'shown', 'over', 'withdrawn']),
      /** How many customers confirmed reading it. */
      readBy: z.number().int(),
    }),
  ),
  refusals: {},
})

const publish = defineCall({
  name: 'announcements.publish',
  module: 'operators',
  method: 'POST',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Publishes an announcement, now or at a later time. With `id`, replaces that announcement.',
  input: z.object({
    id: id.optional(),
    title: text(120),
    words: text(2000),
    audience: audience.default('everyone'),
    /** Empty for all languages. */
    language: z
      .union([z.literal(''), z.enum(languageCodes)], phrases.choose_language)
      .default('')
      .transform((language) => language || null),
    mustSee: flag,
    from: moment.optional(),
    until: moment.optional(),
  }),
  output: outcomeOutput.extend({ id: z.string() }),
  refusals: {
    fields_missing: { status: 400, message: 'Fill all Form Fields' },
    bad_period: { status: 400, message: 'The end must be after the start and in the future.' },
    not_found: notFound,
  },
})

const withdraw = defineCall({
  name: 'announcements.withdraw',
  module: 'operators',
  method: 'POST',
  access: 'operator',
  permission: 'announcements.manage',
  summary: 'Takes an announcement down.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

/** Operators' announcements. Source: docs/spec/beyond.md “operator”, “must-see notices”. */
export const announcementsCalls = {
  announcements,
  'announcements.own': own,
  'announcements.confirm': confirm,
  'announcements.list': list,
  'announcements.publish': publish,
  'announcements.withdraw': withdraw,
} as const satisfies Record<string, Call>
