import { marketsCalls } from '../../api/calls/markets/markets.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { createMarkets, type GivenToMarkets, type MarketsModule } from './markets.ts'
import { scriptedSource, type ScriptedSource } from './source.ts'

/** A test world for markets. The test scripts the prices of EURUSD and BTCUSD; the other symbols have no source. */
export type MarketsWorld = {
  platform: TestPlatform
  source: ScriptedSource
  markets: MarketsModule
  call: TestApi['call']
  /** The time at which the world was created. */
  startMs: number
  /** Publishes EURUSD prices every `everyMs` from now on, and advances the clock to the last one. */
  publish(count: number, everyMs: number, priceOf: (i: number) => number): Promise<void>
  stop(): Promise<void>
}

export async function createMarketsWorld(given: GivenToMarkets = {}): Promise<MarketsWorld> {
  const platform = await createTestPlatform()
  const source = scriptedSource(['EURUSD', 'BTCUSD'])
  const markets = createMarkets(platform, { source, ...given })
  await markets.start()
  await platform.jobs.start()
  const api = await serveCalls(platform, marketsCalls, markets.calls)
  return {
    platform,
    source,
    markets,
    call: api.call,
    startMs: platform.clock.nowMs(),
    async publish(count, everyMs, priceOf) {
      const fromMs = platform.clock.nowMs()
      source.push(
        ...Array.from({ length: count }, (_, i) => ({
          symbol: 'EURUSD',
          atMs: fromMs + i * everyMs,
          bid: priceOf(i) - 5,
          ask: priceOf(i) + 5,
          price: priceOf(i),
        })),
      )
      await markets.flush()
      const toMs = fromMs + (count - 1) * everyMs
      source.through(toMs)
      await platform.clock.advance(toMs - fromMs)
      await platform.clock.advance(0)
    },
    async stop() {
      await api.stop()
      await markets.stop()
      await platform.stop()
    },
  }
}
