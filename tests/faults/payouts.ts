import path from 'node:path'
import { reconcile } from '../../server/ledger/reconcile.ts'
import { readHouseBalance } from '../../server/ledger/store.ts'
import { readAccountKey } from '../../server/payments/chains/account-key.ts'
import type { ChainAdapter, ChainCoin } from '../../server/payments/chains/adapter.ts'
import { createBitcoin } from '../../server/payments/chains/bitcoin.ts'
import { createEthereum } from '../../server/payments/chains/ethereum.ts'
import { eventually } from '../../server/payments/chains/test-nodes.ts'
import { jsonRpc, type Rpc } from '../../server/payments/chains/rpc.ts'
import { countAddresses } from '../../server/payments/deposits/store.ts'
import { livingOwner } from '../../server/payments/nodes/owner.ts'
import { keysOfSeed } from '../../server/payments/signer/keys.ts'
import { readSeed } from '../../server/payments/signer/seed.ts'
import { reconcileReserves, type ReservesReport } from '../../server/payments/withdrawals/sending/reserves.ts'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { picture } from '../../server/platform/files/test-pictures.ts'
import { enrolFirstOperator, signUp, type Product } from '../product.ts'
import { databaseOf, inDatabase } from './books.ts'

/** Makes real withdrawals with a running product, and reads their state from its chains, database and ledger. */

export type Payee = {
  customer: string
  secrete: string
  owner: string
  outside: Record<ChainCoin, string>
  book: Record<ChainCoin, string>
}
export type Payout = { id: string; coin: ChainCoin; arrivesUnits: bigint }
export type StoredSend = { state: string; txid: string | null; raw: string | null }

const programs = { BTC: /bitcoind .*-regtest/, ETH: /anvil --host/, signer: /payments\/signer\/process\.ts/ }
/** Returns the process id of the product's node or signer. */
export const programOf = (product: Product, program: keyof typeof programs) => product.program(programs[program])
/** Sends a signal to the node or signer. */
export const signal = (product: Product, program: keyof typeof programs, name: NodeJS.Signals) =>
  process.kill(programOf(product, program), name)

const coolingSeconds = 24 * 3600
/** External addresses, for which the product has no keys (BIP 173's example, with the regtest prefix). */
const outside = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ETH: '0x00000000000000000000000000000000000a11ce',
}

