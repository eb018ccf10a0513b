import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeState } from '../nodes/node.ts'
import { ChainAway, chainCoins, type ChainCoin } from './adapter.ts'

/** `away` includes the reason for logs and operators. Users see 'No Active {coin} Wallet.' instead. */
export type ChainState = NodeState

/** Tracks which coins are available. */
export type ChainWatch = {
  state(coin: ChainCoin): ChainState
  /** Returns why this node must not be used at all, for example because it is on mainnet. */
  refusal(coin: ChainCoin): string | undefined
  /** Checks one coin. Throws `ConfigError` if it must not be used. */
  look(coin: ChainCoin): Promise<void>
  /** Checks all coins periodically, because a different node may appear at the same address. */
  begin(): void
  whenReady(coin: ChainCoin, withinMs: number): Promise<void>
  /** Ends the watch and marks all coins as away for this reason. */
  end(reason: string): Promise<void>
}

const checkEveryMs = 2_000
const checkEveryStartingMs = 100

/**
 * @param check resolves when the coin is available. Throws `ConfigError` for a refused network and `ChainAway` if the
 *   node is unreachable.
 * @param nodeState returns the state of our own node.
 */
export function createChainWatch({
  check,
  nodeState,
  log,
}: {
  check: (coin: ChainCoin) => Promise<void>
  nodeState: (coin: ChainCoin) => NodeState | undefined
  log: Log
}): ChainWatch {
  const states: Record<ChainCoin, ChainState> = { BTC: { state: 'starting' }, ETH: { state: 'starting' } }
  const refusals = new Map<ChainCoin, string>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  const put = (coin: ChainCoin, now: ChainState) => {
    if (states[coin].state !== now.state)
      log.info(
        { coin, state: now.state, reason: now.state === 'away' ? now.reason : undefined },
        'test chain changed state',
      )
    states[coin] = now
  }
  const look = async (coin: ChainCoin): Promise<void> => {
    try {
      await check(coin)
      put(coin, { state: 'ready' })
    } catch (error) {
      const node = nodeState(coin)
      put(coin, node && node.state !== 'ready' ? node : { state: 'away', reason: (error as Error).message })
      if (!(error instanceof ConfigError)) return
      refusals.set(coin, error.message)
      throw error
    }
  }
  const checkAll = async () => {
    for (const coin of chainCoins)
      await look(coin).catch((error: Error) => log.error({ coin, reason: error.message }, 'test chain refused'))
    const pauseMs = chainCoins.some((coin) => states[coin].state === 'starting') ? checkEveryStartingMs : checkEveryMs
    if (timer) timer = setTimeout(next, pauseMs)
  }
  const next = () => void (turn = checkAll())

  return {
    state: (coin) => states[coin],
    refusal: (coin) => refusals.get(coin),
    look,
    begin: () => void (timer = setTimeout(next, checkEveryStartingMs)),
    async whenReady(coin, withinMs) {
      for (let waitedMs = 0; states[coin].state !== 'ready'; waitedMs += 50) {
        const now = states[coin]
        if (waitedMs >= withinMs) throw new ChainAway(coin, now.state === 'away' ? now.reason : 'still starting')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async end(reason) {
      clearTimeout(timer)
      timer = undefined
      await turn
      for (const coin of chainCoins) states[coin] = { state: 'away', reason }
    },
  }
}
