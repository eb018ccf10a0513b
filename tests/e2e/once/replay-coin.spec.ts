import { test } from '../product.ts'
import { RecordedFile } from '../recorded-file.ts'
import { recordingAt, tradeEveryInterval, whyNone } from '../recorded-trades.ts'

const recording = recordingAt('crypto/BTCUSD_trades_20240808T2354.csv')

test.use({ settings: { MARKET: `replay:${recording}` } })

test.beforeEach(() => test.info().skip(...whyNone(recording)))

/** A price of a busy coin is stale after this time. Source: docs/spec/markets.md "Every source passes one gate". */
const toleranceMs = 10_000

test('settles trades of every interval on a coin’s recorded trades as the recording determines', async ({
  page,
  product,
}) => {
  await product.advance(60)
  await tradeEveryInterval(page, product, { file: new RecordedFile(recording), symbol: 'BTCUSD', toleranceMs })
})
