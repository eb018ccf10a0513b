import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, numberInput, pageInput, type Call } from '../../call.ts'
import { settingKeys, type SettingKey } from './desk-settings.ts'
import { languageHeader } from '../../language-header.ts'
import { amountOutput } from '../../money.ts'
import { permissions, roles, type Permission, type Role } from '../../permissions.ts'
import { queueAge } from '../../queue-age.ts'
import { phrases } from '../../sentences/phrases.ts'
import { phraseOutput, storedTextsOutput } from '../../sentences/phrase-output.ts'

/** Send `device` in the header of the same name, so that failed attempts by others don't lock this device out. */
const signedIn = outcomeOutput.extend({ secrete: z.string(), device: z.string() })
const text = (longest: number) => z.string().trim().max(longest).default('')
const password = z.string().max(200).default('')
const code = z.string().trim().max(10).default('')
const id = z.uuid(phrases.invalid_id)
/** Reason for an action: shown in the audit log and, if money moves, to the customer. */
export const reasonInput = z.string().trim().min(5, phrases.enter_short_reason).max(500)
const noReason = z.string().trim().max(500).default('')
const role = z.enum(Object.keys(roles) as [Role, ...Role[]], phrases.choose_roles)
/** Roles as a list, or as comma-separated text. */
const rolesInput = z
  .union([z.array(role), z.string().transform((list) => list.split(',').map((one) => one.trim()))])
  .pipe(z.array(role).min(1, phrases.choose_a_role).max(5))
const time = z.string()
const p = pageInput.default(1)

const fillAllFields = { status: 400, message: 'Fill all Form Fields' }
const badEmail = { status: 400, message: 'Enter a complete email address, such as ada@example.org.' }
const lockedOut = { status: 429, message: 'Too many attempts. Wait {seconds} seconds and try again.' }
const linkInvalid = { status: 400, message: 'This link was already used or has expired. Request a new one.' }
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }
const lastOwner = { status: 409, message: 'This is the last owner. Make someone else an owner first.' }

const open = { module: 'operators', access: 'public' } as const
const operator = { module: 'operators', access: 'operator' } as const
/** Access for operators who have this permission. */
const only = (permission: Permission) => ({ ...operator, permission }) as const

// Signing in

const login = defineCall({
  ...open,
  name: 'operators.login',
  method: 'POST',
  summary:
    'Signs an operator in with email, password and a second-factor code. Sessions end after 12 hours, or 30 minutes ' +
    'without use.',
  input: z.object({ email: text(254), pwd: password, totp: code }),
  headers: z.object({ device: z.string().max(600).default('') }),
  output: signedIn,
  refusals: {
    fields_missing: fillAllFields,
    locked_out: lockedOut,
    wrong_credentials: { status: 401, message: 'Incorrect email, password or code.' },
  },
})

const link = defineCall({
  ...open,
  name: 'operators.link',
  method: 'POST',
  summary: 'Returns the purpose of a one-time link and the second-factor secret to enter in an authenticator app.',
  input: z.object({ token: text(100) }),
  output: z.object({
    purpose: z.enum(['first', 'join', 'renew']),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
    secret: z.string(),
    uri: z.string(),
    picture: z.string(),
  }),
  refusals: { link_invalid: linkInvalid },
})

const enrol = defineCall({
  ...open,
  name: 'operators.enrol',
  method: 'POST',
  summary: 'Uses a one-time link: creates the operator, or sets a new password and second factor, and signs in.',
  input: z.object({ token: text(100), name: text(120), email: text(254), pwd: password, cpwd: password, totp: code }),
  output: signedIn,
  refusals: {
    fields_missing: fillAllFields,
    bad_name: { status: 400, message: 'Enter a name of 1 to 60 letters.' },
    bad_email: badEmail,
    passwords_differ: { status: 400, message: 'Passwords do not match' },
    weak_password: { status: 400, message: '{detail}' },
    link_invalid: linkInvalid,
    factor_wrong: { status: 400, message: 'Incorrect code. Enter the six digits that the app shows now.' },
    email_taken: { status: 409, message: 'Another operator already has this email address.' },
  },
})

const me = defineCall({
  ...operator,
  name: 'operators.me',
  method: 'GET',
  summary:
    'Returns the signed-in operator, their permissions, and the number and age of items waiting for a ' + 'decision.',
  input: z.object({}),
  output: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
    permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
    /** By queue, such as `messages`; only queues that this operator may open. */
    waiting: z.record(z.string(), z.number().int()),
    /** The oldest item of each queue that isn't empty, against the business days within which it should be decided. */
    oldest: z.record(z.string(), queueAge),
  }),
  refusals: {},
})

