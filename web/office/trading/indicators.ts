type Indicator = {
  /** The chart library's name. */
  name: string
  label: string
  place: 'price' | 'below'
  /** Lengths in candles, where the library's own are too many lines for a small chart. */
  params?: number[]
}

/**
 * Indicators of the chart library that our candles can feed. Those of traded volume are left out: a quote feed has none, and
 * counting ticks would show a number that is not what its name says.
 */
export const indicators: readonly Indicator[] = [
  { name: 'MA', label: 'Moving average', place: 'price', params: [9, 21] },
  { name: 'EMA', label: 'Exponential moving average', place: 'price', params: [9, 21] },
  { name: 'SMA', label: 'Smoothed moving average', place: 'price' },
  { name: 'BOLL', label: 'Bollinger bands', place: 'price' },
  { name: 'BBI', label: 'Bull and bear index', place: 'price' },
  { name: 'SAR', label: 'Parabolic SAR', place: 'price' },
  { name: 'MACD', label: 'MACD', place: 'below' },
  { name: 'RSI', label: 'Relative strength index', place: 'below', params: [14] },
  { name: 'KDJ', label: 'KDJ stochastic', place: 'below' },
  { name: 'CCI', label: 'Commodity channel index', place: 'below' },
  { name: 'DMI', label: 'Directional movement', place: 'below' },
  { name: 'WR', label: 'Williams %R', place: 'below' },
  { name: 'ROC', label: 'Rate of change', place: 'below' },
  { name: 'MTM', label: 'Momentum', place: 'below' },
  { name: 'TRIX', label: 'TRIX', place: 'below' },
  { name: 'AO', label: 'Awesome oscillator', place: 'below' },
  { name: 'BIAS', label: 'Bias', place: 'below' },
  { name: 'BRAR', label: 'Sentiment BRAR', place: 'below' },
  { name: 'CR', label: 'Energy CR', place: 'below' },
  { name: 'DMA', label: 'Difference of averages', place: 'below' },
  { name: 'PSY', label: 'Psychological line', place: 'below' },
]

/** Panes below the price that fit; a further one takes the place of the oldest. */
export const maxPanesBelow = 2

/** The chosen indicators after `name` was switched on or off. */
export function toggleIndicator(chosen: readonly string[], name: string): string[] {
  if (chosen.includes(name)) return chosen.filter((one) => one !== name)
  const below = (one: string) => indicators.find((indicator) => indicator.name === one)?.place === 'below'
  const panes = chosen.filter(below)
  const dropped = below(name) && panes.length >= maxPanesBelow ? panes[0] : undefined
  return [...chosen.filter((one) => one !== dropped), name]
}
