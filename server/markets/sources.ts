import type { Platform } from '../platform/platform.ts'
import { SimulatedSource } from './simulator/simulated.ts'
import type { Source } from './source.ts'
import { ReplaySource } from './replay.ts'

/** The source that the setting `MARKET` names. Throws `ConfigError` where it cannot be opened. */
export function createSource(platform: Platform): Source {
  const setting = platform.config.market
  if (setting === 'simulated') return new SimulatedSource(platform)
  if (setting.startsWith('replay:')) return new ReplaySource(platform, setting.slice('replay:'.length))
  throw new Error(`no source for ${setting}`)
}
