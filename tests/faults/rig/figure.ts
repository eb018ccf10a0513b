/** One row of the report. `verdict` is `skipped` when this machine can't run the rig; `measured` says why. */
export type Figure = {
  id: string
  name: string
  target: string
  measured: string
  verdict: 'met' | 'missed' | 'skipped'
  details: string[]
}

export const figure = (
  id: string,
  name: string,
  target: string,
  measured: string,
  isMet: boolean,
  details: string[] = [],
): Figure => ({
  id,
  name,
  target,
  measured,
  verdict: isMet ? 'met' : 'missed',
  details,
})

export const skipped = (id: string, name: string, target: string, reason: string): Figure => ({
  id,
  name,
  target,
  measured: reason,
  verdict: 'skipped',
  details: [],
})

/** Returns a row of a Markdown table. Escapes vertical bars in the cells and replaces line breaks. */
const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`

/** Returns the report as Markdown: a table of figures, then the details of each. */
export function reportOf(figures: Figure[], heading: string[]): string {
  const table = [row(['figure', 'what', 'target', 'measured', 'verdict']), row(['---', '---', '---', '---', '---'])]
  for (const { id, name, target, measured, verdict } of figures) table.push(row([id, name, target, measured, verdict]))
  const details = figures
    .filter((one) => one.details.length > 0)
    .flatMap((one) => ['', `## ${one.id}`, '', ...one.details.map((line) => `- ${line}`)])
  return [...heading, '', ...table, ...details, ''].join('\n')
}

export const milliseconds = (value: number) => `${Math.round(value)} ms`

/** Returns the value below which the given share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
