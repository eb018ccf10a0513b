import type { CandleType, DeepPartial, Styles } from 'klinecharts'
import { type ChartType, type LineColour, lineColours } from '../../../../api/workspace.ts'

/** Colours of the current theme, resolved for use on a canvas. */
export type ChartColors = {
  up: string
  down: string
  upSoft: string
  downSoft: string
  ink: string
  muted: string
  grid: string
  line: string
  surface: string
  accent: string
  accentSoft: string
  onUp: string
  onDown: string
  /** Colours of indicator lines, unless the customer chose others. */
  series: string[]
  named: Record<LineColour, string>
  namedSoft: Record<LineColour, string>
}

const hues: Record<Exclude<LineColour, 'ink'>, number> = {
  blue: 255,
  teal: 195,
  green: 150,
  yellow: 95,
  orange: 55,
  red: 25,
  pink: 350,
  violet: 300,
}

/** Returns a named colour as CSS, with the lightness of the theme's accent and at least its chroma. */
export const namedColor = (name: LineColour) =>
  name === 'ink' ? 'var(--ink)' : `oklch(from var(--accent) l max(c, 0.14) ${hues[name]})`

export const seriesColours = ['orange', 'teal', 'violet', 'pink', 'green'] as const satisfies readonly LineColour[]

const eachColour = (colorOf: (name: LineColour) => string) =>
  Object.fromEntries(lineColours.map((name) => [name, colorOf(name)])) as Record<LineColour, string>

/** Reads the current values of the tokens in tokens.css for `element`. Call it again when the theme changes. */
export function readChartColors(element: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  probe.hidden = true
  element.append(probe)
  const resolve = (color: string) => {
    probe.style.color = color
    return getComputedStyle(probe).color
  }
  const soft = (token: string, percent: number) => resolve(`color-mix(in srgb, var(${token}) ${percent}%, transparent)`)
  const colors: ChartColors = {
    up: resolve('var(--up)'),
    down: resolve('var(--down)'),
    upSoft: soft('--up', 16),
    downSoft: soft('--down', 16),
    ink: resolve('var(--ink)'),
    muted: resolve('var(--ink-3)'),
    grid: soft('--line', 70),
    line: resolve('var(--line)'),
    surface: resolve('var(--surface)'),
    accent: resolve('var(--accent)'),
    accentSoft: soft('--accent', 18),
    onUp: resolve('var(--on-up)'),
    onDown: resolve('var(--on-down)'),
    named: eachColour((name) => resolve(namedColor(name))),
    namedSoft: eachColour((name) => resolve(`color-mix(in srgb, ${namedColor(name)} 14%, transparent)`)),
    series: seriesColours.map((name) => resolve(namedColor(name))),
  }
  probe.remove()
  return colors
}

const font = "'Geist Variable', ui-sans-serif, system-ui, sans-serif"

const candleTypes: Record<ChartType, CandleType> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  heikin: 'candle_solid',
  area: 'area',
  baseline: 'area',
  line: 'area',
}

/** Returns the styles of the chart. `compact` omits details that don't fit on a narrow screen. */
export function chartStyles(colors: ChartColors, type: ChartType, compact: boolean): DeepPartial<Styles> {
  const text = { family: font, size: 11, weight: 'normal', color: colors.muted }
  const axis = { axisLine: { show: false }, tickLine: { show: false }, tickText: text }
  const grid = { style: 'solid' as const, color: colors.grid }
  const crosshair = {
    line: { color: colors.muted, dashedValue: [3, 3] },
    text: { ...text, color: colors.surface, backgroundColor: colors.ink, borderColor: colors.ink, borderRadius: 4 },
  }
  const filled = { upColor: colors.up, downColor: colors.down, noChangeColor: colors.muted }
  const drawn = {
    color: colors.accent,
    borderColor: colors.accentSoft,
    activeColor: colors.accent,
    activeBorderColor: colors.accentSoft,
  }
  const shape = { color: colors.accentSoft, borderColor: colors.accent }
  return {
    grid: { horizontal: grid, vertical: { ...grid, show: !compact } },
    candle: candleStyles(colors, type, compact, text),
    indicator: {
      lines: colors.series.map((color) => ({
        color,
        size: 1.25,
        style: 'solid' as const,
        smooth: false,
        dashedValue: [2, 2],
      })),
      bars: [
        { ...filled, style: 'fill' as const, borderStyle: 'solid' as const, borderSize: 0, borderDashedValue: [2, 2] },
      ],
      circles: [
        { ...filled, style: 'fill' as const, borderStyle: 'solid' as const, borderSize: 0, borderDashedValue: [2, 2] },
      ],
      ohlc: filled,
      tooltip: { title: text, legend: text, showRule: compact ? 'follow_cross' : 'always' },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: colors.line, activeBackgroundColor: colors.accentSoft },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: {
      point: drawn,
      line: { color: colors.accent, size: 1.5 },
      rect: shape,
      polygon: shape,
      circle: shape,
      arc: { color: colors.accent },
      text: { ...text, color: colors.accent, backgroundColor: 'transparent', borderColor: 'transparent' },
    },
  }
}

function candleStyles(
  colors: ChartColors,
  type: ChartType,
  compact: boolean,
  text: object,
): DeepPartial<Styles['candle']> {
  const { muted } = colors
  // Heikin-Ashi candles and the baseline are drawn by indicators (custom-indicators.ts) instead.
  const [up, down] = type === 'heikin' ? ['transparent', 'transparent'] : [colors.up, colors.down]
  const extreme = { show: !compact, color: muted, textFamily: font, textSize: 11 }
  return {
    type: candleTypes[type],
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: type === 'heikin' ? up : muted,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: type === 'heikin' ? up : muted,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: type === 'heikin' ? up : muted,
    },
    area: {
      lineColor: type === 'baseline' ? 'transparent' : colors.accent,
      lineSize: 1.75,
      backgroundColor:
        type === 'line' || type === 'baseline'
          ? 'transparent'
          : [
              { offset: 0, color: 'transparent' },
              { offset: 1, color: colors.accentSoft },
            ],
      point: {
        show: true,
        color: colors.accent,
        rippleColor: colors.accentSoft,
        radius: 3,
        rippleRadius: 6,
        animation: false,
      },
    },
    priceMark: {
      high: extreme,
      low: extreme,
      last: {
        upColor: colors.up,
        downColor: colors.down,
        noChangeColor: muted,
        line: { dashedValue: [2, 3] },
        text: { ...text, color: colors.surface, borderRadius: 4, weight: '600', paddingLeft: 5, paddingRight: 5 },
      },
    },
    tooltip: {
      showRule: compact ? 'follow_cross' : 'always',
      title: { ...text, show: false },
      legend: {
        ...text,
        template: [
          { title: 'O', value: '{open}' },
          { title: 'H', value: '{high}' },
          { title: 'L', value: '{low}' },
          { title: 'C', value: '{close}' },
        ],
      },
    },
  }
}
