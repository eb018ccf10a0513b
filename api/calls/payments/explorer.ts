import { z } from 'zod'
import { defineCall, numberInput, pageInput } from '../../call.ts'
import { amountOutput } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

const coin = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(z.enum(['BTC', 'ETH'], phrases.choose_test_chain))
/** Exact decimal text, in whole coins. */
const amount = amountOutput
const place = { height: z.number().int(), hash: z.string(), at: z.number(), confirmations: z.number().int() }
const away = { status: 503, message: 'We can’t reach the {coin} test chain right now. Try again in a moment.' }

/** No chain has heights beyond 2^31. */
const heightInput = numberInput.pipe(
  z
    .number()
    .int(phrases.enter_whole_height)
    .min(0, phrases.height_from_0)
    .max(2 ** 31 - 1, phrases.no_such_block),
)

export const explorerTransaction = defineCall({
  name: 'explorer.tx',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary: 'Returns a transaction of a test chain: its state, inputs and outputs.',
  input: z.object({ coin, hash: z.string().trim().max(80) }),
  output: z.object({
    id: z.string(),
    coin: z.enum(['BTC', 'ETH']),
    /** tBTC or tETH: these are test coins. */
    unit: z.string(),
    network: z.string(),
    hash: z.string(),
    /** `failed`: mined, but moved no coins except its fee. */
    state: z.enum(['waiting', 'confirmed', 'failed']),
    block: z.object(place).nullable(),
    fee: amount.nullable(),
    /** A block reward, which has no inputs. */
    coinbase: z.boolean(),
    inputs: z.array(z.object({ address: z.string().nullable(), amount: amount.nullable() })),
    outputs: z.array(z.object({ id: z.string(), address: z.string().nullable(), amount })),
    /** Total numbers of inputs and outputs; at most 100 of each are listed. */
    inputCount: z.number().int(),
    outputCount: z.number().int(),
  }),
  refusals: {
    not_found: { status: 404, message: 'This transaction doesn’t exist on the {coin} test chain.' },
    chain_away: away,
  },
})

export const explorerBlock = defineCall({
  name: 'explorer.block',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary: 'Returns a block of a test chain with its transactions, 25 per page.',
  input: z.object({ coin, height: heightInput, p: pageInput.default(1) }),
  output: z.object({
    id: z.string(),
    coin: z.enum(['BTC', 'ETH']),
    unit: z.string(),
    network: z.string(),
    ...place,
    parentHash: z.string(),
    /** Height of the newest block. */
    tipHeight: z.number().int(),
    transactionCount: z.number().int(),
    pages: z.number().int(),
    transactions: z.array(z.object({ id: z.string(), hash: z.string(), amount })),
  }),
  refusals: {
    not_found: { status: 404, message: 'This block doesn’t exist on the {coin} test chain.' },
    chain_away: away,
  },
})

/** The built-in explorer of the test chains. */
export const explorerCalls = { 'explorer.tx': explorerTransaction, 'explorer.block': explorerBlock }
