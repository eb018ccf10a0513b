import { z } from 'zod'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { binaryOutput, defineCall, pageInput } from '../../call.ts'
import { depositOutcomes, depositStates, paymentCoins } from '../../states/deposit-states.ts'
import { amountInput, amountOutput, coinAssets } from '../../money.ts'
import { refundAccounts } from '../../states/withdrawal-states.ts'
import { depositsCredit, depositsSendback } from './deposit-refunds.ts'
import {
  badCoin,
  closeRefusals,
  notFound,
  payCoinInput,
  planInput,
  paymentReceiptRefusals,
  paymentReceiptUpload,
  startedDepositFields,
  startRefusals,
} from './deposit-start.ts'
import { plansHistory } from './plan-history.ts'
import { plansAdd, plansEdit, plansList, plansOrder, plansRetire } from './plans-desk.ts'
import { queueAge } from '../../queue-age.ts'
import { phrases } from '../../sentences/phrases.ts'

const depositId = z.string().trim().max(64)
const reason = z.string().trim().min(3, phrases.enter_reason).max(300, phrases.reason_at_most_300)

/**
 * Trading plans on the public home page and in the office. Fields `plan` and `amount`: docs/spec/product.md section 3.
 */
export const tplans = defineCall({
  name: 'tplans',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary: 'Lists the operator’s trading plans in order. For Custom, the customer chooses the amount.',
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), plan: z.string(), amount: z.number() })),
  refusals: {},
})

export const mplans = defineCall({
  name: 'mplans',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary:
    'Lists the operator’s mining plans with their coin and hash rate (TH/s). For Custom, the customer chooses the ' +
    'amount.',
  input: z.object({}),
  output: z.array(
    z.object({ id: z.string(), symbol: z.enum(coinAssets), plan: z.string(), amount: z.number(), hash: z.number() }),
  ),
  refusals: {},
})

/** One payment on the chain to the deposit's address. */
export const depositPayment = z.object({
  id: z.string(),
  txid: z.string(),
  amount: amountOutput,
  confirmations: z.number().int(),
  needed: z.number().int(),
  /** `refund`: the customer can send the coins back. */
  state: z.enum(['seen', 'confirming', 'confirmed', 'held', 'credited', 'refund', 'reversed']),
  /** URL of the transaction in the configured explorer or the built-in one. */
  link: z.string(),
})

export const depositRecord = z.object({
  id: z.string(),
  plan: z.string(),
  amount: amountOutput,
  cur: z.string(),
  /** What the deposit pays for. `farming` is a yield contract. */
  purpose: z.enum(['trading', 'mining', 'farming']),
  /** The coin of a mining plan; otherwise null. */
  coin: z.enum(coinAssets).nullable(),
  dt: z.string(),
  /** CONFIRMED when credited, otherwise the state in capitals. Source: docs/spec/product.md section 3. */
  status: z.string(),
  state: z.enum(depositStates),
  outcome: z.enum(depositOutcomes).nullable(),
  /** What happened, as a sentence; null if the state is enough. */
  words: z.string().nullable(),
  wordsPhrase: phraseOutput.nullable(),
  /** The coin of the payment, the requested amount, and the amount that has arrived in a block. */
  type: z.enum(paymentCoins),
  coinAmount: amountOutput,
  received: amountOutput,
  /** In the customer's currency; null until credited. */
  credited: amountOutput.nullable(),
})
export type DepositRecord = z.infer<typeof depositRecord>

const usedPrice = { seq: z.number().int(), price: z.string() }
export const depositRate = z.object({
  coin: z.string(),
  ...usedPrice,
  fx: z.object({ symbol: z.string(), ...usedPrice }).nullable(),
})

