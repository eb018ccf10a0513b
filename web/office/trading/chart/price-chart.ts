import type { Chart, DataLoaderGetBarsParams, KLineData, Period } from 'klinecharts'
import type { CandleInterval } from '../../../../api/calls/markets/markets.ts'
import { type Bar, candleSeconds, mergeTicks } from './candle-merge.ts'
import { type ChartColors, chartStyles, readChartColors } from './chart-theme.ts'
import { readDrawings, storeDrawings } from './drawings.ts'
import { priceText } from '../../../ui/text/number-text.ts'
import { indicators } from './indicators.ts'
import type { Preferences } from '../preferences.ts'
import { type RefusedMark, refusedOverlay, refusedOverlayOf, refusedTemplate } from './refused-marks.ts'
import { markOverlay, markOverlayOf, markTemplate, type TradeMark } from './trade-marks.ts'

type Library = typeof import('klinecharts')

export type Shown = { symbol: string; scale: number; interval: CandleInterval }
export type View = { open: number; high: number; low: number; close: number; fromMs: number; toMs: number }
export type LoadState = 'loading' | 'ready' | 'empty' | 'failed'

type Wiring = {
  /** Loads at most `limit` candles up to `to` (default: now), oldest first. */
  loadCandles: (shown: Shown, limit: number, to: number | undefined, signal: AbortSignal) => Promise<Bar[]>
  onState: (state: LoadState, error?: unknown) => void
  /** Called when a drawing is finished. */
  onDrawn: () => void
}

const firstLoad = 500
const olderLoad = 500
const drawingGroup = 'drawing'
const heldTicks = 2000

const periods: Record<CandleInterval, Period> = {
  '1s': { type: 'second', span: 1 },
  '5s': { type: 'second', span: 5 },
  '15s': { type: 'second', span: 15 },
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
}

/** Wraps the chart library for the trading screen: candles of one symbol, live ticks, marks and drawings. */
export class PriceChart {
  readonly #library: Library
  readonly #chart: Chart
  readonly #element: HTMLElement
  readonly #wiring: Wiring
  #colors: ChartColors
  #shown: Shown | undefined
  #loading = new AbortController()
  #push: ((bar: KLineData) => void) | undefined
  /** Ticks that arrived before their candles were loaded. */
  #early: { at: number; price: string }[] = []
  #marked = new Map<string, string>()
  #refused = ''
  #drawingId: string | null = null

