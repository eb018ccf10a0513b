import { eventually } from '../../server/payments/chains/test-nodes.ts'
import type { ChainCoin } from '../../server/payments/chains/adapter.ts'
import type { Product } from '../product.ts'
import {
  approvedPayout,
  isOnChain,
  programOf,
  readSends,
  signal,
  whileLocked,
  type Payee,
  type Payout,
  type StoredSend,
} from './payouts.ts'

/**
 * Kills the signer or the server with kill -9 between the steps of a real withdrawal, on the product's own nodes.
 * Stopping the signer or the node keeps the steps apart, so each kill happens at its intended point.
 * Source: docs/spec/chains.md "Withdrawals"; docs/spec/targets.md R6, R9.
 */
export type PayoutKill = {
  title: string
  run(world: { product: Product; payee: Payee }, coin: ChainCoin): Promise<Payout>
}
type World = Parameters<PayoutKill['run']>[0]

/** Waits until the attempt to send reaches a state. */
const attemptIn = (product: Product, payout: Payout, state: string): Promise<StoredSend> =>
  eventually(async () => (await readSends(product, payout.id)).find((send) => send.state === state))

async function killServer(product: Product): Promise<void> {
  await product.kill('SIGKILL')
  await product.restart()
}

/** Stops the signer, so a draft is stored but nothing is signed. */
async function planned({ product, payee }: World, coin: ChainCoin): Promise<Payout> {
  signal(product, 'signer', 'SIGSTOP')
  const payout = await approvedPayout(product, payee, coin)
  await attemptIn(product, payout, 'planned')
  return payout
}

/** Stops the node, so the signed transaction is stored but its broadcast hangs. */
async function signed(world: World, coin: ChainCoin): Promise<Payout & { txid: string }> {
  const payout = await planned(world, coin)
  signal(world.product, coin, 'SIGSTOP')
  signal(world.product, 'signer', 'SIGCONT')
  return { ...payout, txid: (await attemptIn(world.product, payout, 'signed')).txid! }
}

export const payoutKills: readonly PayoutKill[] = [
  {
    title: 'after kill -9 of the signer while it signs',
    async run(world, coin) {
      const before = programOf(world.product, 'signer')
      const payout = await planned(world, coin)
      signal(world.product, 'signer', 'SIGKILL')
      await eventually(() => signerOtherThan(world.product, before))
      return payout
    },
  },
  {
    title: 'after kill -9 of the server between plan and signature',
    async run(world, coin) {
      const payout = await planned(world, coin)
      // A stopped signer can't end with its parent, so kill it first.
      signal(world.product, 'signer', 'SIGKILL')
      await killServer(world.product)
      return payout
    },
  },
  {
    title: 'after kill -9 of the server between signature and broadcast',
    async run(world, coin) {
      const payout = await signed(world, coin)
      const node = programOf(world.product, coin)
      await world.product.kill('SIGKILL')
      // The node then has both the broadcast in its socket and a signal to end, in either order.
      process.kill(node, 'SIGCONT')
      await world.product.restart()
      return payout
    },
  },
  {
    title: 'after kill -9 of the server between broadcast and its record',
    async run({ product, payee }, coin) {
      const payout = await signed({ product, payee }, coin)
      await whileLocked(product, payout.id, async () => {
        signal(product, coin, 'SIGCONT')
        await eventually(() => isOnChain(product, coin, payout.txid))
        await product.kill('SIGKILL')
      })
      const states = (await readSends(product, payout.id)).map(({ state }) => state)
      if (states.join() !== 'signed') throw new Error(`the kill came too late: ${states.join()}`)
      await product.restart()
      return payout
    },
  },
  {
    title: 'after kill -9 of the server between broadcast and confirmation',
    async run({ product, payee }, coin) {
      const payout = await approvedPayout(product, payee, coin)
      await attemptIn(product, payout, 'broadcast')
      await killServer(product)
      return payout
    },
  },
]

/** Returns whether a new signer is running. Until the product restarts it, there is none. */
function signerOtherThan(product: Product, before: number): boolean {
  try {
    return programOf(product, 'signer') !== before
  } catch {
    return false
  }
}