export const depositDetails = depositRecord.extend({
  address: z.string(),
  uri: z.string(),
  expiresAt: z.number(),
  confirmations: z.number().int(),
  needed: z.number().int(),
  payments: z.array(depositPayment),
  /** Ledger transfers that credited the deposit to the customer's trading account, oldest first. */
  transfers: z.array(z.object({ id: z.string(), at: z.number(), amount: amountOutput, cur: z.string() })),
  /**
   * Overpaid amount awaiting the customer's choice. If the customer doesn't choose, it is credited at `until`.
   * `account` is the account to withdraw it from.
   */
  overpaid: z
    .object({
      amount: amountOutput,
      unit: z.string(),
      until: z.number(),
      account: z.enum(Object.values(refundAccounts) as ['Refund BTC', 'Refund ETH']),
    })
    .nullable(),
  /** Prices used for the quote, so that it can be recomputed; null if the stored ones can't be read. */
  rate: depositRate.nullable(),
  receipt: z
    .object({
      state: z.enum(['pending', 'proposed', 'approved', 'declined']),
      reason: z.string().nullable(),
      /** Null if an operator wrote the reason. */
      reasonPhrase: phraseOutput.nullable(),
      at: z.number(),
    })
    .nullable(),
})
export type DepositDetails = z.infer<typeof depositDetails>

export const createtrnx = defineCall({
  name: 'createtrnx',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary:
    'Starts a deposit. Returns a new address and the amount of test coins to pay. The rate is held for 15 minutes.',
  input: z.object({
    type: payCoinInput,
    plan: planInput,
    /** In the customer's currency; defaults to the plan's amount. */
    amount: amountInput.optional(),
    /** The mining coin; empty or the text 'null' for a trading deposit. */
    coin: z.string().trim().toUpperCase().max(8).nullish(),
  }),
  output: z.object({
    ...startedDepositFields,
    tid: z.string(),
  }),
  refusals: {
    bad_coin: badCoin,
    unknown_plan: { status: 400, message: 'This plan doesn’t exist.' },
    bad_amount: { status: 400, message: 'Enter an amount with at most two decimal places.' },
    amount_too_small: { status: 400, message: 'This plan’s minimum amount is {min}.' },
    amount_too_large: { status: 400, message: 'This plan’s maximum amount is {max}.' },
    ...startRefusals,
  },
  movesMoney: true,
})

export const depositsEstimate = defineCall({
  name: 'deposits.estimate',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns how many test coins an amount in the customer’s currency costs at the current rate. Null for a coin ' +
    'without a fresh price. The deposit itself locks the rate.',
  input: z.object({ amount: amountInput }),
  output: z.array(z.object({ coin: z.enum(paymentCoins), coinAmount: amountOutput.nullable() })),
  refusals: {},
})

export const closetrnx = defineCall({
  name: 'closetrnx',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary:
    'Cancels a deposit that has no payment. Money that arrives later is still credited, at the rate when it confirms.',
  input: z.object({ tid: depositId }),
  output: outcomeOutput,
  refusals: closeRefusals('deposit', 'This deposit is already closed.'),
})

export const trnxpop = defineCall({
  name: 'trnxpop',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary:
    'Uploads a receipt for a deposit (JPEG, PNG or WebP, at most 10 MB). It is stored encrypted and reviewed by an ' +
    'operator.',
  input: z.object({ tid: depositId }),
  ...paymentReceiptUpload,
  refusals: paymentReceiptRefusals('deposit'),
})

export const qr = defineCall({
  name: 'qr',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Returns a QR code (PNG) for paying to the address of one of the customer’s open deposits.',
  input: z.object({ addr: z.string().trim().max(120) }),
  output: binaryOutput,
  refusals: { not_found: { status: 404, message: 'This address doesn’t belong to any of your open deposits.' } },
})

export const deposits = defineCall({
  name: 'deposits',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the customer’s deposits, newest first: the newest 100, or page `p` with ten per page.',
  input: z.object({ p: pageInput.optional() }),
  output: z.array(depositRecord),
  refusals: {},
})

export const depositsShow = defineCall({
  name: 'deposits.show',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Returns one deposit with its address, rate, payments on the chain and ledger transfers.',
  input: z.object({ id: depositId }),
  output: depositDetails,
  refusals: { not_found: notFound('deposit') },
})

