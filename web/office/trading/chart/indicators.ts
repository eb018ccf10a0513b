import { t } from '@lingui/core/macro'

type Indicator = {
  /** The chart library's name. */
  name: string
  /** Full name, if it is clearer than the library's name. */
  label?: () => string
  place: 'price' | 'below'
  /** Lengths in candles, if the library's defaults draw too many lines for a small chart. */
  params?: number[]
}

/**
 * Indicators of the chart library that work with our candles. Volume indicators are excluded: a quote feed has no
 * volume, and counting ticks would show a different quantity under that name.
 */
export const indicators: readonly Indicator[] = [
  { name: 'MA', label: () => t`Moving average`, place: 'price', params: [9, 21] },
  { name: 'EMA', label: () => t`Exponential moving average`, place: 'price', params: [9, 21] },
  { name: 'SMA', label: () => t`Smoothed moving average`, place: 'price' },
  { name: 'BOLL', label: () => t`Bollinger bands`, place: 'price' },
  { name: 'BBI', label: () => t`Bull and bear index`, place: 'price' },
  { name: 'SAR', label: () => t`Parabolic SAR`, place: 'price' },
  { name: 'MACD', place: 'below' },
  { name: 'RSI', label: () => t`Relative strength index`, place: 'below', params: [14] },
  { name: 'KDJ', label: () => t`KDJ stochastic`, place: 'below' },
  { name: 'CCI', label: () => t`Commodity channel index`, place: 'below' },
  { name: 'DMI', label: () => t`Directional movement`, place: 'below' },
  { name: 'WR', label: () => t`Williams %R`, place: 'below' },
  { name: 'ROC', label: () => t`Rate of change`, place: 'below' },
  { name: 'MTM', label: () => t`Momentum`, place: 'below' },
  { name: 'TRIX', place: 'below' },
  { name: 'AO', label: () => t`Awesome oscillator`, place: 'below' },
  { name: 'BIAS', label: () => t`Bias`, place: 'below' },
  { name: 'BRAR', label: () => t`BRAR sentiment`, place: 'below' },
  { name: 'CR', label: () => t`CR energy`, place: 'below' },
  { name: 'DMA', label: () => t`Difference of averages`, place: 'below' },
  { name: 'PSY', label: () => t`Psychological line`, place: 'below' },
]

/** Panes that fit below the price. Adding another one replaces the oldest. */
const maxPanesBelow = 2

/** Returns the chosen indicators after switching `name` on or off. */
export function toggleIndicator(chosen: readonly string[], name: string): string[] {
  if (chosen.includes(name)) return chosen.filter((one) => one !== name)
  const below = (one: string) => indicators.find((indicator) => indicator.name === one)?.place === 'below'
  const panes = chosen.filter(below)
  const dropped = below(name) && panes.length >= maxPanesBelow ? panes[0] : undefined
  return [...chosen.filter((one) => one !== dropped), name]
}
