import { z } from 'zod'
import { defineCall, numberInput } from './call.ts'
import { amountOutput, assets, type Asset } from './money.ts'
import { phrases } from './phrases.ts'

const assetName = z.enum(Object.keys(assets) as [Asset, ...Asset[]])
const amounts = z.array(z.object({ asset: assetName, cur: z.string(), amount: amountOutput }))

/** The figures of the public pages. Each is computed from the ledger, the trades or the registry of customers; `sources` says how. */
export const figures = defineCall({
  name: 'figures',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary: 'The figures of the public pages with how each is computed. At most a minute old.',
  input: z.object({}),
  output: z.object({
    at: z.number(),
    /** Registered customers whose account is open. Simulated accounts are not counted. */
    customers: z.number().int(),
    /** When the first of them registered; null before. */
    since: z.number().nullable(),
    trades: z.object({
      settled: z.number().int(),
      won: z.number().int(),
      lost: z.number().int(),
      tie: z.number().int(),
      void: z.number().int(),
    }),
    /** Confirmed deposits and completed withdrawals, by what was credited and paid. */
    deposited: amounts,
    withdrawn: amounts,
    /** Of the customers with a settled trade in the last 12 months, those who lost more than they won; null while there is none. */
    losing: z.object({ traders: z.number().int(), losers: z.number().int(), shareBps: z.number().int() }).nullable(),
    sources: z.record(z.string(), z.string()),
  }),
  refusals: {},
})

const solvencyAsset = z.object({
  asset: assetName,
  cur: z.string(),
  /** What customers are owed: all their accounts, with what is reserved, and the stakes of their open trades. */
  owed: amountOutput,
  /** Coins on the chain in the platform's own addresses; null for play money, against which nothing is held, and while the node is away. */
  held: amountOutput.nullable(),
  heldAs: z.enum(['chain', 'none', 'away']),
})

/** A day of UTC; without it the latest. */
const dayInput = z.object({ day: z.iso.date(phrases.enter_day).optional() })

export const solvency = defineCall({
  name: 'solvency',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary:
    'A daily statement of solvency: what customers are owed against what is held, and the root of the proof that each customer can check.',
  input: dayInput,
  output: z
    .object({
      day: z.string(),
      at: z.number(),
      /** SHA-256 root of the Merkle sum tree, hexadecimal. */
      root: z.string(),
      customers: z.number().int(),
      assets: z.array(solvencyAsset),
      /** The newest hashes of the ledger's chain by shard, hexadecimal. */
      heads: z.array(z.object({ shard: z.number().int(), batch: z.string(), hash: z.string() })),
      /** The number of entries of the operators' audit log and its newest hash, hexadecimal; null in statements from before it was published. */
      audit: z.object({ entries: z.number().int(), hash: z.string() }).nullable(),
    })
    .nullable(),
  refusals: {},
})

/** Totals of a leaf or a branch, minor units by asset, sorted by asset: 'BTC:12,USD:1000000'. Assets of nothing are left out. */
const totals = z.string()

export const solvencyProof = defineCall({
  name: 'solvency.proof',
  module: 'proofs',
  method: 'GET',
  access: 'customer',
  summary:
    'My place in a statement of solvency: my leaf and the branches up to its root, for the last 31 statements. `npm run verify:solvency FILE ROOT` checks it.',
  input: dayInput,
  output: z.object({
    format: z.literal('tallystick-solvency-1'),
    day: z.string(),
    root: z.string(),
    customer: z.string(),
    salt: z.string(),
    totals,
    /** From the leaf upwards; `side` is where the sibling stands. */
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), totals })),
  }),
  refusals: {
    not_found: {
      status: 404,
      message:
        'You aren’t in this statement. It was created before your first transfer, or its proofs are no longer stored. The next statement is created at midnight UTC.',
    },
  },
})

export const ledgerBatch = defineCall({
  name: 'ledger.batch',
  module: 'proofs',
  method: 'GET',
  access: 'public',
  summary:
    'One link of the ledger’s hash chain, as a receipt names it: the numbers of its first and last transfer, when it was committed, and its hash. `npm run verify:receipt` compares it.',
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

/** Public figures, the proof of solvency, and the links of the ledger's chain. */
export const proofsCalls = { figures, solvency, 'solvency.proof': solvencyProof, 'ledger.batch': ledgerBatch }
