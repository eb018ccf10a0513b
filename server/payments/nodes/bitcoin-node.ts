import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ChainAway } from '../chains/adapter.ts'
import { jsonRpc, type Rpc } from '../chains/rpc.ts'
import { freePort } from '../../platform/database/postgres.ts'
import type { Bitcoind } from './bitcoind-binary.ts'
import { createBitcoinFaucet } from './bitcoin-faucet.ts'
import { superviseChild } from './child.ts'
import { faucetKey } from './faucet-key.ts'
import { createMiner } from './miner.ts'
import type { NodeOptions, NodeState, OwnNode } from './node.ts'

const blockEveryMs = 5_000
/** Makes 50 coinbase outputs of 50 coins spendable from the start: each needs 100 confirmations. */
const firstBlocks = 150
const keepEveryBlocks = 12
const checkEveryMs = 100

/**
 * Starts our own Bitcoin chain (regtest) and keeps it running. Resolves when it is ready, or immediately as `away` if
 * it didn't start.
 */
export async function startBitcoinNode(bitcoind: Bitcoind, { directory, blocks, log }: NodeOptions): Promise<OwnNode> {
  const port = await freePort()
  const cookie = path.join(directory, 'regtest', '.cookie')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Reads the password for every call, because the node writes a new one at each start.
  const rpc: Rpc = (method, params) => jsonRpc('BTC', urlOf(port, cookie))(method, params)
  const faucet = createBitcoinFaucet(rpc, faucetKey(directory, 'bitcoin'))
  let state: NodeState = { state: 'starting' }
  let sinceKept = 0

  const makeBlocks = async (count: number) => {
    const { size } = await rpc<{ size: number }>('getmempoolinfo')
    await rpc('generatetoaddress', [count, faucet.address])
    sinceKept += count
    // `gettxoutsetinfo` flushes the blocks. A killed node restarts from its last flush, which may be an hour old.
    if (size === 0 && sinceKept < keepEveryBlocks) return
    await rpc('gettxoutsetinfo', ['none'])
    sinceKept = 0
  }

  const child = await superviseChild({
    name: 'bitcoind',
    directory,
    command: bitcoind.command,
    args: () => {
      rmSync(cookie, { force: true })
      return [...bitcoind.args, ...settings(directory, port)]
    },
    ready: async (signal) => {
      await answering(rpc, signal)
      const { blocks: height } = await rpc<{ blocks: number }>('getblockchaininfo')
      // Without a recent block, the node assumes that it is still catching up.
      await makeBlocks(Math.max(1, firstBlocks - height))
    },
    onState: (now) =>
      void (state = now === 'ready' ? { state: 'ready' } : { state: 'away', reason: 'the node is restarting' }),
    log,
  })
  const miner = createMiner({
    everyMs: blocks === 'timed' ? blockEveryMs : 2 ** 30,
    isDue: async () => state.state === 'ready',
    makeBlocks,
    onError: (error) => log.debug({ coin: 'BTC', reason: error.message }, 'could not create a block'),
  })
  return {
    coin: 'BTC',
    get rpcUrl() {
      return urlOf(port, cookie)
    },
    state: () => state,
    pay: faucet.pay,
    mine: miner.mine,
    async stop() {
      await miner.stop()
      await child.stop()
      state = { state: 'away', reason: 'the node was stopped' }
    },
  }
}

function settings(directory: string, port: number): string[] {
  const flags =
    '-regtest -server -listen=0 -connect=0 -dnsseed=0 -fixedseeds=0 -discover=0 -natpmp=0 -txindex=1 ' +
    '-disablewallet=1 -rpcbind=127.0.0.1 -rpcallowip=127.0.0.1'
  // The node's own log would grow without limit, and errors at startup go to standard error anyway.
  return [
    ...flags.split(' '),
    '-dbcache=16',
    '-nodebuglogfile',
    '-printtoconsole=0',
    `-datadir=${directory}`,
    `-rpcport=${port}`,
  ]
}

function urlOf(port: number, cookie: string): string {
  if (!existsSync(cookie)) throw new ChainAway('BTC', 'the node is starting')
  const [user, password] = readFileSync(cookie, 'utf8').trim().split(':')
  return `http://${user}:${password}@127.0.0.1:${port}`
}

/** Resolves when the node responds. Rejects with the signal's reason if it exits first. */
async function answering(rpc: Rpc, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      await rpc('getblockchaininfo')
      return
    } catch (error) {
      if (!(error instanceof ChainAway)) throw error
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
    }
  }
}
