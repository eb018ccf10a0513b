import { z } from 'zod'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { defineCall, numberInput } from '../../call.ts'
import { amountOutput, assets, type Asset } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

const assetName = z.enum(Object.keys(assets) as [Asset, ...Asset[]])
const amounts = z.array(z.object({ asset: assetName, cur: z.string(), amount: amountOutput }))

/** The figures on the public pages, computed from the ledger, the trades or the customers; `sources` describes how. */
export const figures = defineCall({
  name: 'figures',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary: 'Returns the figures on the public pages and how each is computed. They are at most a minute old.',
  input: z.object({}),
  output: z.object({
    at: z.number(),
    /** Registered customers with an open account. Simulated accounts aren't counted. */
    customers: z.number().int(),
    /** When the first of these customers registered; null if there are none. */
    since: z.number().nullable(),
    trades: z.object({
      settled: z.number().int(),
      won: z.number().int(),
      lost: z.number().int(),
      tie: z.number().int(),
      void: z.number().int(),
    }),
    /** Confirmed deposits and completed withdrawals: the amounts credited and paid out. */
    deposited: amounts,
    withdrawn: amounts,
    /**
     * Share of customers with a settled trade in the last 12 months who lost more than they won; null if there are
     * none.
     */
    losing: z.object({ traders: z.number().int(), losers: z.number().int(), shareBps: z.number().int() }).nullable(),
    sources: z.record(z.string(), z.string()),
    sourcesPhrases: z.record(z.string(), phraseOutput),
  }),
  refusals: {},
})

const solvencyAsset = z.object({
  asset: assetName,
  cur: z.string(),
  /** Owed to customers: all their accounts, including reserved amounts, and the stakes of their open trades. */
  owed: amountOutput,
  /**
   * Coins in the platform's own addresses on the chain. Null for play money, which has no reserves, and while the node
   * is unreachable.
   */
  held: amountOutput.nullable(),
  heldAs: z.enum(['chain', 'none', 'away']),
})

/** A UTC day; the latest statement by default. */
const dayInput = z.object({ day: z.iso.date(phrases.enter_day).optional() })

export const solvency = defineCall({
  name: 'solvency',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary:
    'Returns a daily statement of solvency: what customers are owed, what is held, and the root of the proof that ' +
    'each customer can check.',
  input: dayInput,
  output: z
    .object({
      day: z.string(),
      at: z.number(),
      /** SHA-256 root of the Merkle sum tree, hexadecimal. */
      root: z.string(),
      customers: z.number().int(),
      assets: z.array(solvencyAsset),
      /** Newest hash of each shard of the ledger's hash chain, hexadecimal. */
      heads: z.array(z.object({ shard: z.number().int(), batch: z.string(), hash: z.string() })),
      /**
       * Number of entries in the operators' audit log and its newest hash, hexadecimal; null in older statements, which
       * don't publish it.
       */
      audit: z.object({ entries: z.number().int(), hash: z.string() }).nullable(),
    })
    .nullable(),
  refusals: {},
})

/** Totals of a leaf or branch: minor units by asset, sorted by asset, without zeros, such as 'BTC:12,USD:1000000'. */
const totals = z.string()

export const solvencyProof = defineCall({
  name: 'solvency.proof',
  module: 'proofs',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the customer’s leaf in a statement of solvency and the branches up to its root, for the last 31 ' +
    'statements. `npm run verify:solvency FILE ROOT` checks it.',
  input: dayInput,
  output: z.object({
    format: z.literal('tallystick-solvency-1'),
    day: z.string(),
    root: z.string(),
    customer: z.string(),
    salt: z.string(),
    totals,
    /** From the leaf upwards; `side` is the sibling's position. */
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), totals })),
  }),
  refusals: {
    not_found: {
      status: 404,
      message:
        'You aren’t in this statement. It was created before your first transfer, or its proofs are no longer ' +
        'stored. The next statement is created at midnight UTC.',
    },
  },
})

export const ledgerBatch = defineCall({
  name: 'ledger.batch',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary:
    'Returns one link of the ledger’s hash chain, as named in a receipt: the numbers of its first and last ' +
    'transfer, commit time and hash. `npm run verify:receipt` compares it with the receipt.',
  input: z.object({
    shard: numberInput.pipe(z.number().int().min(0).max(31)),
    batch: z.string().regex(/^[1-9]\d{0,17}$/, phrases.enter_batch),
  }),
  output: z.object({
    shard: z.number().int(),
    batch: z.string(),
    first: z.string(),
    last: z.string(),
    at: z.number(),
    hash: z.string(),
  }),
  refusals: { not_found: { status: 404, message: 'This batch doesn’t exist.' } },
})

/** Public figures, the proof of solvency, and links of the ledger's hash chain. */
export const proofsCalls = { figures, solvency, 'solvency.proof': solvencyProof, 'ledger.batch': ledgerBatch }
