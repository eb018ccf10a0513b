/** Kinds of price chart. */
export const chartTypes = ['candles', 'hollow', 'heikin', 'bars', 'area', 'baseline', 'line'] as const
export type ChartType = (typeof chartTypes)[number]

/** Candle lengths of charts: those of the call `candles`, single ticks, and weeks, which pages add up from days. */
export const chartIntervals = ['tick', '1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const
export type ChartInterval = (typeof chartIntervals)[number]

/** Colours of lines by name, so that each theme has its own shade. */
export const lineColours = ['blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'violet', 'ink'] as const
export type LineColour = (typeof lineColours)[number]

/** Numbers of panes that the charts can be divided into. */
export const gridSizes = [1, 2, 4] as const
type GridSize = (typeof gridSizes)[number]

export const workspaceLimits = {
  layouts: 20,
  indicatorSets: 20,
  indicators: 10,
  drawings: 50,
  symbols: 60,
  points: 400,
  nameCharacters: 40,
  textCharacters: 120,
  /** Characters of the whole workspace as JSON. */
  characters: 96_000,
} as const

/** An indicator with its parameters, such as lengths in candles, and the colours of its lines. */
export type IndicatorSetting = { name: string; params: number[]; colours: LineColour[] }

/** A chart: its symbol (empty until the customer chooses one), candle length, type and indicators. */
export type PaneSettings = {
  symbol: string
  candles: ChartInterval
  chartType: ChartType
  indicators: IndicatorSetting[]
}

/** The panes of the charts, and the one whose symbol the ticket shows. */
export type Charts = { grid: GridSize; active: number; panes: PaneSettings[] }
export type Layout = Charts & { name: string }
export type IndicatorSet = { name: string; indicators: IndicatorSetting[] }
