import { closeSync, createReadStream, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogue, findSymbol, type SymbolInfo } from '../catalogue.ts'
import { parsePrice } from '../price-text.ts'
import type { Source, SourceSink } from '../source.ts'
import type { RawTick } from '../tick.ts'

/** One row of a recording: its own time and price, and its place in the file. */
export type RecordedTick = Omit<RawTick, 'atMs'> & { recordedMs: number }

const pumpEveryMs = 50
/** Rows that are read ahead of the clock; more would be memory for nothing. */
const readAheadRows = 2_000
/** Between two files of one symbol, and before a recording starts again. */
const pauseMs = 1_000

const barWidths: Record<string, number> = { '1s': 1_000, '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }

/**
 * Reads one recording: quotes (`timestamp_ms,price,bid,ask`), trades (`timestamp_ms,price,size`) or bars
 * (`timestamp_ms,open,high,low,close,volume`, stamped with their start). The symbol is the file name up to the first `_`. A trade has
 * no bid and ask of its own: both are its price. A bar gives its close at its end. `source` names file and row, the
 * first row after the heading being 1. Throws `ConfigError` for a file of another form.
 */
export async function* readRecording(file: string): AsyncGenerator<RecordedTick> {
  const info = symbolOfFile(file)
  const name = path.basename(file)
  if (!info) throw new ConfigError(`MARKET: ${name} does not begin with a symbol of the catalogue`)
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  let row = -1
  let read: ((cells: string[]) => { recordedMs: number; texts: [bid: string, ask: string, price: string] }) | undefined
  for await (const line of lines) {
    row += 1
    if (row === 0) read = rowReader(line, name)
    else if (line !== '') {
      const found = read!(line.split(','))
      if (!Number.isSafeInteger(found.recordedMs)) throw new ConfigError(`MARKET: row ${row} of ${name} does not begin with a time`)
      yield recordedTick(info, found, `replay:${name}#${row}`)
    }
  }
}

function rowReader(heading: string, name: string) {
  const barMs = barWidths[/_(1[smhd])(?=[_.])/.exec(name)?.[1] ?? ''] ?? 60_000
  switch (heading) {
    case 'timestamp_ms,price,bid,ask':
      return ([at, price, bid, ask]: string[]) => ({ recordedMs: Number(at), texts: [bid!, ask!, price!] as [string, string, string] })
    case 'timestamp_ms,price,size':
      return ([at, price]: string[]) => ({ recordedMs: Number(at), texts: [price!, price!, price!] as [string, string, string] })
    case 'timestamp_ms,open,high,low,close,volume':
      return ([at, , , , close]: string[]) => ({ recordedMs: Number(at) + barMs, texts: [close!, close!, close!] as [string, string, string] })
    default:
      throw new ConfigError(`MARKET: ${name} is no recording of quotes, trades or bars`)
  }
}

/** A row that is no price gets NaN, so that the gate refuses and counts it. */
function recordedTick(info: SymbolInfo, { recordedMs, texts }: { recordedMs: number; texts: [string, string, string] }, source: string): RecordedTick {
  const [bid, ask, price] = texts.map((text) => parsePrice(text ?? '', info) ?? Number.NaN)
  return { symbol: info.symbol, recordedMs, bid: bid!, ask: ask!, price: price!, source }
}

function symbolOfFile(file: string): SymbolInfo | undefined {
  return findSymbol(path.basename(file).split('_')[0]!)
}

/** `FILE_OR_FOLDER[@SPEED][?loop]` */
export function parseReplaySetting(setting: string): { location: string; speed: number; loop: boolean } {
  const match = /^(.+?)(?:@(\d+(?:\.\d+)?))?(\?loop)?$/.exec(setting)
  const speed = Number(match?.[2] ?? 1)
  if (!match || !(speed > 0) || speed > 10_000) throw new ConfigError('MARKET: a replay is written replay:FILE, with @SPEED (up to 10000) and ?loop if wanted')
  return { location: path.resolve(match[1]!), speed, loop: match[3] !== undefined }
}

/** The files of a replay by symbol, in order of their names. */
function filesBySymbol(location: string): Map<string, string[]> {
  if (!existsSync(location)) throw new ConfigError(`MARKET: there is no recording at ${location}`)
  const files = statSync(location).isDirectory() ? readdirSync(location).filter((name) => name.endsWith('.csv')).sort().map((name) => path.join(location, name)) : [location]
  const found = new Map<string, string[]>()
  for (const info of catalogue) {
    const own = files.filter((file) => symbolOfFile(file) === info)
    if (own.length > 0) found.set(info.symbol, own)
  }
  if (found.size === 0) throw new ConfigError(`MARKET: no file at ${location} begins with a symbol of the catalogue`)
  for (const file of [...found.values()].flat()) rowReader(headingOf(file), path.basename(file))
  return found
}

function headingOf(file: string): string {
  const start = Buffer.alloc(200)
  try {
    const descriptor = openSync(file, 'r')
    const bytes = readSync(descriptor, start)
    closeSync(descriptor)
    return start.toString('utf8', 0, bytes).split(/\r?\n/)[0]!
  } catch (error) {
    throw new ConfigError(`MARKET: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/**
 * Recorded prices on the product's clock: at = start + (recorded - first recorded) / speed, so that recorded gaps are kept. The
 * files of one symbol play one after another. At the end the symbol goes stale, or with `?loop` starts again.
 */
export class ReplaySource implements Source {
  readonly name: string
  readonly hours = 'always'
  readonly symbols: readonly string[]
  private readonly clock: Platform['clock']
  private readonly log: Platform['log']
  private readonly speed: number
  private readonly tracks: Track[]
  private startedMs: number | undefined
  private sink: SourceSink | undefined
  private timer: NodeJS.Timeout | undefined
  private turn: Promise<void> = Promise.resolve()

  constructor({ clock, log }: Pick<Platform, 'clock' | 'log'>, setting: string) {
    const { location, speed, loop } = parseReplaySetting(setting)
    const files = filesBySymbol(location)
    this.clock = clock
    this.log = log
    this.speed = speed
    this.name = `replay:${path.basename(location)}`
    this.symbols = [...files.keys()]
    this.tracks = [...files.values()].map((own) => new Track(own, loop))
  }

  async start(sink: SourceSink): Promise<void> {
    this.sink = sink
    // After a pause the recording is where it would be without one.
    this.startedMs ??= this.clock.nowMs()
    await this.pump()
    this.arm()
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.sink = undefined
    await this.turn
  }

  async advance(): Promise<void> {
    await this.pump()
  }

  private arm(): void {
    if (!this.sink) return
    this.timer = setTimeout(() => {
      this.pump().catch((error) => this.log.error({ err: error }, 'replay stands still')).finally(() => this.arm())
    }, pumpEveryMs)
  }

  /** Hands over what is due by now. */
  private pump(): Promise<void> {
    const done = this.turn.then(async () => {
      const nowMs = this.clock.nowMs()
      const elapsedMs = (nowMs - this.startedMs!) * this.speed
      for (const track of this.tracks) {
        for (;;) {
          const due = await track.take(elapsedMs)
          if (due.length === 0) break
          this.sink?.push(due.map(({ offsetMs, tick: { recordedMs: _, ...tick } }) => ({ ...tick, atMs: this.startedMs! + Math.floor(offsetMs / this.speed) })))
        }
      }
      // A tick of this very millisecond may still be handed over with the next turn.
      this.sink?.through(nowMs - 1)
    })
    this.turn = done.catch(() => {})
    return done
  }
}

type Due = { offsetMs: number; tick: RecordedTick }

/** The files of one symbol on one time line that starts at 0. */
class Track {
  private readonly files: string[]
  private readonly loop: boolean
  private ahead: Due | undefined
  private readonly rows: AsyncGenerator<Due>

  constructor(files: string[], loop: boolean) {
    this.files = files
    this.loop = loop
    this.rows = this.read()
  }

  /** Rows up to `elapsedMs`, at most `readAheadRows` at a time; none when all that is due was taken. */
  async take(elapsedMs: number): Promise<Due[]> {
    const due: Due[] = []
    while (due.length < readAheadRows) {
      this.ahead ??= (await this.rows.next()).value as Due | undefined
      if (!this.ahead || this.ahead.offsetMs > elapsedMs) break
      due.push(this.ahead)
      this.ahead = undefined
    }
    return due
  }

  private async *read(): AsyncGenerator<Due> {
    let offsetMs = 0
    let rows: number
    do {
      rows = 0
      for (const file of this.files) {
        let firstMs: number | undefined
        let lengthMs = 0
        for await (const tick of readRecording(file)) {
          rows += 1
          firstMs ??= tick.recordedMs
          const atMs = tick.recordedMs - firstMs
          lengthMs = Math.max(lengthMs, atMs)
          yield { offsetMs: offsetMs + atMs, tick }
        }
        offsetMs += lengthMs + pauseMs
      }
      // A recording without a row would start again without end.
    } while (this.loop && rows > 0)
  }
}
