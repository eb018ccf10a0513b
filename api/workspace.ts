import { z } from 'zod'

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
export type GridSize = (typeof gridSizes)[number]

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

const symbol = z.string().regex(/^[A-Z0-9]{0,12}$/)
const name = z.string().trim().min(1).max(workspaceLimits.nameCharacters)

/** An indicator with its parameters, such as lengths in candles, and the colours of its lines. */
export const indicatorSetting = z.object({
  name: z.string().regex(/^[A-Z]{1,12}$/),
  params: z.array(z.number().min(0.001).max(1000)).max(8),
  colours: z.array(z.enum(lineColours)).max(8),
})
export type IndicatorSetting = z.infer<typeof indicatorSetting>

/** A chart: its symbol (empty until the customer chooses one), candle length, type and indicators. */
export const paneSettings = z.object({
  symbol,
  candles: z.enum(chartIntervals),
  chartType: z.enum(chartTypes),
  indicators: z.array(indicatorSetting).max(workspaceLimits.indicators),
})
export type PaneSettings = z.infer<typeof paneSettings>

/** A drawing: the name of the tool, and points with a time in epoch milliseconds and a price. */
export const drawing = z.object({
  name: z.string().regex(/^[a-zA-Z]{1,30}$/),
  points: z
    .array(z.object({ timestamp: z.number().optional(), value: z.number().optional() }))
    .max(workspaceLimits.points),
  text: z.string().max(workspaceLimits.textCharacters).optional(),
  colour: z.enum(lineColours).optional(),
  locked: z.boolean().optional(),
})
export type Drawing = z.infer<typeof drawing>

const charts = {
  grid: z.union(gridSizes.map((size) => z.literal(size))),
  /** The pane whose symbol the ticket shows. */
  active: z.number().int().min(0).max(3),
  panes: z.array(paneSettings).min(1).max(4),
}

export const layout = z.object({ name, ...charts })
export type Layout = z.infer<typeof layout>

export const indicatorSet = z.object({
  name,
  indicators: z.array(indicatorSetting).max(workspaceLimits.indicators),
})
export type IndicatorSet = z.infer<typeof indicatorSet>

/** The charts of a customer's trading screen. `format` changes when stored contents can no longer be read. */
export const workspaceContent = z
  .object({
    format: z.literal(1),
    ...charts,
    layouts: z.array(layout).max(workspaceLimits.layouts),
    indicatorSets: z.array(indicatorSet).max(workspaceLimits.indicatorSets),
    drawings: z
      .record(z.string().regex(/^[A-Z0-9]{1,12}$/), z.array(drawing).max(workspaceLimits.drawings))
      .refine((bySymbol) => Object.keys(bySymbol).length <= workspaceLimits.symbols),
  })
  .refine((content) => JSON.stringify(content).length <= workspaceLimits.characters)
export type WorkspaceContent = z.infer<typeof workspaceContent>
