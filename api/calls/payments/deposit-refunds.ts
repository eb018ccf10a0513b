import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { paymentCoins } from '../../states/deposit-states.ts'
import { refundAccounts } from '../../states/withdrawal-states.ts'
import { notFound } from './deposit-start.ts'

const depositId = z.string().trim().max(64)

export const depositsCredit = defineCall({
  name: 'deposits.credit',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary:
    'Credits the overpaid amount of a deposit at the current rate. To send it back instead, request a withdrawal ' +
    'from the refund account.',
  input: z.object({ id: depositId }),
  output: outcomeOutput,
  refusals: {
    not_found: notFound('deposit'),
    nothing_overpaid: { status: 409, message: 'This deposit has no overpaid amount left to credit or send back.' },
    no_rate: { status: 503, message: 'We have no current price for {coin}. Try again in a moment.' },
    deposit_limit: {
      status: 403,
      message:
        'Your deposit limit leaves room for only {left}. Send the amount back, or wait until your limit allows it.',
    },
  },
  movesMoney: true,
})

export const depositsSendback = defineCall({
  name: 'deposits.sendback',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary:
    'Moves payments that are on hold because of the customer’s own deposit limit to the refund account. A ' +
    'withdrawal from that account sends them back.',
  input: z.object({ id: depositId }),
  output: outcomeOutput.extend({
    account: z.enum(Object.values(refundAccounts) as ['Refund BTC', 'Refund ETH']),
    method: z.enum(paymentCoins),
  }),
  refusals: {
    not_found: notFound('deposit'),
    nothing_held: { status: 409, message: 'No payment for this deposit is on hold because of your deposit limit.' },
  },
  movesMoney: true,
})
