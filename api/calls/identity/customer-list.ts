import { z } from 'zod'
import { binaryOutput, type Call, defineCall, pageInput } from '../../call.ts'
import { type CustomerFlag, customerFlags } from '../../customer-flags.ts'
import { amountOutput } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

/** Restrictions and marks of an account. */
export const customerStanding = {
  frozen: z.enum(['customer', 'operator']).nullable(),
  closed: z.boolean(),
  verified: z.boolean(),
  /** An account that belongs to no person, such as an expert's; never counted among customers. */
  simulated: z.boolean(),
  flags: z.array(z.string()),
}

export const shownCustomers = ['all', 'unverified', 'verified', 'flagged', 'frozen', 'closed'] as const
export const customerOrders = ['newest', 'oldest', 'active', 'balance', 'result', 'loss'] as const
/** When a customer was last active: in the last 1, 7 or 30 days, or not for 30 or 90 days. */
export const activeWithin = ['day', 'week', 'month', 'not_month', 'not_quarter'] as const

const any = z.literal('')

const filter = {
  /** An ID, a full email address or, with the permission `customers.names`, the beginnings of words of a name. */
  search: z.string().trim().max(254).default(''),
  show: z.enum(shownCustomers).default('all'),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
  flag: z
    .union([z.enum(Object.keys(customerFlags) as [CustomerFlag, ...CustomerFlag[]]), any], phrases.choose_flag)
    .default(''),
  active: z.union([z.enum(activeWithin), any]).default(''),
  order: z.enum(customerOrders).default('newest'),
}

const reading = { module: 'identity', access: 'operator', permission: 'customers.read', method: 'POST' } as const

const customers = defineCall({
  ...reading,
  name: 'customers',
  // POST, because proxies log the URL of a GET and `search` can be an email address.
  summary:
    'Lists customers, 50 per page. Names and email addresses are masked, unless the operator has the permission ' +
    '`customers.names`: then each page is logged in the audit log with the IDs shown. `search` accepts an ID, a full ' +
    'email address or, with that permission, beginnings of words of the name. Balances are ordered by their value in ' +
    'dollars, results by their amount.',
  input: z.object({ ...filter, p: pageInput.default(1) }),
  output: z.object({
    /** Whether names and email addresses are shown in full. */
    names: z.boolean(),
    more: z.boolean(),
    customers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        country: z.string(),
        currency: z.string(),
        since: z.string(),
        /** When the customer last signed in or used a session; null if unknown. */
        lastActive: z.string().nullable(),
        /** Balance of the trading account. */
        balance: amountOutput,
        /** Result of all settled trades. */
        result: amountOutput,
        ...customerStanding,
      }),
    ),
  }),
  refusals: {},
})

const exported = defineCall({
  ...reading,
  name: 'customers.export',
  summary:
    'Returns the customers of a filter as a CSV file, at most 10,000, in the order of the list and with the same ' +
    'masking. Logged in the audit log.',
  input: z.object(filter),
  output: binaryOutput,
  refusals: {},
})

const countriesUsed = defineCall({
  ...reading,
  method: 'GET',
  name: 'customers.countries',
  summary: 'Lists the countries of open accounts, for the filter.',
  input: z.object({}),
  output: z.array(z.object({ code: z.string(), name: z.string(), customers: z.number().int() })),
  refusals: {},
})

export const customerListCalls = {
  customers,
  'customers.export': exported,
  'customers.countries': countriesUsed,
} as const satisfies Record<string, Call>