const signout = defineCall({
  ...operator,
  name: 'operators.signout',
  method: 'POST',
  summary: 'Ends this session.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {},
})

// People

const people = defineCall({
  ...only('operators.manage'),
  name: 'operators.people',
  method: 'GET',
  summary: 'Lists all operators and unused invitations.',
  input: z.object({}),
  output: z.object({
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        roles: z.array(z.string()),
        since: time,
        /** Until then, they don't count as a second operator. */ waitsUntil: time.nullable(),
        deactivated: time.nullable(),
      }),
    ),
    invitations: z.array(
      z.object({ id: z.string(), email: z.string(), roles: z.array(z.string()), made: time, expires: time }),
    ),
  }),
  refusals: {},
})

const invite = defineCall({
  ...only('operators.manage'),
  name: 'operators.invite',
  method: 'POST',
  summary:
    'Emails a future operator a one-time link that is valid for three days; a newer link for the same address ' +
    'replaces it. Roles that can approve proposals or manage operators need a second operator.',
  input: z.object({ email: text(254), roles: rolesInput }),
  headers: z.object(languageHeader),
  output: outcomeOutput,
  refusals: {
    bad_email: badEmail,
    email_taken: { status: 409, message: 'Another operator already has this email address.' },
  },
})

const uninvite = defineCall({
  ...only('operators.manage'),
  name: 'operators.uninvite',
  method: 'POST',
  summary: 'Cancels an invitation.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

const setRoles = defineCall({
  ...only('operators.manage'),
  name: 'operators.roles',
  method: 'POST',
  summary:
    'Replaces an operator’s roles, from the next call on. Granting or removing the right to approve proposals or ' +
    'to manage operators needs a second operator.',
  input: z.object({ id, roles: rolesInput }),
  output: outcomeOutput,
  refusals: { not_found: notFound, last_owner: lastOwner },
})

const renew = defineCall({
  ...only('operators.manage'),
  name: 'operators.renew',
  method: 'POST',
  summary:
    'Emails an operator a one-time link for a new password and second factor. If the operator can approve ' +
    'proposals or manage operators, a third operator must approve.',
  input: z.object({ id }),
  headers: z.object(languageHeader),
  output: outcomeOutput,
  refusals: { not_found: notFound },
})

const deactivate = defineCall({
  ...only('operators.manage'),
  name: 'operators.deactivate',
  method: 'POST',
  summary: 'Revokes an operator’s access immediately. Their past actions stay in the audit log.',
  input: z.object({ id, reason: reasonInput }),
  output: outcomeOutput,
  refusals: { not_found: notFound, last_owner: lastOwner },
})

// Approvals

const approval = z.object({
  id: z.string(),
  action: z.string(),
  subject: z.string(),
  customer: z.string().nullable(),
  /** Null, like the amount, if the proposal itself moves no money. */
  asset: z.string().nullable(),
  amount: amountOutput.nullable(),
  words: z.string(),
  /** Null for text that was stored before sentences had codes. */
  wordsPhrase: phraseOutput.nullable(),
  /** Email address of the person whom an invitation invites. */
  email: z.string().nullable(),
  proposedBy: z.string(),
  proposed: time,
  /** Null once decided. */
  age: queueAge.nullable(),
  /** True if the requesting operator proposed it, and so can withdraw it but not approve it. */
  mine: z.boolean(),
  /** Who is too new for the requesting operator to approve, and until when. */
  waiting: z.object({ who: z.enum(['you', 'proposer']), until: time }).nullable(),
  state: z.enum(['waiting', 'approved', 'rejected']),
  decidedBy: z.string().nullable(),
  decided: time.nullable(),
  reason: z.string().nullable(),
})

const approvals = defineCall({
  ...only('money.approve'),
  name: 'operators.approvals',
  method: 'GET',
  summary:
    'Lists proposals waiting for a second operator, oldest first, or with `state=decided` the decided ones, newest ' +
    'first; 50 per page.',
  input: z.object({ state: z.enum(['waiting', 'decided']).default('waiting'), p }),
  output: z.array(approval),
  refusals: {},
})

const approvalTotals = defineCall({
  ...only('money.approve'),
  name: 'operators.approvals.totals',
  method: 'GET',
  summary: 'Returns the number and the sum of the waiting proposals that move money, by asset.',
  input: z.object({}),
  output: z.array(z.object({ asset: z.string(), amount: amountOutput, count: z.number().int() })),
  refusals: {},
})

const decided = { not_found: notFound, already_decided: { status: 409, message: 'This proposal was already {state}.' } }

const approve = defineCall({
  ...only('money.approve'),
  name: 'operators.approve',
  method: 'POST',
  summary: 'Approves another operator’s proposal and carries it out in the same transaction.',
  input: z.object({ id, reason: noReason }),
  output: outcomeOutput,
  decides: true,
  refusals: {
    ...decided,
    own_proposal: { status: 403, message: 'You proposed this yourself. Another operator has to approve it.' },
    too_new: {
      status: 403,
      message:
        'You can approve from {until}. Operators with new accounts, credentials or rights must wait before they ' +
        'count as a second operator.',
    },
    proposer_too_new: {
      status: 403,
      message:
        'The account that proposed this is new, or has new credentials or rights. You can approve it from {until}.',
    },
    cannot_be_done: { status: 409, message: 'This proposal can no longer be carried out: {detail}' },
  },
})

const reject = defineCall({
  ...only('money.approve'),
  name: 'operators.reject',
  method: 'POST',
  summary: 'Rejects a proposal, or withdraws your own. Nothing is carried out.',
  input: z.object({ id, reason: reasonInput }),
  output: outcomeOutput,
  decides: true,
  refusals: decided,
})

// Settings

const settings = defineCall({
  ...only('rates.manage'),
  name: 'operators.settings',
  method: 'GET',
  summary: 'Returns all settings with their values, versions and the newest 50 changes.',
  input: z.object({}),
  output: z.object({
    settings: z.array(z.object({ key: z.string(), value: z.unknown(), version: z.number().int() })),
    changes: z.array(
      z.object({ id: z.string(), key: z.string(), value: z.unknown(), by: z.string(), at: time, reason: z.string() }),
    ),
  }),
  refusals: {},
})

const changeSetting = defineCall({
  ...only('rates.manage'),
  name: 'operators.changesetting',
  method: 'POST',
  summary:
    'Changes a setting. A change that could create money, or that raises what one operator may do, needs a ' +
    'second operator. `version` is the version you read; the call is refused if the setting has changed since.',
  input: z.object({
    key: z.enum(settingKeys as [SettingKey, ...SettingKey[]], phrases.no_such_setting),
    value: z.unknown(),
    version: numberInput.pipe(z.number().int().min(0)),
    reason: reasonInput,
  }),
  output: outcomeOutput,
  refusals: {
    bad_value: { status: 400, message: '{detail}' },
    changed_meanwhile: { status: 409, message: 'Someone changed this in the meantime. Check the new value first.' },
  },
})

// Audit log

const audit = defineCall({
  ...only('audit.read'),
  name: 'audit',
  method: 'GET',
  summary: 'Lists the audit log, newest first, 100 per page. `action` is a name or, with a trailing dot, a prefix.',
  input: z.object({
    p,
    /** An operator's ID, or `system` for entries of the product itself. */
    operator: z.union([z.literal('system'), id], phrases.invalid_id).optional(),
    customer: id.optional(),
    action: z.string().trim().max(60).optional(),
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      at: time,
      operator: z.string().nullable(),
      by: z.string(),
      action: z.string(),
      subject: z.string(),
      customer: z.string().nullable(),
      reason: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      ...storedTextsOutput,
      hash: z.string(),
    }),
  ),
  refusals: {},
})

const auditVerify = defineCall({
  ...only('audit.read'),
  name: 'audit.verify',
  method: 'GET',
  summary: 'Recomputes the audit log’s hash chain from its first entry.',
  input: z.object({}),
  output: z.object({
    ok: z.boolean(),
    entries: z.number().int(),
    head: z.string(),
    actions: z.array(z.string()),
    /** Operators with an entry, for the filter. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    problems: z.array(z.object({ id: z.string(), problem: z.string(), problemPhrase: phraseOutput })),
  }),
  refusals: {},
})

/**
 * The operators' desk: sign-in, people, approvals, settings and the audit log. Source: docs/spec/truth.md section 4,
 * docs/spec/beyond.md “operator”.
 */
export const operatorsCalls = {
  'operators.login': login,
  'operators.link': link,
  'operators.enrol': enrol,
  'operators.me': me,
  'operators.signout': signout,
  'operators.people': people,
  'operators.invite': invite,
  'operators.uninvite': uninvite,
  'operators.roles': setRoles,
  'operators.renew': renew,
  'operators.deactivate': deactivate,
  'operators.approvals': approvals,
  'operators.approvals.totals': approvalTotals,
  'operators.approve': approve,
  'operators.reject': reject,
  'operators.settings': settings,
  'operators.changesetting': changeSetting,
  audit,
  'audit.verify': auditVerify,
} as const satisfies Record<string, Call>
