import { createHash } from 'node:crypto'
import path from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import { findSymbol, type SymbolInfo } from '../catalogue.ts'
import { parsePrice } from '../price-text.ts'
import type { RawTick } from '../tick.ts'
import { linesOf, readEnds, type FileEnds } from './read-lines.ts'
import { recogniseFile, wanted, type RecognisedFile } from './recognise.ts'
import type { RecordedRow } from './recording-format.ts'

/** One row of a recording, with its recorded time and its position in the file. */
export type RecordedTick = Omit<RawTick, 'atMs'> & { recordedMs: number }

/** A recording whose file was inspected. Times are as in the file, except that a bar's time is its end. */
export type Recording = {
  file: string
  name: string
  info: SymbolInfo
  reader: RecognisedFile
  firstMs: number
  /** Time of the last row; the time of inspection if the end is unknown. */
  lastMs: number
  /** Width of the bars; 0 for ticks. */
  barMs: number
  /** Median time between prices. */
  gapMs: number
  /** Changes if the file changes. */
  fingerprint: string
}

const barWidths: Record<string, number> = { '1s': 1_000, '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }
const longestShown = 80

/**
 * Returns the symbol in a file's name, such as EURUSD.csv, EURUSD_tick_2014.csv, BTCUSDT-1m-2024-01.zip or
 * DAT_ASCII_EURUSD_M1_2014.csv.
 */
export function symbolOfFile(file: string): SymbolInfo | undefined {
  for (const word of path
    .basename(file)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)) {
    const name = word.replace(/(?<=^[A-Z]{6})(M\d+|H\d+|D1)$/, '')
    const info = findSymbol(name) ?? findSymbol(name.replace(/USD[TC]$/, 'USD'))
    if (info) return info
  }
  return undefined
}

/**
 * Inspects a recording. Throws `ConfigError` with one line that states what was found and what is expected. Rows with
 * times after `nowMs` count as unreadable.
 */
export function openRecording(file: string, nowMs: number): Recording {
  const name = path.basename(file)
  const refuse = (found: string) => new ConfigError(`MARKET: ${name} ${found}`)
  const info = symbolOfFile(file)
  if (!info) throw refuse('has no known symbol in its name. Expected: a name such as EURUSD.csv')
  const ends = endsOf(file, refuse)
  const first = ends.head.find((line) => line.trim() !== '')
  if (first === undefined) throw refuse('is empty')
  const reader = recogniseFile(first)
  if (!reader) throw refuse(`starts with "${first.slice(0, longestShown)}". Expected: ${wanted}`)
  const rowsOf = (lines: readonly string[]) =>
    lines.filter((line) => line.trim() !== '').map((line) => ({ line, row: reader.read(reader.split(line)) }))
  const head = rowsOf(ends.head).slice(reader.hasHeading ? 1 : 0)
  if (head.length === 0) throw refuse('has a header but no rows')
  const good = head.filter(({ row }) => row && row.recordedMs <= nowMs && hasPrice(row, info))
  if (good.length * 2 < head.length)
    throw refuse(
      `has unreadable rows, such as "${badRow(head, good).slice(0, longestShown)}". ` +
        'Expected: a time and a price in each row',
    )
  const times = good.map(({ row }) => row!.recordedMs)
  const tailTimes = rowsOf(ends.tail ?? []).flatMap(({ row }) =>
    row && row.recordedMs <= nowMs ? [row.recordedMs] : [],
  )
  if (falls(times) || (tailTimes.length > 0 && Math.max(...tailTimes) < times[0]!))
    throw refuse('goes back in time. Expected: the oldest row first')
  const barMs =
    reader.kind === 'bars' ? (barWidths[/_(1[smhd])(?=[_.])/.exec(name)?.[1] ?? ''] ?? smallestGap(times)) : 0
  return {
    file,
    name,
    info,
    reader,
    barMs,
    firstMs: times[0]! + barMs,
    lastMs: (ends.tail ? Math.max(...tailTimes, ...times) : nowMs) + barMs,
    gapMs: middleGap(times),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([name, ends.size, ends.head, ends.tail]))
      .digest('hex'),
  }
}

function endsOf(file: string, refuse: (found: string) => ConfigError): FileEnds {
  try {
    return readEnds(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw refuse(`cannot be read (${code ?? message})`)
  }
}

const hasPrice = ({ bid, ask, price }: RecordedRow, info: SymbolInfo) =>
  [bid, ask, price ?? bid].every((text) => parsePrice(text, info) !== undefined)
const badRow = (rows: readonly { line: string }[], good: readonly { line: string }[]) =>
  rows.find((each) => !good.includes(each))!.line

/** Returns whether more rows go back in time than forward. */
function falls(times: readonly number[]): boolean {
  const steps = times.slice(1).map((atMs, i) => Math.sign(atMs - times[i]!))
  return steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length
}

function gapsOf(times: readonly number[]): number[] {
  return times
    .slice(1)
    .map((atMs, i) => atMs - times[i]!)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b)
}

const smallestGap = (times: readonly number[]) => gapsOf(times)[0] ?? 60_000

function middleGap(times: readonly number[]): number {
  const gaps = gapsOf(times)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}

/**
 * Reads the rows of a recording. Rows with an unreadable time, or a time after the last row's, are skipped and reported
 * to `onSkipped`. A row without a price gets NaN, so that the gate refuses and counts it. `source` names the file and
 * the row, counted from 1 after the header.
 */
export async function* rowsOf(
  recording: Recording,
  onSkipped: (row: number) => void = () => {},
): AsyncGenerator<RecordedTick> {
  const { file, name, info, reader, barMs, lastMs } = recording
  let row = reader.hasHeading ? -1 : 0
  for await (const line of linesOf(file)) {
    row += 1
    if (row === 0 || line.trim() === '') continue
    const found = reader.read(reader.split(line))
    if (!found || found.recordedMs + barMs > lastMs) onSkipped(row)
    else
      yield {
        ...pricesOf(info, found),
        symbol: info.symbol,
        recordedMs: found.recordedMs + barMs,
        source: `replay:${name}#${row}`,
      }
  }
}

function pricesOf(info: SymbolInfo, row: RecordedRow): { bid: number; ask: number; price: number } {
  const [bid, ask] = [row.bid, row.ask].map((text) => parsePrice(text, info) ?? Number.NaN) as [number, number]
  const price = row.price === undefined ? Math.floor((bid + ask) / 2) : (parsePrice(row.price, info) ?? Number.NaN)
  return { bid, ask, price }
}