  constructor(library: Library, element: HTMLElement, wiring: Wiring) {
    this.#library = library
    this.#element = element
    this.#wiring = wiring
    library.registerOverlay(markTemplate)
    library.registerOverlay(refusedTemplate)
    this.#chart = library.init(element, {
      hotkey: { enabled: false },
      // Formats every price that the library draws.
      thousandsSeparator: { sign: '', format: (value) => priceText(String(value)) },
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    })!
    const surface = element.firstElementChild as HTMLElement
    // The library sets tabindex 1 on its surface and blocks touch scrolling of the page.
    surface.tabIndex = -1
    surface.style.touchAction = 'pan-y'
    this.#colors = readChartColors(element)
    this.#chart.setOffsetRightDistance(72)
    this.#chart.setLeftMinVisibleBarCount(12)
    this.#chart.setRightMinVisibleBarCount(12)
    // Omits time labels that would be cut off at the edge.
    this.#chart.overrideXAxis({
      createTicks: ({ defaultTicks, bounding }) =>
        defaultTicks.filter(({ coord }) => coord > 28 && coord < bounding.width - 28),
    })
    this.#chart.setDataLoader({
      getBars: (request) => void this.#load(request),
      subscribeBar: ({ callback }) => this.#goLive(callback),
      unsubscribeBar: () => void (this.#push = undefined),
    })
  }

  /** Switches to another symbol or candle length. */
  show(next: Shown): void {
    const before = this.#shown
    if (before && before.symbol === next.symbol && before.interval === next.interval) return
    this.#shown = next
    this.#early = []
    this.#clearMarks()
    this.#wiring.onState('loading')
    const isNewSymbol = before?.symbol !== next.symbol
    if (isNewSymbol) this.#chart.removeOverlay({ groupId: drawingGroup })
    if (before?.interval !== next.interval) this.#chart.setPeriod(periods[next.interval])
    if (isNewSymbol) this.#chart.setSymbol({ ticker: next.symbol, pricePrecision: next.scale, volumePrecision: 0 })
    if (isNewSymbol)
      for (const drawing of readDrawings(next.symbol))
        this.#chart.createOverlay({ ...this.#drawing(drawing.name), points: drawing.points })
  }

  /** Reloads the candles after a failure or a gap in the ticks. */
  reload(): void {
    this.#early = []
    this.#chart.resetData()
  }

  /** Adds live ticks of the shown symbol, in order. */
  pushTicks(ticks: readonly { at: number; price: string }[]): void {
    if (!this.#push) {
      this.#early.push(...ticks)
      if (this.#early.length > heldTicks) this.#early.splice(0, this.#early.length - heldTicks)
      return
    }
    const newest = this.#chart.getDataList().at(-1)
    const bars = mergeTicks(newest, ticks, candleSeconds[this.#shown!.interval])
    for (const bar of bars) this.#push(bar)
    if (!newest && bars.length > 0) this.#wiring.onState('ready')
  }

  /** Applies the colours of the current theme. */
  setLook(type: Preferences['chartType'], compact: boolean): void {
    this.#colors = readChartColors(this.#element)
    this.#chart.setStyles(chartStyles(this.#colors, type, compact))
    // Marks contain their colours, so force a redraw of all marks on the next update.
    for (const id of this.#marked.keys()) this.#marked.set(id, '')
    this.#refused = ''
  }

  setIndicators(names: readonly string[]): void {
    for (const shown of this.#chart.getIndicators())
      if (!names.includes(shown.name)) this.#chart.removeIndicator({ name: shown.name })
    for (const name of names) {
      const known = indicators.find((one) => one.name === name)
      if (!known || this.#chart.getIndicators({ name }).length > 0) continue
      const indicator = { name, ...(known.params && { calcParams: known.params }) }
      if (known.place === 'price') this.#chart.createIndicator({ ...indicator, paneId: 'candle_pane' }, true)
      else {
        this.#chart.createIndicator({ ...indicator, paneId: `pane-${name}` })
        this.#chart.setPaneOptions({ id: `pane-${name}`, height: 84, minHeight: 48 })
      }
    }
  }

  /** Draws `marks` and removes all others. */
  setMarks(marks: readonly TradeMark[]): void {
    const wanted = new Set(marks.map((mark) => mark.id))
    for (const id of this.#marked.keys()) if (!wanted.has(id)) this.#removeMark(id)
    for (const mark of marks) {
      const signature = JSON.stringify(mark)
      if (this.#marked.get(mark.id) === signature) continue
      const overlay = markOverlayOf(mark, this.#colors)
      if (this.#chart.getOverlays({ id: overlay.id }).length > 0) this.#chart.overrideOverlay(overlay)
      else this.#chart.createOverlay(overlay)
      this.#marked.set(mark.id, signature)
    }
  }

  /** Draws a cross for each refused price and removes all others. */
  setRefused(marks: readonly RefusedMark[]): void {
    const signature = JSON.stringify(marks)
    if (signature === this.#refused) return
    this.#chart.removeOverlay({ groupId: refusedOverlay })
    for (const mark of marks) this.#chart.createOverlay(refusedOverlayOf(mark, this.#colors))
    this.#refused = signature
  }

  /** Starts a drawing. The next clicks on the chart place its points. */
  draw(name: string): void {
    this.cancelDrawing()
    const id = this.#chart.createOverlay(this.#drawing(name))
    this.#drawingId = typeof id === 'string' ? id : null
  }

  /** Draws a horizontal line at the latest price. This works without a pointer. */
  drawAtPrice(): void {
    const newest = this.#chart.getDataList().at(-1)
    if (!newest) return
    this.#chart.createOverlay({
      ...this.#drawing('horizontalStraightLine'),
      points: [{ timestamp: newest.timestamp, value: newest.close }],
    })
    this.#keepDrawings()
  }

  cancelDrawing(): void {
    if (this.#drawingId) this.#chart.removeOverlay({ id: this.#drawingId })
    this.#drawingId = null
  }

  removeDrawings(): void {
    this.#drawingId = null
    this.#chart.removeOverlay({ groupId: drawingGroup })
    this.#keepDrawings()
  }

  /** Moves the candles to the right by a number of bars. Positive numbers show older candles. */
  scroll(bars: number): void {
    this.#chart.scrollByDistance(bars * this.#chart.getBarSpace().bar)
  }

  zoom(scale: number): void {
    this.#chart.zoomAtCoordinate(scale)
  }

  toNewest(): void {
    this.#chart.scrollToRealTime(200)
  }

  /** Returns the figures of the visible candles for the text summary; null if there are none. */
  view(): View | null {
    const { from, to } = this.#chart.getVisibleRange()
    const bars = this.#chart.getDataList().slice(Math.max(0, from), to)
    const first = bars[0]
    const last = bars.at(-1)
    if (!first || !last) return null
    const high = Math.max(...bars.map((bar) => bar.high))
    const low = Math.min(...bars.map((bar) => bar.low))
    return { open: first.open, high, low, close: last.close, fromMs: first.timestamp, toMs: last.timestamp }
  }

  dispose(): void {
    this.#shown = undefined
    this.#loading.abort()
    this.#library.dispose(this.#element)
  }

  async #load({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    const shown = this.#shown
    if (!shown || type === 'backward' || type === 'update') return callback([], false)
    if (type === 'init') this.#loading.abort()
    if (type === 'init') this.#loading = new AbortController()
    const { signal } = this.#loading
    const older = type === 'forward'
    try {
      const limit = older ? olderLoad : firstLoad
      const bars = await this.#wiring.loadCandles(shown, limit, older ? timestamp! - 1 : undefined, signal)
      if (signal.aborted) return
      const fresh = older ? bars.filter((bar) => bar.timestamp < timestamp!) : bars
      // Only an empty response means there are no older candles. Fewer than requested may mean a night without prices.
      callback(fresh, { forward: fresh.length > 0, backward: false })
      if (!older) this.#wiring.onState(bars.length > 0 ? 'ready' : 'empty')
    } catch (error) {
      if (signal.aborted) return
      // Older candles are requested again on the next scroll. Without any candles, the chart has failed.
      if (older) callback([], { forward: true, backward: false })
      else this.#wiring.onState('failed', error)
    }
  }

  #goLive(callback: (bar: KLineData) => void): void {
    this.#push = callback
    const early = this.#early
    this.#early = []
    this.pushTicks(early)
  }

  #drawing(name: string) {
    const keep = () => this.#keepDrawings()
    return {
      name,
      groupId: drawingGroup,
      onDrawEnd: () => {
        this.#drawingId = null
        keep()
        this.#wiring.onDrawn()
      },
      onPressedMoveEnd: keep,
      // Called before the overlay is removed, so wait.
      onRemoved: () => queueMicrotask(keep),
    }
  }

  #keepDrawings(): void {
    if (!this.#shown || this.#drawingId) return
    const drawings = this.#chart.getOverlays({ groupId: drawingGroup }).map(({ name, points }) => ({ name, points }))
    storeDrawings(this.#shown.symbol, drawings)
  }

  #removeMark(id: string): void {
    this.#chart.removeOverlay({ id: `mark-${id}` })
    this.#marked.delete(id)
  }

  #clearMarks(): void {
    this.#chart.removeOverlay({ groupId: markOverlay })
    this.#chart.removeOverlay({ groupId: refusedOverlay })
    this.#marked.clear()
    this.#refused = ''
  }
}
