import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogue } from '../catalogue.ts'
import { openRecording, rowsOf, symbolOfFile, type RecordedTick, type Recording } from '../replay/recording.ts'
import { layOut, type Track } from '../replay/timeline.ts'
import type { FeedStatus, Source, SourceSink } from '../source.ts'

const pumpEveryMs = 50
/** Rows per batch. */
const rowsAtOnce = 2_000
/** During a clock jump, at most this many rows are pushed before they must be stored. */
const rowsUnstored = 20_000
const dayMs = 86_400_000
/** A symbol whose next price is further away than this is waiting for its recording. */
const quietMs = 60_000
/** File names that count as recordings in a folder. */
const recordingName = /\.(csv|txt|tsv)(\.gz)?$|\.zip$/i

/** Parses `FILE_OR_FOLDER[@SPEED][?loop]`. */
export function parseReplaySetting(setting: string): { location: string; speed: number; loop: boolean } {
  const match = /^(.+?)(?:@(\d+(?:\.\d+)?))?(\?loop)?$/.exec(setting)
  const speed = Number(match?.[2] ?? 1)
  if (!match || !(speed > 0) || speed > 10_000)
    throw new ConfigError('MARKET: use replay:FILE, optionally with @SPEED (up to 10000) and ?loop')
  return { location: path.resolve(match[1]!), speed, loop: match[3] !== undefined }
}

/** Opens the recordings of a replay. Throws `ConfigError` for one that can't be played. */
function openRecordings(location: string, speed: number, nowMs: number): Recording[] {
  if (!existsSync(location)) throw new ConfigError(`MARKET: no recording found at ${location}`)
  const isFolder = statSync(location).isDirectory()
  const files = isFolder
    ? readdirSync(location)
        .filter((name) => recordingName.test(name))
        .sort()
        .map((name) => path.join(location, name))
    : [location]
  const named = files.filter(symbolOfFile)
  if (named.length === 0)
    throw new ConfigError(`MARKET: no file at ${location} has a known symbol in its name, such as EURUSD.csv`)
  const recordings = named.map((file) => openRecording(file, nowMs + dayMs))
  for (const { name, info, gapMs } of recordings) {
    if (gapMs / speed <= info.staleAfterMs) continue
    const least = Math.ceil(gapMs / info.staleAfterMs)
    throw new ConfigError(
      `MARKET: ${name} has a price every ${gapMs / 1000} seconds, but ${info.symbol} is tradable only for ` +
        `${info.staleAfterMs / 1000} seconds after a price. Play it at @${least} or faster`,
    )
  }
  return recordings
}

/**
 * State that a replay saves across restarts: which recordings it played, and when they began on the product's clock.
 */
type PlayedFile = { played: string; startedMs: number }

/**
 * Plays recorded prices on the product's clock: at = start + offset / speed. Recorded gaps are preserved
 * (`timeline.ts`). After a restart, it continues where the recording would be without a restart. At the end of its
 * recordings, a symbol goes stale, or starts again if `?loop` is set.
 */
