import type { Config } from '../platform/config.ts'
import type { ChainCoin } from './chains/adapter.ts'

/** Returns a link to a transaction: on the configured public explorer, or on our own page. */
export function explorerUrl(
  config: Pick<Config, 'btcExplorerUrl' | 'ethExplorerUrl'>,
  coin: ChainCoin,
  txid: string,
): string {
  const template = coin === 'BTC' ? config.btcExplorerUrl : config.ethExplorerUrl
  return template?.replaceAll('{tx}', txid) ?? `/explorer/${coin.toLowerCase()}/tx/${txid}`
}
