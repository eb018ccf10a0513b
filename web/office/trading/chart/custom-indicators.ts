import type { IndicatorTemplate, KLineData } from 'klinecharts'
import { heikinAshi } from './candle-merge.ts'
import { averageTrueRange, ichimoku, stochasticRsi } from './indicator-formulas.ts'

const line = (key: string, title: string) => ({ key, title: `${title}: `, type: 'line' })

/** Indicators that the chart library lacks. */
export const customIndicators: IndicatorTemplate<Record<string, number | undefined>, number>[] = [
  {
    name: 'ATR',
    shortName: 'ATR',
    series: 'price',
    calcParams: [14],
    figures: [line('atr', 'ATR')],
    calc: (bars, { calcParams: [length = 14] }) => averageTrueRange(bars, length).map((atr) => ({ atr })),
  },
  {
    name: 'STOCHRSI',
    shortName: 'StochRSI',
    calcParams: [14, 14, 3, 3],
    precision: 2,
    figures: [line('k', 'K'), line('d', 'D')],
    calc(bars, { calcParams: [length = 14, window = 14, smoothing = 3, signal = 3] }) {
      const closes = bars.map(({ close }) => close)
      const { k, d } = stochasticRsi(closes, length, window, smoothing, signal)
      return k.map((value, index) => ({ k: value, d: d[index] }))
    },
  },
  {
    name: 'ICHIMOKU',
    shortName: 'Ichimoku',
    series: 'price',
    calcParams: [9, 26, 52],
    figures: [
      line('conversion', 'Tenkan'),
      line('base', 'Kijun'),
      line('spanA', 'A'),
      line('spanB', 'B'),
      line('lagging', 'Chikou'),
    ],
    calc: (bars, { calcParams: [conversion = 9, base = 26, span = 52] }) => ichimoku(bars, conversion, base, span),
  },
]

/** Names of the indicators below, which draw the price itself. They aren't in the list of indicators. */
export const priceDrawings = { heikin: 'HEIKIN', baseline: 'BASELINE' } as const
type PriceColors = { up: string; down: string; upSoft: string; downSoft: string; muted: string }
const noLegend = () => ({ name: '', calcParamsText: '', features: [], legends: [] })

type Candle = ReturnType<typeof heikinAshi>[number]

/**
 * Draws Heikin-Ashi candles in place of the candles. The chart's data stays as it is, so that the price line, other
 * indicators and trades show real prices.
 */
const heikinTemplate: IndicatorTemplate<Candle, number, PriceColors> = {
  name: priceDrawings.heikin,
  series: 'price',
  zLevel: -1,
  figures: [],
  createTooltipDataSource: noLegend,
  calc: (bars) => heikinAshi(bars),
  draw({ ctx, chart, indicator, xAxis, yAxis }) {
    const { from, to } = chart.getVisibleRange()
    const width = Math.max(1, Math.floor(chart.getBarSpace().gapBar))
    for (let index = from; index < to; index++) {
      const candle = indicator.result[index]
      if (!candle) continue
      const x = Math.round(xAxis.convertToPixel(index))
      const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map((price) =>
        yAxis.convertToPixel(price),
      ) as [number, number, number, number]
      ctx.fillStyle = candle.close >= candle.open ? indicator.extendData.up : indicator.extendData.down
      ctx.fillRect(x - 0.5, high, 1, low - high)
      ctx.fillRect(x - width / 2, Math.min(open, close), width, Math.max(1, Math.abs(close - open)))
    }
    return true
  },
}

/** Draws the price as a line around the first visible close: above it in one colour, below it in the other. */
const baselineTemplate: IndicatorTemplate<Pick<KLineData, 'close'>, number, PriceColors> = {
  name: priceDrawings.baseline,
  series: 'price',
  zLevel: -1,
  figures: [],
  createTooltipDataSource: noLegend,
  calc: (bars) => bars,
  draw({ ctx, chart, indicator, bounding, xAxis, yAxis }) {
    const { from, to } = chart.getVisibleRange()
    const points = indicator.result
      .slice(from, to)
      .map(({ close }, index) => ({ x: xAxis.convertToPixel(from + index), y: yAxis.convertToPixel(close) }))
    const [first] = points
    const last = points.at(-1)
    if (!first || !last) return true
    const path = new Path2D()
    for (const { x, y } of points) path.lineTo(x, y)
    const area = new Path2D(path)
    area.lineTo(last.x, first.y)
    area.closePath()
    const { up, down, upSoft, downSoft, muted } = indicator.extendData
    const half = (top: number, height: number, color: string, soft: string) => {
      ctx.save()
      ctx.beginPath()
      ctx.rect(0, top, bounding.width, height)
      ctx.clip()
      ctx.fillStyle = soft
      ctx.fill(area)
      ctx.strokeStyle = color
      ctx.lineWidth = 1.75
      ctx.stroke(path)
      ctx.restore()
    }
    half(0, first.y, up, upSoft)
    half(first.y, bounding.height - first.y, down, downSoft)
    ctx.strokeStyle = muted
    ctx.setLineDash([2, 3])
    ctx.strokeRect(0, first.y, bounding.width, 0)
    return true
  },
}

export const priceTemplates = [heikinTemplate, baselineTemplate] as unknown as IndicatorTemplate[]
