import { z } from 'zod'
import { type Call, defineCall } from '../../call.ts'
import { outcomeOutput } from '../../sentences/outcomes.ts'

/** Maximum number of open alerts per customer. */
export const maxOpenAlerts = 20
/** Maximum number of fired alerts in the list. */
export const listedFiredAlerts = 50

/** `above`: fires at the first price at or above the alert's; `below`: at or below it. */
export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

const openAlert = z.object({
  id: z.string(),
  symbol: z.string(),
  side: z.enum(alertSides),
  price: z.string(),
  createdAt: z.number(),
})

/** A fired alert. `tick` is the sequence number of the tick that fired it, as in the call `ticks`. */
export const firedAlert = openAlert.extend({
  tick: z.number().int(),
  firedPrice: z.string(),
  firedAt: z.number(),
})
export type FiredAlert = z.infer<typeof firedAlert>

const list = defineCall({
  name: 'alerts',
  module: 'alerts',
  method: 'GET',
  access: 'customer',
  summary:
    `Returns the customer’s price alerts: those that wait for their price, and the newest ${listedFiredAlerts} that ` +
    'fired, each with the tick that fired it. `isNew` is true until `alerts.seen` is called.',
  input: z.object({}),
  output: z.object({
    open: z.array(openAlert),
    fired: z.array(firedAlert.extend({ isNew: z.boolean() })),
    most: z.number().int(),
    /** Whether the pages announce trades that the robot or a copied expert places. */
    notices: z.object({ robot: z.boolean(), copies: z.boolean() }),
  }),
  refusals: {},
})

const add = defineCall({
  name: 'alerts.add',
  module: 'alerts',
  method: 'POST',
  access: 'customer',
  summary:
    'Adds a price alert. It fires once, at the first published price from now on that reaches its price, whether or ' +
    'not a page is open.',
  input: z.object({ symbol: z.string().trim().max(12), price: z.string().trim().max(24) }),
  output: outcomeOutput.extend({ id: z.string(), side: z.enum(alertSides) }),
  refusals: {
    unknown_symbol: { status: 400, message: 'The symbol {symbol} doesn’t exist.' },
    bad_price: { status: 400, message: 'Enter a price above 0 with at most {decimals} decimal places.' },
    no_price_yet: { status: 409, message: '{symbol} has no price yet. Add the alert once it has one.' },
    price_reached: { status: 409, message: '{symbol} is at {price} now. Enter a different price.' },
    same_alert: { status: 409, message: 'You already have this alert.' },
    too_many_alerts: { status: 409, message: 'You can have at most {most} alerts. Remove one first.' },
  },
})

const remove = defineCall({
  name: 'alerts.remove',
  module: 'alerts',
  method: 'POST',
  access: 'customer',
  summary: 'Removes a price alert, whether or not it has fired.',
  input: z.object({ id: z.string().max(60).default('') }),
  output: outcomeOutput,
  refusals: { alert_not_found: { status: 404, message: 'This alert doesn’t exist. It may have been removed.' } },
})

const seen = defineCall({
  name: 'alerts.seen',
  module: 'alerts',
  method: 'POST',
  access: 'customer',
  summary: 'Marks the customer’s fired alerts as seen.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {},
})

/** A check box, as JSON or as a form field. */
const chosen = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

const notices = defineCall({
  name: 'alerts.notices',
  module: 'alerts',
  method: 'POST',
  access: 'customer',
  summary: 'Chooses whether the customer’s pages announce trades that the robot or a copied expert places.',
  input: z.object({ robot: chosen, copies: chosen }),
  output: outcomeOutput,
  refusals: {},
})

/** Price alerts, and announcements of trades that others place for the customer. */
export const alertsCalls = {
  alerts: list,
  'alerts.add': add,
  'alerts.remove': remove,
  'alerts.seen': seen,
  'alerts.notices': notices,
} as const satisfies Record<string, Call>
