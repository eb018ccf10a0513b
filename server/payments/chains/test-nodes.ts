import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createClock } from '../../platform/time/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import type { OwnNodes } from '../nodes/nodes.ts'
import { chainCoins, type ChainCoin } from './adapter.ts'
import { createChains, type Chains } from './chains.ts'
import { jsonRpc } from './rpc.ts'

/**
 * Both real nodes and a real signer in their own folder, for a test file:
 *
 * let nodes: TestNodes
 * beforeAll(async () => void (nodes = await startTestNodes()), 120_000)
 * afterAll(() => nodes.stop())
 *
 * Only `mine` creates blocks, so nothing changes on its own. The treasury has 50 BTC in twenty outputs, and 1,000
 * ETH. `rpc` calls a node directly, for test-only methods: `invalidateblock`, `anvil_reorg`, `evm_snapshot`. After a
 * restart on the same `dataDir`, the chains continue. Starts in about a second and uses 120 MB.
 */
export type TestNodes = {
  chains: Chains
  dataDir: string
  /** Pays from the faucet without creating a block; returns the transaction's hash. */
  faucet: OwnNodes['faucet']
  mine(coin: ChainCoin, blocks?: number): Promise<void>
  /**
   * Replaces the last `depth` blocks with empty ones and adds one. Bitcoin transactions return to the mempool until
   * the next block; Ethereum transactions are gone until they are broadcast again.
   */
  reorg(coin: ChainCoin, depth: number): Promise<void>
  rpc<Answer = unknown>(coin: ChainCoin, method: string, params?: unknown[]): Promise<Answer>
  /** Stops the nodes and the signer. `keep` leaves the folder for another start. */
  stop(options?: { keep?: boolean }): Promise<void>
}

export async function startTestNodes({
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'tallystick-chains-')),
  settings = {},
}: { dataDir?: string; settings?: Record<string, string> } = {}): Promise<TestNodes> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })
  const chains = createChains({ config, log: createLog('silent'), clock: createClock() }, { blocks: 'manual' })
  const stop: TestNodes['stop'] = async ({ keep = false } = {}) => {
    await chains.stop()
    if (!keep) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await chains.start()
    for (const coin of chainCoins) await chains.whenReady(coin)
  } catch (error) {
    await stop()
    throw error
  }
  const nodes = chains.nodes()!
  const rpc: TestNodes['rpc'] = (coin, method, params) => jsonRpc(coin, nodes.rpcUrl(coin))(method, params)
  return {
    chains,
    dataDir,
    faucet: nodes.faucet,
    mine: (coin, blocks = 1) => nodes.mine(coin, blocks),
    async reorg(coin, depth) {
      if (coin === 'ETH') await rpc('ETH', 'anvil_reorg', [depth, []])
      else await replaceBitcoinBlocks(rpc, depth)
      await (coin === 'ETH' ? nodes.mine('ETH', 1) : undefined)
    },
    rpc,
    stop,
  }
}

async function replaceBitcoinBlocks(rpc: TestNodes['rpc'], depth: number): Promise<void> {
  const { blocks: tip } = await rpc<{ blocks: number }>('BTC', 'getblockchaininfo')
  await rpc('BTC', 'invalidateblock', [await rpc('BTC', 'getblockhash', [tip - depth + 1])])
  for (let made = 0; made <= depth; made += 1) await rpc('BTC', 'generateblock', [nobody, []])
}

/** A regtest address for which no test has a key (BIP 173, with regtest's prefix). */
const nobody = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Polls until a value that another process produces is available. Throws after ten seconds. */
export async function eventually<Answer>(
  ask: () => Promise<Answer | undefined | false> | Answer | undefined | false,
): Promise<Answer> {
  for (let turn = 0; turn < 200; turn += 1) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the value was not available within ten seconds')
}
