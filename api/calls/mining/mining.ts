import { z } from 'zod'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, pageInput } from '../../call.ts'
import { minedCoins } from '../../mining-coins.ts'
import { minerStates } from '../../states/miner-states.ts'
import { paymentCoins } from '../../states/deposit-states.ts'
import { amountInput, amountOutput, coinAssets } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

const notFound = { status: 404, message: 'This contract doesn’t exist.' }

/** The simulated datacenters of the practice pool. */
export const datacenterIds = ['iceland', 'sweden'] as const
export type DatacenterId = (typeof datacenterIds)[number]

/**
 * One of the customer's contracts. Source of `coin`, `plan`, `amount` and `earnings`: docs/spec/product.md section 3
 * "Active mining deposit".
 */
export const minerRecord = z.object({
  id: z.string(),
  /** Coin that the contract pays out. */
  coin: z.enum(coinAssets),
  /** Coin that the contract mines: the coin that it pays out, or BTC if that coin can't be mined. */
  mines: z.enum(minedCoins),
  plan: z.string(),
  /** Price paid, in `cur`. */
  amount: amountOutput,
  cur: z.string(),
  earnings: amountOutput,
  /** The earnings in `cur` at the last published prices; null without a price. */
  worth: amountOutput.nullable(),
  /** Hash rate in TH/s, exact, and as text in the coin's usual unit. */
  hash: amountOutput,
  hashWords: z.string(),
  /** Datacenter, as text and by its ID in the `datacenters` call. */
  datacenter: z.string(),
  datacenterId: z.enum(datacenterIds).nullable(),
  startedAt: z.number(),
  endsAt: z.number(),
  /** When the next output is paid; null after the last. */
  nextOutputAt: z.number().nullable(),
  state: z.enum(minerStates),
})
export type MinerRecord = z.infer<typeof minerRecord>

export const activedeposits = defineCall({
  name: 'activedeposits',
  module: 'mining',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the customer’s mining contracts, newest first, ended ones last.',
  input: z.object({}),
  output: z.array(minerRecord),
  refusals: {},
})

/** What a mining plan pays over its whole term at today's prices and difficulty. */
export const planOutlook = z.object({
  plan: z.string(),
  symbol: z.enum(coinAssets),
  /** Price of the plan, in `cur`, the customer's currency. */
  amount: amountOutput,
  cur: z.string(),
  /** The price in the coins that customers pay with, at today's rate. */
  pays: z.array(z.object({ coin: z.enum(paymentCoins), coinAmount: amountOutput })),
  /** Total output in the coin, its worth in `cur`, and that worth less the price. */
  output: amountOutput,
  worth: amountOutput,
  difference: amountOutput,
  /** Days until the output is worth the price; null if that takes longer than the contract. */
  paybackDays: z.number().int().nullable(),
  /** Amount of the coin that the price buys today. */
  bought: amountOutput,
})
export type PlanOutlook = z.infer<typeof planOutlook>

export const miningOutlook = defineCall({
  name: 'mining.outlook',
  module: 'mining',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns what each mining plan would pay in 365 days if prices and difficulty stayed as they are now, and how ' +
    'much of the coin the price buys instead. `amount` is the price of a Custom plan. Omits plans whose coin has no ' +
    'price.',
  input: z.object({ amount: amountInput.optional() }),
  output: z.array(planOutlook),
  refusals: {},
})

export const miningEarnings = defineCall({
  name: 'mining.earnings',
  module: 'mining',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the outputs of the last 30 days, oldest first, in the customer’s currency at the last published prices, ' +
    'the totals of the last seven days and of the seven before, and the price of each coin.',
  input: z.object({}),
  output: z.object({
    /** The customer's currency, in which all other amounts are. */
    cur: z.string(),
    prices: z.array(z.object({ coin: z.enum(coinAssets), price: amountOutput })),
    /** `at` is the start of the day in UTC. */
    days: z.array(z.object({ at: z.number(), worth: amountOutput })),
    week: amountOutput,
    weekBefore: amountOutput,
  }),
  refusals: {},
})

/**
 * Everything that one accrual was computed from. `difficulty` is in hundred-millionths; `work` is the expected number
 * of hashes at difficulty 1.
 */
export const accrualInputs = z.object({
  from: z.number(),
  to: z.number(),
  hashesPerS: z.string(),
  height: z.number().int(),
  difficulty: z.string(),
  work: z.string(),
  subsidyMinor: z.string(),
  feeBps: z.number().int(),
  rejectedBps: z.number().int(),
})
export type AccrualInputs = z.infer<typeof accrualInputs>

const outputRate = z.object({
  from: z.object({ symbol: z.string(), seq: z.number().int(), price: z.string(), scale: z.number().int() }),
  to: z.object({ symbol: z.string(), seq: z.number().int(), price: z.string(), scale: z.number().int() }),
})

