import { ChainAway, ChainRefused, type ChainAdapter, type FeeRate, type Issued } from './adapter.ts'
import { branches } from './address.ts'
import { scriptOf } from './bitcoin-address.ts'
import type { BitcoinContext } from './bitcoin-context.ts'
import { satoshi, spentInMempool, unspentOf, type UnspentOutput } from './bitcoin-outputs.ts'
import { bumpedDraft, selectInputs, typicalBitcoinFee, type SpendableInput } from './bitcoin-selection.ts'
import { bitcoinTxState } from './bitcoin-tx-state.ts'
import type { BitcoinDraft } from './draft.ts'
import { RpcError, type Rpc } from './rpc.ts'

/**
 * The fee rate if the node has no estimate, in satoshi per 1,000 virtual bytes. A regtest node never has one, because
 * no transactions compete for space in its blocks.
 */
const fallbackRate = 5_000n
const lowestRate = 1_000n
const highestRate = 500_000n
const confirmWithinBlocks = 3
const coinbaseMaturity = 100

type Spending = Pick<
  ChainAdapter,
  'estimateFee' | 'prepare' | 'prepareSweep' | 'bump' | 'broadcast' | 'txState' | 'reserves'
>

/** Creates the functions that list our coins on a Bitcoin chain and send them. */
export function createBitcoinSpending(context: BitcoinContext): Spending {
  const { rpc, network, form, deriveAddress } = context
  return {
    estimateFee: () => estimateFee(rpc),
    async prepare({ to, amountUnits, issued, avoid, changeIndex }) {
      const [inputs, { rateUnits }] = await Promise.all([spendable(context, issued, avoid), estimateFee(rpc)])
      return selectInputs({
        to,
        script: scriptOf(to, form()),
        amountUnits,
        change: deriveAddress(changeIndex, 'change'),
        inputs,
        rateUnits,
        network: network(),
      })
    },
    prepareSweep: async () => [],
    bump: async (draft) =>
      bumpedDraft(draft as BitcoinDraft, scriptOf(draft.to, form()), (await estimateFee(rpc)).rateUnits),
    async broadcast({ raw, txid }) {
      const response = await rpc<string>('sendrawtransaction', [raw]).catch((error: Error) => error)
      if (response instanceof ChainAway) throw response
      // A node refuses a transaction that it already has, so only the lookup shows whether the node has this one.
      const { state } = await bitcoinTxState(rpc, txid)
      if (state === 'unknown')
        throw new ChainRefused(
          'rejected',
          response instanceof RpcError ? response.message : 'the node does not have the transaction',
        )
    },
    txState: (txid, raw) => bitcoinTxState(rpc, txid, raw),
    async reserves(issued) {
      const { height, hash, outputs } = await held(context, issued)
      const sum = (list: UnspentOutput[]) => list.reduce((total, { amountUnits }) => total + amountUnits, 0n)
      return {
        height,
        hash,
        totalUnits: sum(outputs),
        spendableUnits: sum(matureAt(height, outputs)),
        addresses: new Set(outputs.map(({ script }) => script)).size,
      }
    },
  }
}

/** Returns all confirmed outputs at our addresses. */
function held({ rpc, key }: BitcoinContext, issued: Issued) {
  return unspentOf(
    rpc,
    branches.flatMap((branch, position) =>
      issued[branch] > 0 ? [{ desc: `wpkh(${key().tpub}/${position}/*)`, range: issued[branch] - 1 }] : [],
    ),
  )
}

/** Returns the outputs that the next block may spend. */
const matureAt = (height: number, outputs: UnspentOutput[]) =>
  outputs.filter((output) => !output.coinbase || height + 1 - output.height >= coinbaseMaturity)

/** Returns the outputs that the next block may spend and that no draft claims. */
async function spendable(context: BitcoinContext, issued: Issued, avoid: readonly string[]): Promise<SpendableInput[]> {
  const { height, outputs } = await held(context, issued)
  const claimed = new Set(avoid)
  const free = matureAt(height, outputs).filter(({ txid, vout }) => !claimed.has(`${txid}:${vout}`))
  const spent = await spentInMempool(context.rpc, free)
  return free
    .filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`))
    .map(({ txid, vout, amountUnits, path }) => {
      const [position, index] = path.split('/').map(Number)
      return { txid, vout, amountUnits: String(amountUnits), branch: branches[position!]!, index: index! }
    })
}

async function estimateFee(rpc: Rpc): Promise<FeeRate> {
  const [{ feerate }, { mempoolminfee }] = await Promise.all([
    rpc<{ feerate?: number }>('estimatesmartfee', [confirmWithinBlocks]),
    rpc<{ mempoolminfee: number }>('getmempoolinfo'),
  ])
  const requested = feerate === undefined ? fallbackRate : satoshi(feerate)
  const asks = satoshi(mempoolminfee)
  const floor = asks > lowestRate ? asks : lowestRate
  const rateUnits = requested < floor ? floor : requested > highestRate ? highestRate : requested
  return { rateUnits, typicalUnits: typicalBitcoinFee(rateUnits), source: feerate === undefined ? 'fallback' : 'node' }
}
