import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { ChartColors } from './chart-theme.ts'
import { countdownText } from '../trades/countdown.ts'
import { hiddenAmountText } from '../../../ui/text/amounts.tsx'
import { moneyText, priceText } from '../../../ui/text/number-text.ts'
import { netText, stateTones, stateWords, type Tone } from '../trades/settled.ts'

/** A trade on the chart: the line from entry to exit or expiry, and its label. */
export type TradeMark = {
  id: string
  open: boolean
  /** How an open trade would end now, or how a settled trade ended. */
  tone: Tone
  /** Empty for settled trades other than the newest, because labels would overlap. */
  label: string
  /** Position in the stack of labels of open trades with the same strike; 0 is the lowest. */
  row: number
  entry: { atMs: number; price: number }
  exit: { atMs: number; price: number }
}

/** Maximum number of settled trades to mark, so that the chart stays readable. */
const settledMarks = 20

type MarkInput = {
  trades: readonly TradeRecord[]
  symbol: string
  price: string | undefined
  leftMsOf: (trade: TradeRecord) => number
  strikeOf: (trade: TradeRecord) => string | undefined
  hidden?: boolean
}

/** Returns marks for a symbol's open trades and newest settled trades, oldest first. Skips trades without a strike. */
export function tradeMarks({ trades, symbol, price, leftMsOf, strikeOf, hidden = false }: MarkInput): TradeMark[] {
  const ofSymbol = trades.filter((trade) => trade.asset === symbol).toSorted((a, b) => a.acceptedAt - b.acceptedAt)
  const settled = ofSymbol
    .filter((trade) => trade.status !== 'OPEN' && trade.strike !== null && trade.exit !== null)
    .slice(-settledMarks)
  const open = ofSymbol.filter((trade) => trade.status === 'OPEN')
  const strikes: string[] = []
  return [
    ...settled.map((trade, index) =>
      markOf(
        trade,
        trade.strike!,
        trade.exit!,
        stateTones[trade.status],
        index === settled.length - 1 ? settledLabel(trade, hidden) : '',
      ),
    ),
    ...open.flatMap((trade) => {
      const strike = trade.strike ?? strikeOf(trade)
      if (strike === undefined) return []
      const row = strikes.filter((one) => one === strike).length
      strikes.push(strike)
      const amount = hidden ? hiddenAmountText : moneyText(trade.amount, trade.cur)
      const label = `${trade.type} ${amount} · ${countdownText(leftMsOf(trade))}`
      return [{ ...markOf(trade, strike, strike, leaningOf(trade.type, strike, price), label), row }]
    }),
  ]
}

function settledLabel(trade: TradeRecord, hidden: boolean): string {
  const words = stateWords()[trade.status]
  return trade.status === 'TIE' || hidden ? words : `${words} ${netText(trade)}`
}

/** Returns how an open trade would end at `price`. */
export function leaningOf(type: TradeRecord['type'], strike: string, price: string | undefined): Tone {
  const difference = price === undefined ? 0 : Number(price) - Number(strike)
  if (difference === 0) return 'flat'
  return difference > 0 === (type === 'BUY') ? 'up' : 'down'
}

function markOf(trade: TradeRecord, strike: string, exit: string, tone: Tone, label: string): TradeMark {
  return {
    id: trade.id,
    open: trade.status === 'OPEN',
    tone,
    label,
    row: 0,
    entry: { atMs: trade.acceptedAt, price: Number(strike) },
    exit: { atMs: trade.expiresAt, price: Number(exit) },
  }
}

export const markOverlay = 'tradeMark'
type Extend = { mark: TradeMark; colors: ChartColors }

/** Returns the overlay for a mark. Its ID depends only on the trade, so it can replace the trade's previous overlay. */
export function markOverlayOf(mark: TradeMark, colors: ChartColors): OverlayCreate {
  const point = ({ atMs, price }: TradeMark['entry']) => ({ timestamp: atMs, value: price })
  return {
    name: markOverlay,
    id: `mark-${mark.id}`,
    groupId: markOverlay,
    lock: true,
    points: [point(mark.entry), point(mark.exit)],
    extendData: { mark, colors } satisfies Extend,
  }
}

const toneColor = (colors: ChartColors, tone: Tone) =>
  tone === 'up' ? colors.up : tone === 'down' ? colors.down : colors.accent

/** Draws a mark: entry ring, line to the exit, exit dot or expiry line, label, and the strike on the axis. */
export const markTemplate: OverlayTemplate<Extend> = {
  name: markOverlay,
  totalStep: 3,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ coordinates, bounding, overlay }) {
    const [entry, exit] = coordinates
    if (!entry || !exit) return []
    const { mark, colors } = overlay.extendData
    const color = toneColor(colors, mark.tone)
    const ring: OverlayFigure = {
      type: 'circle',
      ignoreEvent: true,
      attrs: { ...entry, r: 4 },
      styles: { style: 'stroke_fill', color: colors.surface, borderColor: color, borderSize: 2 },
    }
    const line = (coordinatesOf: object[], dashed: boolean): OverlayFigure => ({
      type: 'line',
      ignoreEvent: true,
      attrs: { coordinates: coordinatesOf },
      styles: { style: dashed ? 'dashed' : 'solid', dashedValue: [3, 3], color, size: 1.25 },
    })
    if (!mark.open) {
      const dot: OverlayFigure = {
        type: 'circle',
        ignoreEvent: true,
        attrs: { ...exit, r: 4 },
        styles: { style: 'fill', color },
      }
      const words = mark.label ? [label(mark.label, exit.x + 8, exit.y, color, colors)] : []
      return [line([entry, exit], true), ring, dot, ...words]
    }
    const end = Math.max(exit.x, entry.x + 1)
    return [
      line([entry, { x: bounding.width, y: entry.y }], false),
      line(
        [
          { x: end, y: 0 },
          { x: end, y: bounding.height },
        ],
        true,
      ),
      ring,
      label(
        mark.label,
        Math.max(4, Math.min(entry.x + 8, bounding.width - 140)),
        entry.y - 12 - 19 * mark.row,
        color,
        colors,
      ),
    ]
  },
  createYAxisFigures({ coordinates, overlay, bounding, chart }) {
    const [entry] = coordinates
    const { mark, colors } = overlay.extendData
    if (!entry || !mark.open) return []
    const text = priceText(mark.entry.price.toFixed(chart.getSymbol()?.pricePrecision ?? 2))
    const attrs = { x: bounding.width, y: entry.y, text, align: 'right', baseline: 'middle' }
    return { type: 'text', ignoreEvent: true, attrs, styles: labelStyles(toneColor(colors, mark.tone), colors) }
  },
}

function label(text: string, x: number, y: number, color: string, colors: ChartColors): OverlayFigure {
  return {
    type: 'text',
    ignoreEvent: true,
    attrs: { x, y, text, align: 'left', baseline: 'middle' },
    styles: labelStyles(color, colors),
  }
}

function labelStyles(color: string, colors: ChartColors) {
  return {
    style: 'stroke_fill',
    color,
    size: 11,
    family: "'Geist Variable', system-ui, sans-serif",
    weight: '600',
    backgroundColor: colors.surface,
    borderColor: color,
    borderSize: 1,
    borderRadius: 4,
    paddingLeft: 5,
    paddingRight: 5,
    paddingTop: 2,
    paddingBottom: 2,
  }
}
