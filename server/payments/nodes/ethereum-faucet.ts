import type { PrivateKeyAccount } from 'viem/accounts'
import type { Rpc } from '../chains/rpc.ts'

const gwei = 10n ** 9n
/** Enough gas to pay a contract that runs code. */
const gas = 200_000n

/** Creates the faucet that pays test ether during development, from an account that our own chain funds first. */
export function createEthereumFaucet(rpc: Rpc, account: PrivateKeyAccount, chainId: number) {
  let turn: Promise<unknown> = Promise.resolve()

  const pay = async (payments: { address: string; amountUnits: bigint }[]): Promise<string> => {
    let nonce = Number(await rpc<string>('eth_getTransactionCount', [account.address, 'pending']))
    let last = ''
    for (const { address, amountUnits } of payments) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: address as `0x${string}`,
        value: amountUnits,
        gas,
        maxFeePerGas: 10n * gwei,
        maxPriorityFeePerGas: gwei,
      })
      last = await rpc<string>('eth_sendRawTransaction', [raw])
      nonce += 1
    }
    return last
  }

  return {
    /** Sends payments one at a time, so that no two use the same nonce. Returns the hash of the last. */
    pay(payments: { address: string; amountUnits: bigint }[]): Promise<string> {
      const paid = turn.then(() => pay(payments))
      turn = paid.catch(() => {})
      return paid
    },
  }
}
