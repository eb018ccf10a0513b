import { test } from '../product.ts'
import { RecordedFile } from '../recorded-file.ts'
import { recordingAt, tradeEveryInterval, whyNone } from '../recorded-trades.ts'

const recording = recordingAt('crypto/BTCUSD_trades_20240808T2354.csv')

test.use({ settings: { MARKET: `replay:${recording}` } })

test.beforeEach(() => test.info().skip(...whyNone(recording)))

/** Older than this, a price of a busy coin is stale. Source: docs/spec/markets.md "Every source passes one gate". */
const toleranceMs = 10_000

test('gives trades of every interval on recorded trades of a coin the results that the recorded file says', async ({
  page,
  product,
}) => {
  await product.advance(60)
  await tradeEveryInterval(page, product, { file: new RecordedFile(recording), symbol: 'BTCUSD', toleranceMs })
})
