import { ConfigError } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeState } from '../nodes/node.ts'
import { ChainAway, chainCoins, type ChainCoin } from './adapter.ts'

/** `away` with the reason, for logs and operators; the person is told 'No Active {coin} Wallet.' */
export type ChainState = NodeState

/** Which coins can be used now. */
export type ChainWatch = {
  state(coin: ChainCoin): ChainState
  /** Why this node must not be used at all: it is on a network that is not for us. */
  refusal(coin: ChainCoin): string | undefined
  /** Looks at one coin. Throws `ConfigError` where it must not be used. */
  look(coin: ChainCoin): Promise<void>
  /** Looks at all again and again: behind an address there may one day be another node. */
  begin(): void
  whenReady(coin: ChainCoin, withinMs: number): Promise<void>
  /** Ends the watch; all are away from now on, for this reason. */
  end(reason: string): Promise<void>
}

const lookEveryMs = 2_000
const lookEveryStartingMs = 100

/**
 * @param check resolves when the coin can be used; throws `ConfigError` for a network that is not for us, `ChainAway` where the node is not there.
 * @param nodeState what is known of a node of our own.
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
      log.info({ coin, state: now.state, reason: now.state === 'away' ? now.reason : undefined }, 'test chain')
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
  const lookAtAll = async () => {
    for (const coin of chainCoins)
      await look(coin).catch((error: Error) => log.error({ coin, reason: error.message }, 'test chain refused'))
    const pauseMs = chainCoins.some((coin) => states[coin].state === 'starting') ? lookEveryStartingMs : lookEveryMs
    if (timer) timer = setTimeout(next, pauseMs)
  }
  const next = () => void (turn = lookAtAll())

  return {
    state: (coin) => states[coin],
    refusal: (coin) => refusals.get(coin),
    look,
    begin: () => void (timer = setTimeout(next, lookEveryStartingMs)),
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
