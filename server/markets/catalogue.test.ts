import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { coinAssets } from '../../api/money.ts'
import { catalogue, findSymbol } from './catalogue.ts'
import { openRecording } from './replay/recording.ts'
import { parsePrice, priceOfNumber } from './price-text.ts'
import { recordingPath, recordingsIn } from '../../tests/recorded-market/recording.ts'

describe('the catalogue', () => {
  it('has 12 stocks, 15 forex pairs and 12 coins, including the six in the specification', () => {
    const count = (symbolClass: string) => catalogue.filter((info) => info.class === symbolClass).length
    expect([count('stocks'), count('forex'), count('crypto')]).toEqual([12, 15, 12])
    expect(new Set(catalogue.map((info) => info.symbol)).size).toBe(39)
    for (const coin of coinAssets) expect(findSymbol(`${coin}USD`)?.class).toBe('crypto')
    for (const stock of 'AAPL NVDA BBBY QQQ META MSFT GOOGL TQQQ AMD COIN SMTC NFLX'.split(' '))
      expect(findSymbol(stock)?.class).toBe('stocks')
  })

  it('pays less than 100%, and contains no unknown symbol', () => {
    for (const { payoutBps } of catalogue) expect(payoutBps).toBeGreaterThan(5_000)
    for (const { payoutBps } of catalogue) expect(payoutBps).toBeLessThan(10_000)
    expect(findSymbol('NOPE')).toBeUndefined()
  })

  it('contains the legs of every cross', () => {
    for (const { simulated } of catalogue) {
      if (simulated.kind === 'cross')
        expect([findSymbol(simulated.base)?.simulated.kind, findSymbol(simulated.quote)?.simulated.kind]).toEqual([
          'modelled',
          'modelled',
        ])
    }
  })

  // Publishers adjust daily closes of stocks for splits and round them, so they aren't quoted prices.
  const files = (['fx', 'crypto', 'stocks'] as const).flatMap(recordingsIn)
  const held = files.filter(
    (file) => findSymbol(path.basename(file).split('_')[0]!) && !/^stocks\/.*_1d\.csv$/.test(file),
  )
  it.each(held)('has enough decimals for every price in %s', async (file) => {
    const { scale } = findSymbol(path.basename(file).split('_')[0]!)!
    for await (const line of createInterface({ input: createReadStream(recordingPath(file)) })) {
      const prices = line.split(',').slice(1, 4)
      const tooFine =
        /^\d/.test(line) &&
        prices.some((price, i) => !(i === 1 && file.includes('trades')) && (price.split('.')[1]?.length ?? 0) > scale)
      if (tooFine) expect.fail(line)
    }
  })
})

describe('a price', () => {
  const eurusd = { scale: 6 }
  it.each([
    ['1.391075', 1_391_075],
    ['1.39', 1_390_000],
    ['1', 1_000_000],
    ['1.3910755', 1_391_076],
    ['1.39107549', 1_391_075],
    ['0.000001', 1],
  ])('of %s is %s steps', (text, steps) => expect(parsePrice(text, eurusd)).toBe(steps))
  it.each(['', 'NaN', '-1', '1e5', '1.', '.5', '0x10', '1,2', 'Infinity'])('of %s is invalid', (text) =>
    expect(parsePrice(text, eurusd)).toBeUndefined(),
  )
  it('sent as a number is parsed exactly', () => {
    expect(priceOfNumber(61_837.63, { scale: 3 })).toBe(61_837_630)
    expect(priceOfNumber(0.0000012, eurusd)).toBe(1)
    for (const wrong of [Number.NaN, Infinity, 0, -1, undefined, null])
      expect(priceOfNumber(wrong, eurusd)).toBeUndefined()
  })
})

it('refuses a recording of an unknown symbol', () => {
  expect(() => openRecording('GOOG_1m.csv', Date.UTC(2026, 0))).toThrow(/GOOG_1m\.csv/)
})
