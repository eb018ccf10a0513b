import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { TradeRecord } from '../../../../../api/calls/trading/trading.ts'
import type { ChartColors } from '../chart-theme.ts'
import { countdownText } from '../../trades/countdown.ts'
import { hiddenAmountText } from '../../../../ui/text/amounts.tsx'
import { moneyText } from '../../../../ui/text/number-text.ts'
import { stateTones, type Tone } from '../../trades/settled.ts'
import { toneColor } from './mark-styles.ts'
import type { TradeLabel } from './trade-labels.ts'

/** A trade on the chart: the line from entry to exit or expiry. */
export type TradeMark = {
  id: string
  open: boolean
  /** How an open trade would end now, or how a settled trade ended. */
  tone: Tone
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

/** Marks of trades, and the labels of the open ones. Settled trades have none: the page lists their results. */
export type TradeMarks = { marks: TradeMark[]; labels: TradeLabel[] }

/**
 * Returns marks for a symbol's open trades and newest settled trades, oldest first, and labels for the open ones in
 * order of expiry. Skips trades without a strike.
 */
export function tradeMarks({ trades, symbol, price, leftMsOf, strikeOf, hidden = false }: MarkInput): TradeMarks {
  const ofSymbol = trades.filter((trade) => trade.asset === symbol).toSorted((a, b) => a.acceptedAt - b.acceptedAt)
  const settled = ofSymbol
    .filter((trade) => trade.status !== 'OPEN' && trade.strike !== null && trade.exit !== null)
    .slice(-settledMarks)
  const open = ofSymbol.flatMap((trade) => {
    const strike = trade.status === 'OPEN' ? (trade.strike ?? strikeOf(trade)) : undefined
    return strike === undefined ? [] : [{ trade, strike, tone: leaningOf(trade.type, strike, price) }]
  })
  return {
    marks: [
      ...settled.map((trade) => markOf(trade, trade.strike!, trade.exit!, stateTones[trade.status])),
      ...open.map(({ trade, strike, tone }) => markOf(trade, strike, strike, tone)),
    ],
    labels: open
      .toSorted((a, b) => a.trade.expiresAt - b.trade.expiresAt)
      .map(({ trade, strike, tone }) => {
        const amount = hidden ? hiddenAmountText : moneyText(trade.amount, trade.cur)
        const left = countdownText(leftMsOf(trade))
        return {
          text: `${trade.type} ${amount} · ${left}`,
          shortText: `${trade.type === 'BUY' ? '▲' : '▼'} ${left}`,
          price: Number(strike),
          atMs: trade.acceptedAt,
          tone,
        }
      }),
  }
}

/** Returns how an open trade would end at `price`. */
export function leaningOf(type: TradeRecord['type'], strike: string, price: string | undefined): Tone {
  const difference = price === undefined ? 0 : Number(price) - Number(strike)
  if (difference === 0) return 'flat'
  return difference > 0 === (type === 'BUY') ? 'up' : 'down'
}

function markOf(trade: TradeRecord, strike: string, exit: string, tone: Tone): TradeMark {
  return {
    id: trade.id,
    open: trade.status === 'OPEN',
    tone,
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

/** Draws a mark: entry ring, line to the exit, and exit dot or expiry line. */
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
      return [line([entry, exit], true), ring, dot]
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
    ]
  },
}
