import { cashAssets } from '../../../contract/assets.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { findSymbol } from '../catalogue.ts'
import { SimulatedSource, type SimulatedOptions } from '../simulator/simulated.ts'
import type { Source } from '../source.ts'
import { AlpacaSource } from './alpaca.ts'
import { CcxtSource } from './ccxt.ts'
import { MixedSource, namedSymbols, shareSymbols } from './mixed.ts'
import { ReplaySource } from './replay.ts'

/** Between two sources of a setting; the name of a recording may have a plus sign too. */
const betweenSources = /\+(?=(?:simulated|replay:|ccxt:|alpaca))/
const limited = /\[([A-Za-z0-9,]+)\]$/

/**
 * Returns the source that the setting `MARKET` names: one, or several joined by `+`, of which each symbol takes the first that has
 * it. `[crypto,EURUSD]` after a source limits it. Throws `ConfigError` where it cannot be used, and for live sources that leave a
 * currency of accounts without a rate. `simulated`: options of the simulated market.
 */
export function createSource(platform: Platform, simulated: Pick<SimulatedOptions, 'warmUp'> = {}): Source {
  const sources = platform.config.market.split(betweenSources).map((text) => {
    const only = limited.exec(text)?.[1]
    return {
      source: createOne(platform, text.replace(limited, ''), simulated),
      only: only === undefined ? undefined : namedSymbols(only),
    }
  })
  refuseMissingRates(platform.config.market, sources)
  const [first, ...more] = sources
  return more.length === 0 && first!.only === undefined ? first!.source : new MixedSource(shareSymbols(sources))
}

type Limited = { source: Source; only: readonly string[] | undefined }

/** Live sources have coins and stocks only. A recording may be played without rates: that is documented. */
function refuseMissingRates(setting: string, sources: readonly Limited[]): void {
  if (!sources.some(({ source }) => source instanceof CcxtSource || source instanceof AlpacaSource)) return
  const fed = new Set(
    sources.flatMap(({ source, only }) => source.symbols.filter((symbol) => only?.includes(symbol) ?? true)),
  )
  const missing = cashAssets.map((asset) => `${asset}USD`).filter((symbol) => findSymbol(symbol) && !fed.has(symbol))
  if (missing.length === 0) return
  throw new ConfigError(
    `MARKET: ${setting} has no prices of ${missing.join(' and ')}, so accounts in these currencies would have no rate: add +simulated`,
  )
}

/** Options of a simulated market that begins with so many hours of past instead of 24. */
function withHistory({ warmUp }: Pick<SimulatedOptions, 'warmUp'>, text: string): SimulatedOptions {
  if (text === '') return { ...(warmUp && { warmUp }) }
  const historyHours = Number(text)
  return { historyHours, ...(warmUp && { warmUp: { ...warmUp, hours: Math.min(warmUp.hours, historyHours) } }) }
}

function createOne(platform: Platform, text: string, simulated: Pick<SimulatedOptions, 'warmUp'>): Source {
  const separator = text.indexOf(':')
  const kind = separator < 0 ? text : text.slice(0, separator)
  const rest = separator < 0 ? '' : text.slice(separator + 1)
  switch (kind) {
    case 'simulated':
      return new SimulatedSource(platform, withHistory(simulated, rest))
    case 'replay':
      return new ReplaySource(platform, rest)
    case 'ccxt':
      return new CcxtSource(platform, rest)
    case 'alpaca':
      return new AlpacaSource(platform)
    default:
      throw new ConfigError(`MARKET: there is no source ${kind}`)
  }
}