async function must(asked: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await asked
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Adds a verified customer with a usable address for each coin, and an operator. */
export async function addPayee(product: Product): Promise<Payee> {
  const { secrete } = await signUp(product)
  const { id: customer } = await must(product.call('user', {}, { secrete }))
  const book = {} as Payee['book']
  for (const coin of ['BTC', 'ETH'] as const) {
    book[coin] = (
      await eventually(async () =>
        ((answer) => answer.status === 200 && answer)(
          await product.call('addresses.add', { method: coin, address: outside[coin] }, { secrete }),
        ),
      )
    ).body.id
  }
  const form = new FormData()
  form.set('voption', 'Passport')
  form.set('ID', new Blob([new Uint8Array(await picture())]), 'passport.jpg')
  await fetch(`${product.url}/api?r=uploadid`, { method: 'POST', headers: { secrete }, body: form })
  await product.advance(coolingSeconds)
  const owner = await enrolFirstOperator(product)
  const { waiting } = await must(product.call('verifications', {}, { secrete: owner }))
  const named = { customer, verification: waiting[0].verification as string }
  await must(
    product.call('verifications.open', { ...named, reason: 'First check of this passport' }, { secrete: owner }),
  )
  await must(product.call('verifications.approve', named, { secrete: owner }))
  return { customer, secrete, owner, outside, book }
}

/** Requests a withdrawal and approves it. The sender sends it in its next turn. */
export async function approvedPayout(product: Product, payee: Payee, coin: ChainCoin): Promise<Payout> {
  const { id } = await must(
    product.call(
      'withdraw',
      { method: coin, account: 'Trading', amount: '90', book: payee.book[coin] },
      { secrete: payee.secrete },
    ),
  )
  const { arrives } = (await must(product.call('withdrawals', {}, { secrete: payee.secrete }))).find(
    (one: { id: string }) => one.id === id,
  )
  await must(product.call('withdrawals.approve', { id, customer: payee.customer }, { secrete: payee.owner }))
  const decimals = coin === 'BTC' ? 8 : 18
  const [whole, rest = ''] = String(arrives.amount).split('.') as [string, string?]
  return { id, coin, arrivesUnits: BigInt(whole + rest.padEnd(decimals, '0')) }
}

/** Returns whether a withdrawal is completed. */
export async function isCompleted(product: Product, { secrete }: Payee, { id }: Pick<Payout, 'id'>): Promise<boolean> {
  const { body } = await product.call('withdrawals', {}, { secrete })
  return (body as { id: string; status: string }[]).some((one) => one.id === id && one.status === 'COMPLETED')
}

/** Returns a client of the product's local node. Finds its URL for each request, because a restart changes it. */
export function nodeOf(product: Product, coin: ChainCoin): Rpc {
  return async (method, params) => {
    const url = await eventually(() => livingOwner(path.join(product.dataDir, 'chains'))?.rpcUrls[coin])
    return jsonRpc(coin, url)(method, params)
  }
}

/** Returns the confirmed units that an external address has received. */
export async function receivedUnits(product: Product, coin: ChainCoin, address: string): Promise<bigint> {
  const rpc = nodeOf(product, coin)
  if (coin === 'ETH') return BigInt(await rpc<string>('eth_getBalance', [address, 'latest']))
  const { blocks } = await rpc<{ blocks: number }>('getblockchaininfo')
  let sum = 0n
  // Reads block by block: the node runs only one scan of its outputs at a time, and the product uses that one.
  for (let height = 1; height <= blocks; height += 1) {
    const { tx } = await rpc<{ tx: { vout: { value: number; scriptPubKey: { address?: string } }[] }[] }>('getblock', [
      await rpc('getblockhash', [height]),
      2,
    ])
    for (const { value, scriptPubKey } of tx.flatMap(({ vout }) => vout))
      if (scriptPubKey.address === address) sum += BigInt(Math.round(value * 1e8))
  }
  return sum
}

/** Returns whether the node has the transaction, in a block or waiting for one. */
export async function isOnChain(product: Product, coin: ChainCoin, txid: string): Promise<boolean> {
  const rpc = nodeOf(product, coin)
  const found = await rpc(coin === 'ETH' ? 'eth_getTransactionByHash' : 'getrawtransaction', [txid]).catch(() => null)
  return found !== null
}

export async function mine(product: Product, coin: ChainCoin, blocks: number): Promise<void> {
  const answer = await fetch(`${product.url}/dev/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coin, blocks }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Returns the stored attempts to send a withdrawal. */
export async function readSends(product: Product, id: string): Promise<StoredSend[]> {
  return inDatabase(
    product,
    async (client) =>
      (
        await client.query<StoredSend>(
          'SELECT state, txid, raw FROM payments.sends WHERE holder = $1 ORDER BY planned_at_ms',
          [id],
        )
      ).rows,
  )
}

/** Runs `work` while the withdrawal is locked, so the product can't update it. */
export async function whileLocked(product: Product, id: string, work: () => Promise<void>): Promise<void> {
  await inDatabase(product, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM payments.withdrawals WHERE id = $1 FOR UPDATE', [id])
    await work()
    await client.query('ROLLBACK')
  })
}

/** Compares the coins at the product's addresses with its ledger, and reconciles the ledger. */
export async function readReserves(
  product: Product,
  coin: ChainCoin,
): Promise<{ report: ReservesReport; breaks: unknown[] }> {
  const accounts = keysOfSeed(readSeed({ seedFile: undefined, dataDir: product.dataDir, production: false })).accounts
  const key = readAccountKey(accounts[coin])
  if (!key.ok) throw new Error(key.reason)
  const adapter: ChainAdapter = (coin === 'BTC' ? createBitcoin : createEthereum)(nodeOf(product, coin), () => key.key)
  await adapter.checkNetwork()
  const { db, stop } = await connectDatabase(databaseOf(product), 2)
  try {
    const chains = { adapters: { [coin]: adapter } as Record<ChainCoin, ChainAdapter>, issuedDeposits: countAddresses }
    const ledger = {
      houseBalance: (account: { house: never; asset: never }) =>
        readHouseBalance(db, null, account.house, account.asset),
    }
    return {
      report: await reconcileReserves(
        { chains, ledger, db } as unknown as Parameters<typeof reconcileReserves>[0],
        coin,
      ),
      breaks: (await reconcile(db)).breaks,
    }
  } finally {
    await stop()
  }
}
