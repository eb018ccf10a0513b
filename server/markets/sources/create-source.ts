import { cashAssets } from '../../../api/assets.ts'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { findSymbol } from '../catalogue.ts'
import { SimulatedSource, type SimulatedOptions } from '../simulator/simulated.ts'
import type { Source } from '../source.ts'
import { AlpacaSource } from './alpaca.ts'
import { CcxtSource } from './ccxt.ts'
import { MixedSource, namedSymbols, shareSymbols } from './mixed.ts'
import { ReplaySource } from './replay.ts'

/** The separator between two sources in a setting. A recording's name may also contain plus signs. */
const betweenSources = /\+(?=(?:simulated|replay:|ccxt:|alpaca))/
const limited = /\[([A-Za-z0-9,]+)\]$/

/**
 * Creates the source that the setting `MARKET` names: one, or several joined by `+`. Each symbol uses the first source
 * that has it. `[crypto,EURUSD]` after a source limits it to these symbols. Throws `ConfigError` if a source can't be
 * used, or if live sources leave an account currency without a rate. `simulated`: options for the simulated market.
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

/**
 * Throws `ConfigError` if live sources, which have prices only for coins and stocks, leave a currency without a rate. A
 * recording may run without rates, as documented.
 */
function refuseMissingRates(setting: string, sources: readonly Limited[]): void {
  if (!sources.some(({ source }) => source instanceof CcxtSource || source instanceof AlpacaSource)) return
  const fed = new Set(
    sources.flatMap(({ source, only }) => source.symbols.filter((symbol) => only?.includes(symbol) ?? true)),
  )
  const missing = cashAssets.map((asset) => `${asset}USD`).filter((symbol) => findSymbol(symbol) && !fed.has(symbol))
  if (missing.length === 0) return
  throw new ConfigError(
    `MARKET: ${setting} has no prices for ${missing.join(' and ')}, so accounts in these currencies have no rate. ` +
      'Add +simulated',
  )
}

/** Returns the options of a simulated market that starts with `text` hours of history instead of 24. */
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
      throw new ConfigError(`MARKET: unknown source ${kind}`)
  }
}
