import { Transaction } from '@scure/btc-signer'
import { toBytes } from './ethereum-library.ts'
import type { TxState } from './adapter.ts'
import { satoshi } from './bitcoin-outputs.ts'
import { RpcError, type Rpc } from './rpc.ts'

const notFound = -5
/**
 * Number of blocks searched for a conflicting transaction. A conflict that isn't found there is deeper than any rule
 * requires.
 */
const searchedBlocks = 144

type Found = { blockhash?: string; confirmations?: number; fee?: number; vin: { txid?: string; vout?: number }[] }

/** Returns a transaction's state. With `raw`, also detects whether another transaction spent its inputs. */
export async function bitcoinTxState(rpc: Rpc, txid: string, raw?: string): Promise<TxState> {
  const found = await lookUp(rpc, txid)
  if (found?.blockhash && (found.confirmations ?? 0) > 0) {
    const { height } = await rpc<{ height: number }>('getblockheader', [found.blockhash])
    return {
      state: 'confirmed',
      height,
      hash: found.blockhash,
      confirmations: found.confirmations!,
      succeeded: true,
      feeUnits: satoshi(found.fee ?? 0),
    }
  }
  // A transaction whose block is no longer on the main chain is still indexed, without confirmations.
  if (found && !found.blockhash) return { state: 'pending' }
  return raw === undefined ? { state: 'unknown' } : conflictOf(rpc, txid, raw)
}

function lookUp(rpc: Rpc, txid: string): Promise<Found | undefined> {
  return rpc<Found>('getrawtransaction', [txid, 2]).catch((error: Error) => {
    if (error instanceof RpcError && error.code === notFound) return undefined
    throw error
  })
}

async function conflictOf(rpc: Rpc, txid: string, raw: string): Promise<TxState> {
  const spentByOthers: string[] = []
  for (const outpoint of inputsOf(raw)) {
    const [source, vout] = outpoint.split(':') as [string, string]
    if (await rpc('gettxout', [source, Number(vout), true])) continue
    const [waiting] = await rpc<{ spendingtxid?: string }[]>('gettxspendingprevout', [
      [{ txid: source, vout: Number(vout) }],
    ])
    if (waiting?.spendingtxid !== undefined && waiting.spendingtxid !== txid)
      return { state: 'conflicted', confirmations: 0 }
    // If the source transaction is gone, the input isn't spent: both transactions may come back.
    const paid = await lookUp(rpc, source)
    if (paid?.blockhash && (paid.confirmations ?? 0) > 0) spentByOthers.push(outpoint)
  }
  if (spentByOthers.length === 0) return { state: 'unknown' }
  const confirmations = await depthOfSpender(rpc, new Set(spentByOthers))
  // Our transaction may have been mined in the meantime.
  return (await lookUp(rpc, txid)) ? bitcoinTxState(rpc, txid) : { state: 'conflicted', confirmations }
}

function inputsOf(raw: string): string[] {
  const transaction = Transaction.fromRaw(toBytes(`0x${raw}`), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
  return Array.from({ length: transaction.inputsLength }, (_, position) => {
    const { txid, index } = transaction.getInput(position)
    return `${Buffer.from(txid!).toString('hex')}:${index}`
  })
}

/** Returns the confirmations of the newest block that spends one of the outpoints, up to `searchedBlocks`. */
async function depthOfSpender(rpc: Rpc, outpoints: ReadonlySet<string>): Promise<number> {
  const { blocks: tip } = await rpc<{ blocks: number }>('getblockchaininfo')
  for (let depth = 1; depth <= Math.min(searchedBlocks, tip); depth += 1) {
    const hash = await rpc<string>('getblockhash', [tip - depth + 1])
    const { tx } = await rpc<{ tx: Found[] }>('getblock', [hash, 2])
    if (tx.some(({ vin }) => vin.some((input) => outpoints.has(`${input.txid}:${input.vout}`)))) return depth
  }
  return searchedBlocks
}