export const paymentReceiptsList = defineCall({
  name: 'receipts.list',
  module: 'payments',
  method: 'GET',
  access: 'operator',
  permission: 'receipts.decide',
  summary: 'Lists receipts waiting for a decision, oldest first, with what the chain shows.',
  input: z.object({}),
  output: z.array(
    depositRecord.extend({
      customer: z.string(),
      sentAt: z.number(),
      receiptState: z.enum(['pending', 'proposed']),
      age: queueAge,
      /** Seen on the chain, confirmed or not. */
      onChain: amountOutput,
      payments: z.array(depositPayment),
    }),
  ),
  refusals: {},
})

const noPaymentReceipt = { status: 404, message: 'This receipt doesn’t exist.' }
const decided = { status: 409, message: 'This receipt was already approved or declined.' }
const erased = { status: 410, message: 'The account is closed and this receipt has been erased.' }

export const paymentReceiptsOpen = defineCall({
  name: 'receipts.open',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'receipts.decide',
  summary: 'Opens a receipt. Requires a reason, which the audit log stores.',
  input: z.object({ id: depositId, reason }),
  output: binaryOutput,
  refusals: { not_found: noPaymentReceipt, erased },
})

export const paymentReceiptsApprove = defineCall({
  name: 'receipts.approve',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'receipts.decide',
  summary:
    'Approves a receipt and credits what the chain shows. If the chain shows nothing, a second operator must also ' +
    'approve.',
  input: z.object({ id: depositId, reason }),
  output: outcomeOutput.extend({ needsSecond: z.boolean() }),
  decides: true,
  refusals: { not_found: noPaymentReceipt, decided },
})

export const paymentReceiptsDecline = defineCall({
  name: 'receipts.decline',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'receipts.decide',
  summary: 'Declines a receipt with a reason that the customer can read. A payment that arrives is still credited.',
  input: z.object({ id: depositId, reason }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: noPaymentReceipt, decided },
})

export const scannersList = defineCall({
  name: 'scanners',
  module: 'payments',
  method: 'GET',
  access: 'operator',
  permission: 'rates.manage',
  summary: 'Lists the scanners of the test chains: their progress, and why one is halted.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      coin: z.enum(['BTC', 'ETH']),
      /** Newest scanned block; null before the first. */
      height: z.number().int().nullable(),
      /** The node's newest block; null while the node is unreachable. */
      tip: z.number().int().nullable(),
      halted: z.object({ at: z.number(), reason: z.string(), reasonPhrase: phraseOutput.nullable() }).nullable(),
    }),
  ),
  refusals: {},
})

export const scannersResume = defineCall({
  name: 'scanners.resume',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'rates.manage',
  summary:
    'Resumes a halted scanner from the chain’s current state. Credited payments that are no longer on the chain ' +
    'are reversed.',
  input: z.object({ coin: z.enum(['BTC', 'ETH'], phrases.choose_test_chain), reason }),
  output: outcomeOutput,
  refusals: {
    not_halted: { status: 409, message: 'The {coin} scanner isn’t halted.' },
    chain_away: { status: 503, message: 'We can’t reach the {coin} test chain right now. Try again in a moment.' },
  },
})

/** Deposits: plans, quotes, payments on the test chains, receipts and scanners. */
export const paymentsCalls = {
  tplans,
  mplans,
  createtrnx,
  'deposits.estimate': depositsEstimate,
  closetrnx,
  trnxpop,
  qr,
  deposits,
  'deposits.show': depositsShow,
  'deposits.credit': depositsCredit,
  'deposits.sendback': depositsSendback,
  'plans.history': plansHistory,
  'plans.list': plansList,
  'plans.add': plansAdd,
  'plans.edit': plansEdit,
  'plans.retire': plansRetire,
  'plans.order': plansOrder,
  'receipts.list': paymentReceiptsList,
  'receipts.open': paymentReceiptsOpen,
  'receipts.approve': paymentReceiptsApprove,
  'receipts.decline': paymentReceiptsDecline,
  scanners: scannersList,
  'scanners.resume': scannersResume,
}
