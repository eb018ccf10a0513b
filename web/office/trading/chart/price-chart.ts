import type { Chart, Coordinate, Crosshair, DataLoaderGetBarsParams, KLineData, Period, Point } from 'klinecharts'
import type { ChartInterval, ChartType, IndicatorSetting } from '../../../../api/workspace.ts'
import { type Bar, chartSeconds, mergeTicks } from './candle-merge.ts'
import { ChartDrawings, drawingTemplates, type DrawingStyle } from './chart-drawings.ts'
import { type ChartColors, chartStyles, readChartColors } from './chart-theme.ts'
import { customIndicators, priceDrawings, priceTemplates } from './custom-indicators.ts'
import type { Drawing } from './drawings.ts'
import { priceText } from '../../../ui/text/number-text.ts'
import { indicatorOf } from './indicators.ts'
import { type AlertLine, alertOverlay, alertOverlayOf, alertTemplate } from './marks/alert-lines.ts'
import { type RefusedMark, refusedOverlay, refusedOverlayOf, refusedTemplate } from './marks/refused-marks.ts'
import { labelOverlayId, labelOverlayOf, labelTemplate } from './marks/trade-labels.ts'
import { markOverlay, markOverlayOf, markTemplate, type TradeMarks } from './marks/trade-marks.ts'

type Library = typeof import('klinecharts')

export type Shown = { symbol: string; scale: number; interval: ChartInterval }
export type View = { open: number; high: number; low: number; close: number; fromMs: number; toMs: number }
export type LoadState = 'loading' | 'ready' | 'empty' | 'failed'

/** Where the crosshair is; `price` is missing over an indicator below the price. */
type CrosshairPlace = { timestamp: number; symbol: string; price: number | undefined }
type ChartPosition = { bar: number; rightMs: number }

type Wiring = {
  /** Loads at most `limit` candles up to `to` (default: now), oldest first. */
  loadCandles: (shown: Shown, limit: number, to: number | undefined, signal: AbortSignal) => Promise<Bar[]>
  onState: (state: LoadState, error?: unknown) => void
  onDrawings: (symbol: string, drawings: Drawing[]) => void
  /** Called when a drawing is finished. */
  onDrawn: () => void
  /** Called with the id of an alert when its label is clicked. */
  onRemoveAlert: (id: string) => void
}

const firstLoad = 500
const olderLoad = 500
const heldTicks = 2000
const wideFromPx = 560
/** A place above the chart, where the crosshair's horizontal line and its price aren't visible. */
const hiddenPx = -60
const indicatorLine = { size: 1.25, style: 'solid' as const, smooth: false, dashedValue: [2, 2] }
const pick = ({ up, down, upSoft, downSoft, muted }: ChartColors) => ({ up, down, upSoft, downSoft, muted })

