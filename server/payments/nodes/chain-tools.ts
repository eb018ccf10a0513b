import { writeSentence } from '../../../api/sentences/sentences.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { amountInput, formatScaled } from '../../../api/money.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { Refused } from '../../platform/http/refused.ts'
import { ChainAway, type ChainCoin } from '../chains/adapter.ts'
import type { Chains } from '../chains/chains.ts'
import { unitScale } from '../chains/units.ts'

const coin = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(z.enum(['BTC', 'ETH'], 'The test chains are BTC and ETH.'))
const faucetInput = z.object({
  coin,
  address: z.string('Enter an address.').trim().max(120),
  amount: amountInput.optional(),
})
const mineInput = z.object({
  coin,
  blocks: z
    .number('Enter the number of blocks.')
    .int('Enter a whole number of blocks.')
    .min(1, 'Enter at least one block.')
    .max(1_000, 'Enter at most 1,000 blocks.'),
})

/** Tests don't need larger amounts, which would empty the faucet for others. */
const maxFaucetUnits: Record<ChainCoin, bigint> = { BTC: 10_000_000_000n, ETH: 100_000n * 10n ** 18n }

/**
 * Registers the development routes of our own test chains. Call only with the development tools, which production
 * refuses. `POST /dev/faucet {coin, address, amount?}` pays test coins; without an amount, it pays the amount quoted
 * for the address. `POST /dev/mine {coin, blocks}` creates blocks. Design: docs/spec/architecture.md "Two commands".
 */
export function registerChainTools(
  http: FastifyInstance,
  {
    chains,
    quotedFor,
  }: { chains: Chains; quotedFor: (coin: ChainCoin, address: string) => Promise<bigint | undefined> },
): void {
  http.post('/dev/faucet', (request, reply) =>
    answer(reply, async () => {
      const { coin: requested, address: typed, amount } = parseInput(faucetInput, request.body)
      const nodes = nodesOf(chains, requested)
      const address = await payable(chains, requested, typed)
      const amountUnits = amount === undefined ? await quotedFor(requested, address) : unitsOf(requested, amount)
      if (amountUnits === undefined) throw new Refused('bad_input', { detail: { phrase: 'nothing_quoted' } })
      if (amountUnits <= 0n || amountUnits > maxFaucetUnits[requested])
        throw new Refused('bad_input', {
          detail: {
            phrase: 'faucet_at_most',
            values: { max: formatScaled(maxFaucetUnits[requested], unitScale[requested]).replace(/\.?0+$/, '') },
          },
        })
      const txid = await nodes.faucet(requested, address, amountUnits)
      return { coin: requested, address, amount: formatScaled(amountUnits, unitScale[requested]), txid }
    }),
  )
  http.post('/dev/mine', (request, reply) =>
    answer(reply, async () => {
      const { coin: requested, blocks } = parseInput(mineInput, request.body)
      await nodesOf(chains, requested).mine(requested, blocks)
      return { coin: requested, ...(await chains.adapters[requested].tip()) }
    }),
  )
}

function nodesOf(chains: Chains, coin: ChainCoin) {
  const nodes = chains.nodes()
  if (!nodes) throw new ChainAway(coin, 'this installation runs no chain, so it has no faucet')
  return nodes
}

/** Checks an address. Allows our own addresses, because the faucet pays deposits. */
async function payable(chains: Chains, coin: ChainCoin, typed: string): Promise<string> {
  const adapter = chains.adapters[coin]
  if (typed === adapter.treasuryAddress().address) return typed
  const checked = await adapter.validateAddress(typed)
  if (!checked.ok) throw new Refused('bad_input', { detail: checked.reason })
  return checked.address
}

/** Converts an amount to units. `amountInput` allows at most nine decimals, enough for both chains. */
function unitsOf(coin: ChainCoin, amount: string): bigint {
  const [whole, decimals = ''] = amount.split('.') as [string, string?]
  if (decimals.length > unitScale[coin])
    throw new Refused('bad_input', { detail: { phrase: 'coin_decimals', values: { coin, decimals: unitScale[coin] } } })
  return BigInt(whole + decimals.padEnd(unitScale[coin], '0'))
}

async function answer(reply: FastifyReply, act: () => Promise<object>): Promise<FastifyReply> {
  try {
    const result = await act()
    return reply.send(result)
  } catch (error) {
    if (error instanceof Refused)
      return reply.code(400).send({ type: 'warning', code: error.code, msg: writeSentence('{detail}', error.details) })
    const { message } = error as Error
    return reply
      .code(503)
      .send({ type: 'warning', code: error instanceof ChainAway ? 'chain_away' : 'faucet_failed', msg: message })
  }
}
