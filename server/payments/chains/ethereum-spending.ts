import { toHex } from './ethereum-library.ts'
import { ChainAway, ChainRefused, type ChainAdapter, type Issued } from './adapter.ts'
import type { ChainAddress } from './address.ts'
import type { EthereumContext } from './ethereum-context.ts'
import { ethereumTxState } from './ethereum-tx-state.ts'
import type { EthereumDraft, Draft } from './draft.ts'
import { RpcError, type Rpc } from './rpc.ts'

const gwei = 10n ** 9n
/** Gas for a payment to an account without code (yellow paper, appendix G). */
const paymentGas = 21_000n
const fallbackTip = gwei
const lowestTip = gwei / 100n
const highestTip = 5n * gwei
const lowestRate = gwei
const highestRate = 500n * gwei
const batchSize = 50

type Spending = Pick<
  ChainAdapter,
  'estimateFee' | 'prepare' | 'prepareSweep' | 'bump' | 'broadcast' | 'txState' | 'reserves'
>

/** Creates the functions that list our coins on an Ethereum chain and send them. */
export function createEthereumSpending({ rpc, chainId, deriveAddress }: EthereumContext): Spending {
  const treasury = () => deriveAddress(0, 'change')
  const deposits = ({ deposit }: Issued) => Array.from({ length: deposit }, (_, index) => deriveAddress(index))
  return {
    async estimateFee() {
      const { rateUnits, source } = await fetchFees(rpc)
      return { rateUnits, typicalUnits: rateUnits * paymentGas, source }
    },
    async prepare({ to, amountUnits, avoid }) {
      const from = treasury()
      const [fee, balance, nonce] = await Promise.all([
        fetchFees(rpc),
        balanceOf(rpc, from.address, 'pending'),
        nextNonce(rpc, from.address, avoid),
      ])
      if (amountUnits <= 0n) throw new ChainRefused('too_small', 'there is nothing to pay')
      if (balance < amountUnits + fee.rateUnits * paymentGas)
        throw new ChainRefused('not_enough', 'the treasury does not have enough; sweep the deposits first')
      return draftOf({ kind: 'payment', chainId: chainId(), from, to, amountUnits, nonce, fee })
    },
    async prepareSweep(issued, avoid) {
      const fee = await fetchFees(rpc)
      const cost = fee.rateUnits * paymentGas
      const rich = (await balancesOf(rpc, deposits(issued), 'latest')).filter(
        ({ own, balance }) => balance > 2n * cost && !avoid.some((claim) => claim.startsWith(`${own.address}:`)),
      )
      return Promise.all(
        rich.map(async ({ own, balance }) => {
          const nonce = Number(await rpc<string>('eth_getTransactionCount', [own.address, 'latest']))
          return draftOf({
            kind: 'sweep',
            chainId: chainId(),
            from: own,
            to: treasury().address,
            amountUnits: balance - cost,
            nonce,
            fee,
          })
        }),
      )
    },
    bump: async (draft: Draft) => bumpedDraft(draft as EthereumDraft, await fetchFees(rpc)),
    async broadcast({ raw, txid }) {
      const response = await rpc<string>('eth_sendRawTransaction', [raw]).catch((error: Error) => error)
      if (response instanceof ChainAway) throw response
      // A node refuses a transaction that it already has, so only the lookup shows whether the node has this one.
      const { state } = await ethereumTxState(rpc, txid)
      if (state === 'unknown')
        throw new ChainRefused(
          'rejected',
          response instanceof RpcError ? response.message : 'the node does not have the transaction',
        )
    },
    txState: (txid, raw) => ethereumTxState(rpc, txid, raw),
    async reserves(issued) {
      const { number, hash } = await rpc<{ number: string; hash: string }>('eth_getBlockByNumber', ['latest', false])
      const held = await balancesOf(rpc, [treasury(), ...deposits(issued)], toHex(Number(number)))
      const totalUnits = held.reduce((sum, { balance }) => sum + balance, 0n)
      return {
        height: Number(number),
        hash,
        totalUnits,
        spendableUnits: totalUnits,
        addresses: held.filter(({ balance }) => balance > 0n).length,
      }
    },
  }
}

type Fees = { rateUnits: bigint; tipUnits: bigint; source: 'node' | 'fallback' }

