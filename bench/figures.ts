/**
 * A figure from docs/spec/targets.md, with one ratio for each pair. `worst` says which extreme is unfavourable. The
 * target holds if the median is on the other side of `limit`.
 */
export type Figure = {
  name: string
  words: string
  target: string
  limit: number
  ratios: number[]
  worst: 'least' | 'most'
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns whether a figure reaches its target. */
export function isMet({ limit, ratios, worst }: Pick<Figure, 'limit' | 'ratios' | 'worst'>): boolean {
  return worst === 'least' ? median(ratios) >= limit : median(ratios) <= limit
}

/** Returns the figures as a Markdown table. */
export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, words, target, ratios, worst } = figure
    const bad = worst === 'least' ? Math.min(...ratios) : Math.max(...ratios)
    const cells = [name, words, target, median(ratios).toFixed(2), bad.toFixed(2), ratios.length]
    return `| ${cells.join(' | ')} | ${isMet(figure) ? 'met' : 'missed'} |`
  })
  const head = ['', '| # | figure | target | median | worst | pairs | |', '|---|---|---|---|---|---|---|']
  return [...head, ...rows].join('\n')
}
