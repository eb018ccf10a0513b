import { ConfigError } from '../../platform/config.ts'
import type { AccountKey } from './account-key.ts'
import { ChainAway, ChainRefused, type ChainAdapter, type FeeRate, type Issued, type PaymentOrder } from './adapter.ts'
import type { Branch, ChainAddress } from './address.ts'
import { addressOfKey, checkBitcoinAddress, scriptOf } from './bitcoin-address.ts'
import { createBitcoinBlocks } from './bitcoin-blocks.ts'
import { addressForms, networkOfGenesis, type BitcoinNetworkName } from './bitcoin-network.ts'
import { satoshi, spentInMempool, unspentOf } from './bitcoin-outputs.ts'
import { bumpedPlan, selectInputs, typicalBitcoinFee } from './bitcoin-selection.ts'
import { bitcoinTxState } from './bitcoin-tx-state.ts'
import { branches } from './address.ts'
import type { BitcoinPlan, Plan } from './plan.ts'
import { RpcError, type Rpc } from './rpc.ts'
import { formatScaled } from '../../../contract/money.ts'

/** Satoshi per 1,000 virtual bytes. A regtest node never has an estimate: there is no competition for its blocks. */
const fallbackRate = 5_000n
const lowestRate = 1_000n
const highestRate = 500_000n
const confirmWithinBlocks = 3
const coinbaseMaturity = 100

/**
 * The adapter of Bitcoin over a node's RPC. `account`: the public key of our account, `undefined` while the signer has not told it.
 */
export function createBitcoin(rpc: Rpc, account: () => AccountKey | undefined): ChainAdapter {
  let network: BitcoinNetworkName | undefined
  const known = () => {
    if (!network) throw new ChainAway('BTC', 'the network of the node is not known yet')
    return network
  }
  const key = () => {
    const found = account()
    if (!found) throw new ChainAway('BTC', 'the signer has not told the account yet')
    return found
  }
  const form = () => addressForms[known()]
  const deriveAddress = (index: number, branch: Branch = 'deposit'): ChainAddress => ({ coin: 'BTC', branch, index, address: addressOfKey(key().publicKey(branch, index), form()) })

  /** Everything confirmed at our addresses. */
  const held = (issued: Issued) => unspentOf(rpc, branches.flatMap((branch, position) => (issued[branch] > 0 ? [{ desc: `wpkh(${key().tpub}/${position}/*)`, range: issued[branch] - 1 }] : [])))

  /** What can be spent in the next block and is not claimed. */
  const spendable = async (issued: Issued, avoid: readonly string[]) => {
    const { height, outputs } = await held(issued)
    const mature = outputs.filter((output) => !output.coinbase || height + 1 - output.height >= coinbaseMaturity)
    const free = mature.filter(({ txid, vout }) => !avoid.includes(`${txid}:${vout}`))
    const spent = await spentInMempool(rpc, free)
    return free
      .filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`))
      .map(({ txid, vout, amountUnits, path }) => {
        const [position, index] = path.split('/').map(Number)
        return { txid, vout, amountUnits: String(amountUnits), branch: branches[position!]!, index: index! }
      })
  }

  const estimateFee = async (): Promise<FeeRate> => {
    const [{ feerate }, { mempoolminfee }] = await Promise.all([
      rpc<{ feerate?: number }>('estimatesmartfee', [confirmWithinBlocks]),
      rpc<{ mempoolminfee: number }>('getmempoolinfo'),
    ])
    const asked = feerate === undefined ? fallbackRate : satoshi(feerate)
    const floor = [lowestRate, satoshi(mempoolminfee)].reduce((left, right) => (left > right ? left : right))
    const rateUnits = asked < floor ? floor : asked > highestRate ? highestRate : asked
    return { rateUnits, typicalUnits: typicalBitcoinFee(rateUnits), source: feerate === undefined ? 'fallback' : 'node' }
  }

  return {
    coin: 'BTC',
    async checkNetwork() {
      const found = networkOfGenesis(await rpc<string>('getblockhash', [0]))
      const indexes = await rpc<Record<string, unknown>>('getindexinfo')
      if (!indexes['txindex']) throw new ConfigError('BTC_RPC_URL: the node must run with txindex=1, so that transactions can be looked up')
      network = found
      return { name: found }
    },
    network: () => ({ name: known() }),
    deriveAddress,
    treasuryAddress: () => deriveAddress(0, 'change'),
    async validateAddress(text) {
      const checked = checkBitcoinAddress(text, form())
      if (checked.ok && checked.address === deriveAddress(0, 'change').address) return { ok: false, reason: 'This is an address of the platform itself.' }
      return checked
    },
    paymentUri: (address, amountUnits) => `bitcoin:${address}?amount=${formatScaled(amountUnits, 8).replace(/\.?0+$/, '')}`,
    ...createBitcoinBlocks(rpc),
    estimateFee,
    async prepare({ to, amountUnits, issued, avoid, changeIndex }: PaymentOrder) {
      const [inputs, { rateUnits }] = await Promise.all([spendable(issued, avoid), estimateFee()])
      return selectInputs({ to, script: scriptOf(to, form()), amountUnits, change: deriveAddress(changeIndex, 'change'), inputs, rateUnits, network: known() })
    },
    prepareSweep: async () => [],
    async bump(plan: Plan) {
      return bumpedPlan(plan as BitcoinPlan, scriptOf(plan.to, form()), (await estimateFee()).rateUnits)
    },
    async broadcast({ raw, txid }) {
      const said = await rpc<string>('sendrawtransaction', [raw]).catch((error: Error) => error)
      if (said instanceof ChainAway) throw said
      // Nodes say no to what they have already: the look-up alone tells.
      const { state } = await bitcoinTxState(rpc, txid)
      if (state === 'unknown') throw new ChainRefused('rejected', said instanceof RpcError ? said.message : 'the node does not have the transaction')
    },
    txState: (txid, raw) => bitcoinTxState(rpc, txid, raw),
    async reserves(issued) {
      const { height, hash, outputs } = await held(issued)
      const sum = (list: typeof outputs) => list.reduce((total, { amountUnits }) => total + amountUnits, 0n)
      const mature = outputs.filter((output) => !output.coinbase || height + 1 - output.height >= coinbaseMaturity)
      return { height, hash, totalUnits: sum(outputs), spendableUnits: sum(mature), addresses: new Set(outputs.map(({ script }) => script)).size }
    },
  }
}