export class ReplaySource implements Source {
  readonly name: string
  readonly hours = 'always'
  readonly symbols: readonly string[]
  readonly #clock: Platform['clock']
  readonly #log: Platform['log']
  readonly #speed: number
  readonly #loop: boolean
  readonly #tracks: Track[]
  readonly #played: string
  #players: Player[] = []
  #startedMs = 0
  #sink: SourceSink | undefined
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor({ clock, log }: Pick<Platform, 'clock' | 'log'>, setting: string) {
    const { location, speed, loop } = parseReplaySetting(setting)
    const recordings = openRecordings(location, speed, clock.nowMs())
    this.#clock = clock
    this.#log = log
    this.#speed = speed
    this.#loop = loop
    this.name = `replay:${path.basename(location)}`
    this.#tracks = layOut(recordings)
    this.symbols = catalogue
      .map(({ symbol }) => symbol)
      .filter((symbol) => this.#tracks.some((track) => track.symbol === symbol))
    this.#played = createHash('sha256')
      .update(JSON.stringify([speed, loop, recordings.map(({ fingerprint }) => fingerprint)]))
      .digest('hex')
  }

  async start(sink: SourceSink): Promise<void> {
    this.#sink = sink
    const nowMs = this.#clock.nowMs()
    const kept = sink.kept as PlayedFile | undefined
    const continues = kept?.played === this.#played && kept.startedMs <= nowMs
    this.#startedMs = continues ? kept.startedMs : nowMs
    if (!continues) {
      sink.seam?.(this.symbols, 'the recording begins')
      sink.keep?.({ played: this.#played, startedMs: nowMs } satisfies PlayedFile)
    }
    const elapsedMs = (nowMs - this.#startedMs) * this.#speed
    this.#players = this.#tracks.map(
      (track) =>
        new Player(track, this.#loop, elapsedMs, (name, row) =>
          this.#log.warn({ file: name, row }, 'cannot read a row in the recording'),
        ),
    )
    await this.#pump()
    this.#arm()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sink = undefined
    await this.#turn
    for (const player of this.#players) await player.close()
  }

  async advance(): Promise<void> {
    await this.#pump()
  }

  statusOf(symbol: string): FeedStatus | undefined {
    const player = this.#players.find(({ track }) => track.symbol === symbol)
    return (
      player && {
        status: player.status((this.#clock.nowMs() - this.#startedMs) * this.#speed, this.#speed),
        skipped: player.skipped,
      }
    )
  }

  #arm(): void {
    if (!this.#sink) return
    this.#timer = setTimeout(() => {
      this.#pump()
        .catch((error) => this.#log.error({ err: error }, 'the replay failed to produce prices'))
        .finally(() => this.#arm())
    }, pumpEveryMs)
  }

  /** Pushes all rows that are due. */
  #pump(): Promise<void> {
    const done = this.#turn.then(async () => {
      const nowMs = this.#clock.nowMs()
      for (const player of this.#players) await this.#play(player, (nowMs - this.#startedMs) * this.#speed)
      // The next run may still push another tick for the current millisecond.
      this.#sink?.through(nowMs - 1)
    })
    this.#turn = done.catch(() => {})
    return done
  }

  async #play(player: Player, elapsedMs: number): Promise<void> {
    for (let unstored = 0; this.#sink;) {
      const due = await player.take(elapsedMs)
      if (due.length === 0) return
      this.#sink?.push(
        due.map(({ offsetMs, tick: { recordedMs: _, ...tick } }) => ({
          ...tick,
          sourceMs: offsetMs,
          atMs: this.#startedMs + Math.floor(offsetMs / this.#speed),
        })),
      )
      unstored += due.length
      if (unstored < rowsUnstored) continue
      await this.#sink?.stored?.()
      unstored = 0
    }
  }
}

type Due = { offsetMs: number; tick: RecordedTick }

/** Plays one track from a position on its timeline. */
class Player {
  readonly track: Track
  skipped = 0
  readonly #loop: boolean
  readonly #fromMs: number
  readonly #onSkipped: (name: string, row: number) => void
  #ahead: Due | undefined
  #ended = false
  readonly #rows: AsyncGenerator<Due>

  /** Rows before `fromMs` are skipped: they were already played, or no process was running to play them. */
  constructor(track: Track, loop: boolean, fromMs: number, onSkipped: (name: string, row: number) => void) {
    this.track = track
    this.#loop = loop
    this.#fromMs = fromMs
    this.#onSkipped = onSkipped
    this.#rows = this.#read()
  }

  /** Returns rows up to `elapsedMs`, at most `rowsAtOnce`; none if nothing is due. */
  async take(elapsedMs: number): Promise<Due[]> {
    const due: Due[] = []
    while (due.length < rowsAtOnce && !this.#ended) {
      if (!this.#ahead) {
        const next = await this.#rows.next()
        if (next.done) this.#ended = true
        else this.#ahead = next.value
      }
      if (!this.#ahead || this.#ahead.offsetMs > elapsedMs) break
      due.push(this.#ahead)
      this.#ahead = undefined
    }
    return due
  }

  /** Returns the track's status at a position on its timeline. */
  status(elapsedMs: number, speed: number): FeedStatus['status'] {
    if (this.#ended && !this.#ahead) return 'ended'
    // A recorded night or weekend isn't a failure.
    return this.#ahead && this.#ahead.offsetMs - elapsedMs > quietMs * speed ? 'waiting' : 'playing'
  }

  async close(): Promise<void> {
    await this.#rows.return(undefined)
  }

  async *#read(): AsyncGenerator<Due> {
    const { recordings, offsetOf, loopMs, lengthMs } = this.track
    if (!this.#loop && this.#fromMs > lengthMs) return
    const passes = this.#loop ? Math.floor(this.#fromMs / loopMs) : 0
    for (let beforeMs = passes * loopMs; ; beforeMs += loopMs) {
      for (const recording of recordings) {
        if (beforeMs + offsetOf(recording.lastMs) < this.#fromMs) continue
        for await (const tick of rowsOf(recording, (row) => this.#skip(recording.name, row))) {
          const offsetMs = beforeMs + offsetOf(tick.recordedMs)
          if (offsetMs >= this.#fromMs) yield { offsetMs, tick }
        }
      }
      if (!this.#loop) return
    }
  }

  #skip(name: string, row: number): void {
    this.skipped += 1
    if (this.skipped <= 10) this.#onSkipped(name, row)
  }
}