const periods: Record<ChartInterval, Period> = {
  tick: { type: 'second', span: 1 },
  '1s': { type: 'second', span: 1 },
  '5s': { type: 'second', span: 5 },
  '15s': { type: 'second', span: 15 },
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
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
  #labelled = ''
  #refused = ''
  #alerts = ''
  #crosshair: Crosshair = {}
  #indicated = new Map<string, string>()
  /** The drawings on the chart. */
  readonly drawings: ChartDrawings

  constructor(library: Library, element: HTMLElement, wiring: Wiring) {
    this.#library = library
    this.#element = element
    this.#wiring = wiring
    library.registerOverlay(markTemplate)
    library.registerOverlay(labelTemplate)
    library.registerOverlay(refusedTemplate)
    library.registerOverlay(alertTemplate)
    for (const template of drawingTemplates) library.registerOverlay(template)
    for (const template of customIndicators) library.registerIndicator(template)
    for (const template of priceTemplates) library.registerIndicator(template)
    this.#chart = library.init(element, {
      hotkey: { enabled: false },
      // Formats every price that the library draws.
      thousandsSeparator: { sign: '', format: (value) => priceText(String(value)) },
      // Writes small numbers in full.
      decimalFold: { threshold: 20 },
      zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    })!
    const surface = element.firstElementChild as HTMLElement
    // The library sets tabindex 1 on its surface and blocks touch scrolling of the page.
    surface.tabIndex = -1
    surface.style.touchAction = 'pan-y'
    this.#colors = readChartColors(element)
    this.#chart.subscribeAction('onCrosshairChange', (data) => void (this.#crosshair = data as Crosshair))
    this.#chart.setOffsetRightDistance(element.clientWidth < wideFromPx ? 72 : 148)
    this.#chart.setLeftMinVisibleBarCount(12)
    this.#chart.setRightMinVisibleBarCount(12)
    // Omits time labels that would be cut off at the edge.
    this.#chart.overrideXAxis({
      createTicks: ({ defaultTicks, bounding }) =>
        defaultTicks.filter(({ coord }) => coord > 28 && coord < bounding.width - 28),
    })
    this.drawings = new ChartDrawings(this.#chart, {
      onChanged: (drawings) => this.#shown && this.#wiring.onDrawings(this.#shown.symbol, drawings),
      onDrawn: () => this.#wiring.onDrawn(),
      colors: () => this.#colors,
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
    if (isNewSymbol) this.drawings.clear()
    if (before?.interval !== next.interval) this.#chart.setPeriod(periods[next.interval])
    if (isNewSymbol) this.#chart.setSymbol({ ticker: next.symbol, pricePrecision: next.scale, volumePrecision: 0 })
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
    const bars = mergeTicks(newest, ticks, chartSeconds[this.#shown!.interval])
    for (const bar of bars) this.#push(bar)
    if (!newest && bars.length > 0) this.#wiring.onState('ready')
  }

  /** Applies the colours of the current theme. */
  setLook(type: ChartType, compact: boolean): void {
    this.#colors = readChartColors(this.#element)
    this.#chart.setStyles(chartStyles(this.#colors, type, compact))
    // Marks contain their colours, so force a redraw of all marks on the next update.
    for (const id of this.#marked.keys()) this.#marked.set(id, '')
    this.#labelled = ''
    this.#refused = ''
    this.#alerts = ''
    this.drawings.redraw()
    for (const name of Object.values(priceDrawings)) this.#chart.removeIndicator({ name })
    if (type === 'heikin' || type === 'baseline')
      this.#chart.createIndicator(
        { name: priceDrawings[type], paneId: 'candle_pane', extendData: pick(this.#colors) },
        true,
      )
    this.#indicated.clear()
  }

  /** Shows these indicators with their parameters and colours, and removes all others. */
  setIndicators(settings: readonly IndicatorSetting[]): void {
    const drawsPrice = Object.values<string>(priceDrawings)
    for (const { name } of this.#chart.getIndicators())
      if (!drawsPrice.includes(name) && !settings.some((one) => one.name === name)) {
        this.#chart.removeIndicator({ name })
        this.#indicated.delete(name)
      }
    const below = settings.filter(({ name }) => indicatorOf(name)?.place === 'below')
    const height = Math.round(
      Math.min(84, Math.max(44, (this.#element.clientHeight * 0.5) / Math.max(1, below.length))),
    )
    for (const { name, params, colours } of settings) {
      const known = indicatorOf(name)
      if (!known) continue
      if (known.place === 'below') this.#chart.setPaneOptions({ id: `pane-${name}`, height })
      const signature = JSON.stringify([params, colours])
      if (this.#indicated.get(name) === signature) continue
      this.#indicated.set(name, signature)
      const lines = this.#colors.series.map((color, index) => {
        const colour = colours[index]
        return { ...indicatorLine, color: colour ? this.#colors.named[colour] : color }
      })
      const indicator = { name, calcParams: params, styles: { lines } }
      if (this.#chart.getIndicators({ name }).length > 0) this.#chart.overrideIndicator(indicator)
      else if (known.place === 'price') this.#chart.createIndicator({ ...indicator, paneId: 'candle_pane' }, true)
      else {
        this.#chart.createIndicator({ ...indicator, paneId: `pane-${name}` })
        this.#chart.setPaneOptions({ id: `pane-${name}`, height, minHeight: 32 })
      }
    }
  }

  /** Draws marks and labels of trades, and removes all others. */
  setMarks({ marks, labels }: TradeMarks): void {
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
    const signature = JSON.stringify(labels)
    if (this.#labelled === signature) return
    this.#labelled = signature
    if (labels.length === 0) return void this.#chart.removeOverlay({ id: labelOverlayId })
    const overlay = labelOverlayOf(labels, this.#colors)
    if (this.#chart.getOverlays({ id: labelOverlayId }).length > 0) this.#chart.overrideOverlay(overlay)
    else this.#chart.createOverlay(overlay)
  }

  /** Draws a cross for each refused price and removes all others. */
  setRefused(marks: readonly RefusedMark[]): void {
    const signature = JSON.stringify(marks)
    if (signature === this.#refused) return
    this.#chart.removeOverlay({ groupId: refusedOverlay })
    for (const mark of marks) this.#chart.createOverlay(refusedOverlayOf(mark, this.#colors))
    this.#refused = signature
  }

  /** Draws a line for each alert and removes all others. */
  setAlerts(lines: readonly AlertLine[]): void {
    const signature = JSON.stringify(lines)
    if (signature === this.#alerts) return
    this.#chart.removeOverlay({ groupId: alertOverlay })
    for (const line of lines)
      this.#chart.createOverlay(alertOverlayOf(line, this.#colors, (id) => this.#wiring.onRemoveAlert(id)))
    this.#alerts = signature
  }

  setDrawings(drawings: readonly Drawing[] | undefined, style: DrawingStyle): void {
    this.drawings.show(drawings)
    this.drawings.setStyle(style)
  }

  get interval(): ChartInterval | undefined {
    return this.#shown?.interval
  }

  /** Calls these functions when the user moves the crosshair or the candles. Returns a function that stops this. */
  onMoved({ crosshair, left, view }: { crosshair: () => void; left: () => void; view: () => void }): () => void {
    const actions = { onCrosshairChange: crosshair, onScroll: view, onZoom: view } as const
    const names = Object.keys(actions) as (keyof typeof actions)[]
    for (const name of names) this.#chart.subscribeAction(name, actions[name])
    this.#element.addEventListener('pointerleave', left)
    return () => {
      for (const name of names) this.#chart.unsubscribeAction(name, actions[name])
      this.#element.removeEventListener('pointerleave', left)
    }
  }

  /** Returns the time and price under the crosshair; null if it is hidden or below the price. */
  crosshair(): CrosshairPlace | null {
    const { x, y, paneId } = this.#crosshair
    if (x === undefined || y === undefined || !this.#shown) return null
    const point = this.#chart.convertFromPixel([{ x, y }], { paneId: 'candle_pane' }) as Partial<Point>[]
    const { timestamp, value } = point[0] ?? {}
    if (timestamp === undefined) return null
    const price = paneId === 'candle_pane' ? value : undefined
    return { timestamp, symbol: this.#shown.symbol, price }
  }

  /** Shows the crosshair at a time, and at a price if it belongs to the symbol of this chart. Null hides it. */
  showCrosshair(place: CrosshairPlace | null): void {
    if (!place || !this.#shown) return this.#chart.executeAction('onCrosshairChange', {})
    const bySymbol = place.symbol === this.#shown.symbol ? place.price : undefined
    const newest = this.#chart.getDataList().at(-1)
    const at = { timestamp: place.timestamp, value: bySymbol ?? newest?.close ?? 0 }
    const { x, y } = this.#chart.convertToPixel(at, { paneId: 'candle_pane' }) as Partial<Coordinate>
    if (x === undefined) return
    this.#chart.executeAction('onCrosshairChange', { x, y: bySymbol === undefined ? hiddenPx : (y ?? hiddenPx) })
  }

  /** Returns the width of a candle and the time at the right edge; null without candles. */
  position(): ChartPosition | null {
    const right = this.#rightPx()
    const [point] = this.#chart.convertFromPixel([{ x: right }], { paneId: 'candle_pane' }) as Partial<Point>[]
    if (point?.timestamp === undefined) return null
    return { bar: this.#chart.getBarSpace().bar, rightMs: point.timestamp }
  }

  moveTo({ bar, rightMs }: ChartPosition): void {
    if (this.#chart.getDataList().length === 0) return
    this.#chart.setBarSpace(bar)
    const at = this.#chart.convertToPixel({ timestamp: rightMs }, { paneId: 'candle_pane' }) as Partial<Coordinate>
    if (at.x !== undefined) this.#chart.scrollByDistance(this.#rightPx() - at.x)
  }

  #rightPx(): number {
    return this.#chart.getSize('candle_pane', 'main')?.width ?? 0
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

  #removeMark(id: string): void {
    this.#chart.removeOverlay({ id: `mark-${id}` })
    this.#marked.delete(id)
  }

  #clearMarks(): void {
    this.#chart.removeOverlay({ groupId: markOverlay })
    this.#chart.removeOverlay({ id: labelOverlayId })
    this.#chart.removeOverlay({ groupId: refusedOverlay })
    this.#chart.removeOverlay({ groupId: alertOverlay })
    this.#marked.clear()
    this.#labelled = ''
    this.#refused = ''
    this.#alerts = ''
  }
}
