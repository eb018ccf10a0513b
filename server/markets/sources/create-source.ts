import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { SimulatedSource, type SimulatedOptions } from '../simulator/simulated.ts'
import type { Source } from '../source.ts'
import { AlpacaSource } from './alpaca.ts'
import { CcxtSource } from './ccxt.ts'
import { ReplaySource } from './replay.ts'

/** The source that the setting `MARKET` names. Throws `ConfigError` where it cannot be used. `simulated`: for the simulated market alone. */
export function createSource(platform: Platform, simulated: Pick<SimulatedOptions, 'warmUp'> = {}): Source {
  const { market } = platform.config
  const separator = market.indexOf(':')
  const kind = separator < 0 ? market : market.slice(0, separator)
  const rest = separator < 0 ? '' : market.slice(separator + 1)
  switch (kind) {
    case 'simulated':
      return new SimulatedSource(platform, simulated)
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