export const miningStatement = z.object({
  format: z.literal('tallystick-mining-1'),
  contract: minerRecord,
  /** A contract's days, newest first. `carry` is the remainder of a minor unit, in units of 10^-18. */
  days: z.array(
    z.object({
      day: z.number().int(),
      paidAt: z.number(),
      accruals: z.array(accrualInputs),
      carryBefore: z.string(),
      carryAfter: z.string(),
      minedMinor: z.string(),
      /** Conversion rate for the day, if the contract pays out a different coin than it mines. */
      rate: outputRate.nullable(),
      paidMinor: z.string(),
      paid: amountOutput,
      transfer: z.string(),
    }),
  ),
  /** Total number of days. */
  count: z.number().int(),
  /**
   * Amount of the coin that the price would have bought on the first day, compared with what has been paid out since.
   */
  holding: z.object({ coins: amountOutput, earned: amountOutput, rate: z.string() }).nullable(),
})
export type MiningStatement = z.infer<typeof miningStatement>

export const miningStatementCall = defineCall({
  name: 'mining.statement',
  module: 'mining',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists the days of one contract, with everything that each was computed from: all, or page `p` with 30. `npm ' +
    'run verify:mining -- FILE ADDRESS` recomputes them and compares parameters, hash rate and prices with the ' +
    'public calls at this address.',
  input: z.object({ id: z.string().max(64), p: pageInput.optional() }),
  output: miningStatement,
  refusals: { not_found: notFound },
})

export const miningParameters = defineCall({
  name: 'mining.parameters',
  module: 'mining',
  method: 'GET',
  access: 'public',
  summary:
    'Lists each mined coin’s difficulty and block subsidy, with source and date, newest first, including announced ' +
    'and corrected ones.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      coin: z.enum(minedCoins),
      algorithm: z.string(),
      difficulty: amountOutput,
      subsidy: amountOutput,
      height: z.number().int(),
      source: z.string(),
      /** Set only for the initial parameters; operators enter later sources as text. */
      sourcePhrase: phraseOutput.nullable(),
      observedOn: z.string(),
      from: z.number(),
      /** `announced`: applies from `from`. `replaced`: was corrected. */
      state: z.enum(['announced', 'in_force', 'past', 'replaced']),
      /** When a correction replaced them. */
      replacedAt: z.number().nullable(),
    }),
  ),
  refusals: {},
})

export const datacenters = defineCall({
  name: 'datacenters',
  module: 'mining',
  method: 'GET',
  access: 'public',
  summary: 'Lists the simulated datacenters of the practice pool with the parameters of the mining formula.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.enum(datacenterIds),
      name: z.string(),
      country: z.string(),
      simulated: z.literal(true),
      feeBps: z.number().int(),
      rejectedBps: z.number().int(),
      /** Simulated hardware for each coin; `rate` is the hash rate of one unit, such as 200 TH/s. */
      hardware: z.array(
        z.object({
          coin: z.enum(minedCoins),
          algorithm: z.string(),
          kind: z.enum(['machines', 'servers']),
          rate: z.string(),
        }),
      ),
    }),
  ),
  refusals: {},
})

const parametersInput = z.object({
  coin: z.enum(minedCoins, phrases.choose_mined_coin),
  difficulty: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(/^\d{1,18}(\.\d{1,8})?$/, phrases.enter_difficulty)),
  subsidy: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().regex(/^\d{1,4}(\.\d{1,8})?$/, phrases.enter_subsidy)),
  height: z
    .union([z.number(), z.string().regex(/^\d{1,9}$/)], phrases.enter_block_height)
    .transform(Number)
    .pipe(z.number().int().min(0).max(100_000_000)),
  source: z.string().trim().min(10, phrases.source_at_least_10).max(300, phrases.source_at_most_300),
  observedOn: z.iso.date(phrases.enter_date),
})
const parametersRefusals = {
  bad_difficulty: { status: 400, message: 'The difficulty must be above zero.' },
  out_of_bounds: {
    status: 400,
    message: 'Enter a {what} between {least} and {most}. A single change can’t exceed these bounds.',
  },
}

export const miningParametersSet = defineCall({
  name: 'mining.parameters.set',
  module: 'mining',
  method: 'POST',
  access: 'operator',
  permission: 'rates.manage',
  summary:
    'Proposes a new difficulty and subsidy, with source and date, to a second operator. They apply one day after ' +
    'approval. Past accruals don’t change.',
  input: parametersInput,
  output: outcomeOutput,
  refusals: parametersRefusals,
})

export const miningParametersCorrect = defineCall({
  name: 'mining.parameters.correct',
  module: 'mining',
  method: 'POST',
  access: 'operator',
  permission: 'rates.manage',
  summary:
    'Proposes a correction of wrong parameters, identified by coin and `from`, to a second operator. It applies ' +
    'immediately to every day that isn’t paid yet; paid days don’t change.',
  input: parametersInput.extend({
    from: z
      .union([z.number(), z.string().regex(/^\d{1,15}$/)], phrases.enter_parameters_time)
      .transform(Number)
      .pipe(z.number().int().min(0)),
  }),
  output: outcomeOutput,
  refusals: { not_found: { status: 404, message: 'These parameters don’t exist.' }, ...parametersRefusals },
})

/** Mining contracts, their statements and parameters. */
export const miningCalls = {
  activedeposits,
  'mining.outlook': miningOutlook,
  'mining.earnings': miningEarnings,
  'mining.statement': miningStatementCall,
  'mining.parameters': miningParameters,
  datacenters,
  'mining.parameters.set': miningParametersSet,
  'mining.parameters.correct': miningParametersCorrect,
}
