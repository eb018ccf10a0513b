/** A figure from docs/spec/targets.md, with one ratio for each pair. `worst` says which extreme is unfavourable. */
export type Figure = { name: string; words: string; target: string; ratios: number[]; worst: 'least' | 'most' }

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the figures as a Markdown table. */
export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, words, target, ratios, worst }) => {
    const bad = worst === 'least' ? Math.min(...ratios) : Math.max(...ratios)
    return `| ${name} | ${words} | ${target} | ${median(ratios).toFixed(2)} | ${bad.toFixed(2)} | ${ratios.length} |`
  })
  return ['', '| # | figure | target | median | worst | pairs |', '|---|---|---|---|---|---|', ...rows].join('\n')
}