const clamp = (value: bigint, lowest: bigint, highest: bigint) =>
  value < lowest ? lowest : value > highest ? highest : value

/**
 * Returns twice the current base fee plus a tip, so that the payment stays valid while the base fee rises (EIP-1559).
 */
async function fetchFees(rpc: Rpc): Promise<Fees> {
  const [{ baseFeePerGas }, tip] = await Promise.all([
    rpc<{ baseFeePerGas?: string }>('eth_getBlockByNumber', ['latest', false]),
    rpc<string>('eth_maxPriorityFeePerGas').catch((error: Error) => {
      if (error instanceof RpcError) return undefined
      throw error
    }),
  ])
  const tipUnits = clamp(tip === undefined ? fallbackTip : BigInt(tip), lowestTip, highestTip)
  const rateUnits = clamp(BigInt(baseFeePerGas ?? 0) * 2n + tipUnits, lowestRate, highestRate)
  return {
    rateUnits,
    tipUnits: tipUnits > rateUnits ? rateUnits : tipUnits,
    source: tip === undefined ? 'fallback' : 'node',
  }
}

const balanceOf = async (rpc: Rpc, address: string, block: string) =>
  BigInt(await rpc<string>('eth_getBalance', [address, block]))

async function balancesOf(
  rpc: Rpc,
  addresses: ChainAddress[],
  block: string,
): Promise<{ own: ChainAddress; balance: bigint }[]> {
  const held: { own: ChainAddress; balance: bigint }[] = []
  for (let from = 0; from < addresses.length; from += batchSize) {
    held.push(
      ...(await Promise.all(
        addresses
          .slice(from, from + batchSize)
          .map(async (own) => ({ own, balance: await balanceOf(rpc, own.address, block) })),
      )),
    )
  }
  return held
}

/**
 * Returns the lowest nonce that neither the node nor any of our drafts uses. A gap below it closes once the draft that
 * holds the missing nonce is sent.
 */
async function nextNonce(rpc: Rpc, address: string, avoid: readonly string[]): Promise<number> {
  let nonce = Number(await rpc<string>('eth_getTransactionCount', [address, 'pending']))
  while (avoid.includes(`${address}:${nonce}`)) nonce += 1
  return nonce
}

type Order = {
  kind: EthereumDraft['kind']
  chainId: number
  from: ChainAddress
  to: string
  amountUnits: bigint
  nonce: number
  fee: Fees
}

function draftOf({ kind, chainId, from, to, amountUnits, nonce, fee }: Order): EthereumDraft {
  return {
    coin: 'ETH',
    chainId,
    kind,
    to,
    amountUnits: String(amountUnits),
    feeUnits: String(paymentGas * fee.rateUnits),
    claims: [`${from.address}:${nonce}`],
    from: { address: from.address, branch: from.branch, index: from.index },
    nonce,
    gasLimit: String(paymentGas),
    maxFeePerGas: String(fee.rateUnits),
    maxPriorityFeePerGas: String(fee.tipUnits),
  }
}

/**
 * Returns the draft with fees at least a quarter higher; nodes accept a replacement that pays at least a tenth more. A
 * sweep transfers correspondingly less.
 */
function bumpedDraft(draft: EthereumDraft, fee: Fees): EthereumDraft {
  const higher = (before: string, requested: bigint) => {
    const least = (BigInt(before) * 5n) / 4n + 1n
    return requested > least ? requested : least
  }
  const rate = higher(draft.maxFeePerGas, fee.rateUnits)
  const feeUnits = BigInt(draft.gasLimit) * rate
  if (rate > highestRate * 4n) throw new ChainRefused('fee_too_high', `the fee would be ${feeUnits} wei`)
  const amountUnits =
    draft.kind === 'sweep' ? BigInt(draft.amountUnits) - (feeUnits - BigInt(draft.feeUnits)) : BigInt(draft.amountUnits)
  if (amountUnits <= 0n) throw new ChainRefused('cannot_bump', 'a higher fee would leave nothing to pay')
  const tip = higher(draft.maxPriorityFeePerGas, fee.tipUnits)
  return {
    ...draft,
    amountUnits: String(amountUnits),
    feeUnits: String(feeUnits),
    maxFeePerGas: String(rate),
    maxPriorityFeePerGas: String(tip > rate ? rate : tip),
  }
}
