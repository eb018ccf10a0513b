import { test } from '../product.ts'
import { recordingPath } from '../../recorded-market/recording.ts'
import { RecordedFile } from '../recorded-file.ts'
import { tradeEveryInterval } from '../recorded-trades.ts'

const recording = recordingPath('crypto/BTCUSD_trades_20240808T2354.csv')

test.use({ settings: { MARKET: `replay:${recording}` } })

/**
 * The price of an actively traded coin is stale after this time. Source: docs/spec/markets.md "Every source passes one
 * gate".
 */
const toleranceMs = 10_000

test('settles trades of every interval on a coin as its recorded trades determine', async ({ page, product }) => {
  await product.advance(60)
  await tradeEveryInterval(page, product, { file: new RecordedFile(recording), symbol: 'BTCUSD', toleranceMs })
})
