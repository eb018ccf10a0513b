import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { privateKeyToAccount, toHex } from '../chains/ethereum-library.ts'
import { ChainAway } from '../chains/adapter.ts'
import { jsonRpc, socketUrl, type Rpc } from '../chains/rpc.ts'
import { childEnvironment } from '../../platform/process/child-environment.mjs'
import { superviseChild } from './child.ts'
import { createEthereumFaucet } from './ethereum-faucet.ts'
import { faucetKey } from './faucet-key.ts'
import { createMiner } from './miner.ts'
import type { NodeOptions, NodeState, OwnNode } from './node.ts'

const unzip = promisify(gunzip)

const ownChainId = 31337
/** The node creates its first block again at each start. A fixed time keeps that block identical. */
const firstBlockSeconds = 1_767_225_600
const blockEveryMs = 2_000
/**
 * The node keeps every block in memory and in its state file; an empty one takes 1.7 kB. A block every two seconds
 * would add 70 MB a day to a file that is rewritten after each block. Therefore, the pace slows down once every payment
 * has enough confirmations.
 */
const busyBlocks = 20
const idleEveryTurns = 15
const faucetFunds = 10n ** 27n
const checkEveryMs = 50

/**
 * Starts our own Ethereum development chain and keeps it running. Resolves when it is ready, or immediately as `away`
 * if it didn't start.
 */
export async function startEthereumNode({ directory, blocks, machineMs, log }: NodeOptions): Promise<OwnNode> {
  const within = privateNetwork()
  const stateFile = path.join(directory, 'state.json')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const socket = socketIn(directory)
  const rpcUrl = socketUrl(socket)
  const rpc = jsonRpc('ETH', rpcUrl)
  const account = privateKeyToAccount(toHex(faucetKey(directory, 'ethereum')))
  const faucet = createEthereumFaucet(rpc, account, ownChainId)
  let state: NodeState = { state: 'starting' }

  const makeBlocks = async (count: number) => {
    await rpc('anvil_mine', [toHex(count)])
    await saveState(rpc, stateFile)
  }

  const child = await superviseChild({
    name: 'anvil',
    directory,
    command: anvilBinary(),
    within,
    args: () => {
      rmSync(socket, { force: true })
      return [
        // Anvil always opens a TCP port, but nothing can reach it inside an isolated network.
        ...'--host 0.0.0.0 --port 8545 --slots-in-an-epoch 1 --no-mining --accounts 0 --quiet'.split(' '),
        ...`--chain-id ${ownChainId} --timestamp ${firstBlockSeconds}`.split(' '),
        ...(existsSync(stateFile) ? ['--load-state', stateFile] : []),
        '--cache-path',
        path.join(directory, 'cache'),
        '--ipc',
        socket,
      ]
    },
    ready: async (signal) => {
      await answering(rpc, signal)
      await rpc('anvil_setTime', [Math.floor(machineMs() / 1000)])
      const isNew = BigInt(await rpc<string>('eth_blockNumber')) === 0n
      if (isNew) await rpc('anvil_setBalance', [account.address, toHex(faucetFunds)])
      if (isNew) await makeBlocks(1)
    },
    onState: (now) =>
      void (state = now === 'ready' ? { state: 'ready' } : { state: 'away', reason: 'the node is restarting' }),
    log,
  })
  const miner = createMiner({
    everyMs: blocks === 'timed' ? blockEveryMs : 2 ** 30,
    isDue: pacedBy(rpc, () => state.state === 'ready'),
    makeBlocks,
    onError: (error) => log.debug({ coin: 'ETH', reason: error.message }, 'could not create a block'),
  })
  return {
    coin: 'ETH',
    rpcUrl,
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

/** Writes the chain to a new file, then replaces the old one. If the process is killed, one of them is intact. */
async function saveState(rpc: Rpc, file: string): Promise<void> {
  const dump = await rpc<string>('anvil_dumpState')
  await writeFile(`${file}.new`, await unzip(Buffer.from(dump.slice(2), 'hex')), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Returns whether a block is due: every turn while payments wait or are recent, otherwise every half minute. */
function pacedBy(rpc: Rpc, isReady: () => boolean): () => Promise<boolean> {
  let quietTurns = 0
  return async () => {
    if (!isReady()) return false
    const { pending } = await rpc<{ pending: string }>('txpool_status')
    quietTurns = BigInt(pending) > 0n ? 0 : quietTurns + 1
    return quietTurns <= busyBlocks || quietTurns % idleEveryTurns === 0
  }
}

/** Maximum length of a Unix socket path on Linux and macOS, in bytes, without the terminator. */
const longestSocketPath = 103

/**
 * Returns the path of the node's socket: in its own folder, or in a new private one if the path would be too long.
 */
function socketIn(directory: string): string {
  const socket = path.join(directory, 'node.ipc')
  return Buffer.byteLength(socket) <= longestSocketPath
    ? socket
    : path.join(mkdtempSync(path.join(os.tmpdir(), 'tallystick-')), 'node.ipc')
}

/**
 * Returns the command that runs a program in an isolated network. The node accepts requests from anyone
 * who can reach it, including web pages (CORS doesn't apply to WebSockets), so nothing may reach its port. Throws an
 * `Error` with an instruction if the machine doesn't allow it.
 */
function privateNetwork(): string[] {
  const ways = [
    ['unshare', '--net'],
    ['unshare', '--user', '--map-current-user', '--net'],
  ]
  const way = ways.find(([command, ...args]) => {
    try {
      execFileSync(command!, [...args, 'true'], { stdio: 'ignore', env: childEnvironment() })
      return true
    } catch {
      return false
    }
  })
  if (way) return way
  throw new Error('this machine can’t isolate the Ethereum node in a private network (unshare --net): set ETH_RPC_URL')
}

/**
 * Returns the path of the node in the npm package for this machine. Throws an `Error` with an instruction if there is
 * none.
 */
function anvilBinary(): string {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch {
    throw new Error(`there is no Ethereum node for this machine (${name}): set ETH_RPC_URL`)
  }
}

async function answering(rpc: Rpc, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      await rpc('eth_chainId')
      return
    } catch (error) {
      if (!(error instanceof ChainAway)) throw error
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
    }
  }
}
