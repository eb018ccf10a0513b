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

/** Panels whose size the customer can change. The chart and the open trades have a height, the others a width. */
export const panelNames = ['list', 'ticket', 'chart', 'open'] as const
export type PanelName = (typeof panelNames)[number]
/** Smallest and largest sizes of panels, in CSS pixels. */
export const panelLimits: Record<PanelName, { least: number; most: number }> = {
  list: { least: 152, most: 420 },
  ticket: { least: 272, most: 480 },
  chart: { least: 320, most: 1200 },
  open: { least: 164, most: 600 },
}
/** Sizes in CSS pixels of the panels that don't have their usual size. */
export type PanelSizes = Partial<Record<PanelName, number>>

/** The panes of the charts, the one whose symbol the ticket shows, and the sizes of the panels around them. */
export type Charts = { grid: GridSize; active: number; panes: PaneSettings[]; panels?: PanelSizes | undefined }
export type Layout = Charts & { name: string }
export type IndicatorSet = { name: string; indicators: IndicatorSetting[] }

/** Actions of the trading screen that have a key. */
export const keyActions = [
  'buy',
  'sell',
  'repeat',
  'reverse',
  'search',
  'amount',
  'more',
  'less',
  'interval_1',
  'interval_2',
  'interval_3',
  'interval_4',
  'interval_5',
  'shorter_candles',
  'longer_candles',
  'candles_5s',
  'candles_15s',
  'candles_1m',
  'candles_5m',
  'candles_1h',
  'favourite',
  'say_price',
  'replay',
  'history',
  'full_screen',
] as const
export type KeyAction = (typeof keyActions)[number]
/** Keys that the customer changed: values of `KeyboardEvent.key`, in lower case. */
export type KeyChoices = Partial<Record<KeyAction, string>>
