import { t } from '@lingui/core/macro'
import { type IndicatorSetting, workspaceLimits } from '../../../../api/workspace.ts'

type Indicator = {
  /** The chart library's name. */
  name: string
  /** Full name, if it is clearer than the library's name. */
  label?: () => string
  place: 'price' | 'below'
  /** Default parameters, such as lengths in candles. */
  params: readonly number[]
  /** Number of coloured lines; `params` for one line for each parameter. */
  lines: number | 'params'
}

/**
 * Indicators that work with our candles: the chart library's and those of custom-indicators.ts. Volume indicators are
 * excluded: a quote feed has no volume, and counting ticks would show a different quantity under that name.
 */
export const indicators: readonly Indicator[] = [
  { name: 'MA', label: () => t`Moving average`, place: 'price', params: [9, 21], lines: 'params' },
  { name: 'EMA', label: () => t`Exponential moving average`, place: 'price', params: [9, 21], lines: 'params' },
  { name: 'SMA', label: () => t`Smoothed moving average`, place: 'price', params: [12, 2], lines: 1 },
  { name: 'BOLL', label: () => t`Bollinger bands`, place: 'price', params: [20, 2], lines: 3 },
  { name: 'ICHIMOKU', label: () => t`Ichimoku cloud`, place: 'price', params: [9, 26, 52], lines: 5 },
  { name: 'BBI', label: () => t`Bull and bear index`, place: 'price', params: [3, 6, 12, 24], lines: 1 },
  { name: 'SAR', label: () => t`Parabolic SAR`, place: 'price', params: [2, 2, 20], lines: 0 },
  { name: 'MACD', place: 'below', params: [12, 26, 9], lines: 2 },
  { name: 'RSI', label: () => t`Relative strength index`, place: 'below', params: [14], lines: 'params' },
  { name: 'STOCHRSI', label: () => t`Stochastic RSI`, place: 'below', params: [14, 14, 3, 3], lines: 2 },
  { name: 'ATR', label: () => t`Average true range`, place: 'below', params: [14], lines: 1 },
  { name: 'KDJ', label: () => t`KDJ stochastic`, place: 'below', params: [9, 3, 3], lines: 3 },
  { name: 'CCI', label: () => t`Commodity channel index`, place: 'below', params: [20], lines: 1 },
  { name: 'DMI', label: () => t`Directional movement`, place: 'below', params: [14, 6], lines: 4 },
  { name: 'WR', label: () => t`Williams %R`, place: 'below', params: [6, 10, 14], lines: 'params' },
  { name: 'ROC', label: () => t`Rate of change`, place: 'below', params: [12, 6], lines: 2 },
  { name: 'MTM', label: () => t`Momentum`, place: 'below', params: [12, 6], lines: 2 },
  { name: 'TRIX', place: 'below', params: [12, 9], lines: 2 },
  { name: 'AO', label: () => t`Awesome oscillator`, place: 'below', params: [5, 34], lines: 0 },
  { name: 'BIAS', label: () => t`Bias`, place: 'below', params: [6, 12, 24], lines: 'params' },
  { name: 'BRAR', label: () => t`BRAR sentiment`, place: 'below', params: [26], lines: 2 },
  { name: 'CR', label: () => t`CR energy`, place: 'below', params: [26, 10, 20, 40, 60], lines: 5 },
  { name: 'DMA', label: () => t`Difference of averages`, place: 'below', params: [10, 50, 10], lines: 2 },
  { name: 'PSY', label: () => t`Psychological line`, place: 'below', params: [12, 6], lines: 2 },
]

/** Panes that fit below the price. Adding another one replaces the oldest. */
export const maxPanesBelow = 4

export const indicatorOf = (name: string): Indicator | undefined => indicators.find((one) => one.name === name)

/** Returns the number of lines of an indicator that have a colour. */
export function coloured({ name, params }: Pick<IndicatorSetting, 'name' | 'params'>): number {
  const lines = indicatorOf(name)?.lines ?? 0
  return lines === 'params' ? params.length : lines
}

/** Returns the chosen indicators after switching `name` on, with its default parameters, or off. */
export function toggleIndicator(chosen: readonly IndicatorSetting[], name: string): IndicatorSetting[] {
  if (chosen.some((one) => one.name === name)) return chosen.filter((one) => one.name !== name)
  const below = (one: string) => indicatorOf(one)?.place === 'below'
  const panes = chosen.filter((one) => below(one.name))
  const dropped = below(name) && panes.length >= maxPanesBelow ? panes[0] : undefined
  const kept = chosen.filter((one) => one !== dropped)
  if (kept.length >= workspaceLimits.indicators) return kept
  return [...kept, { name, params: [...(indicatorOf(name)?.params ?? [])], colours: [] }]
}

/** Returns the parameter of a text field; null if it isn't a number from 1 to 1,000. */
export function readParam(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) && value >= 1 && value <= 1000 ? value : null
}
