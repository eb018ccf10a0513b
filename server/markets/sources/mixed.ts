import { ConfigError } from '../../platform/config.ts'
import { catalogue } from '../catalogue.ts'
import type { FeedStatus, Source, SourceHours, SourceSink } from '../source.ts'

/** A source and the symbols that it feeds. */
export type Part = { source: Source; symbols: ReadonlySet<string> }

/** Returns symbols by name or class, as in `[crypto,EURUSD]`. Throws `ConfigError` for an unknown one. */
export function namedSymbols(text: string): string[] {
  return text.split(',').flatMap((name) => {
    const found = catalogue.filter((info) => info.class === name.toLowerCase() || info.symbol === name.toUpperCase())
    if (found.length === 0) throw new ConfigError(`MARKET: unknown symbol or class ${name}`)
    return found.map(({ symbol }) => symbol)
  })
}

/**
 * Assigns each symbol to the first source that has it. `only`: limits a source to these symbols. Throws `ConfigError`
 * if a source gets none.
 */
export function shareSymbols(sources: readonly { source: Source; only: readonly string[] | undefined }[]): Part[] {
  const taken = new Set<string>()
  return sources.map(({ source, only }) => {
    const symbols = source.symbols.filter((symbol) => !taken.has(symbol) && (only?.includes(symbol) ?? true))
    if (symbols.length === 0) throw new ConfigError(`MARKET: ${source.name} has no symbols left to feed`)
    for (const symbol of symbols) taken.add(symbol)
    return { source, symbols: new Set(symbols) }
  })
}

/** Combines several sources, for example live coins and simulated currencies. Exactly one source feeds each symbol. */
export class MixedSource implements Source {
  readonly name: string
  readonly hours = 'always'
  readonly symbols: readonly string[]
  readonly maxAheadMs?: number
  readonly warmUpMs: number
  readonly #parts: readonly Part[]
  readonly #kept = new Map<string, unknown>()

  constructor(parts: readonly Part[]) {
    this.#parts = parts
    this.name = parts.map(({ source }) => source.name).join('+')
    this.symbols = parts.flatMap(({ symbols }) => [...symbols])
    const ahead = parts.flatMap(({ source }) => source.maxAheadMs ?? [])
    if (ahead.length > 0) this.maxAheadMs = Math.min(...ahead)
    this.warmUpMs = Math.max(...parts.map(({ source }) => source.warmUpMs ?? 0))
  }

  nameOf(symbol: string): string {
    return this.#partOf(symbol)?.source.name ?? this.name
  }

  hoursOf(symbol: string): SourceHours {
    return this.#partOf(symbol)?.source.hours ?? 'always'
  }

  statusOf(symbol: string): FeedStatus | undefined {
    return this.#partOf(symbol)?.source.statusOf?.(symbol)
  }

  async check(): Promise<void> {
    for (const { source } of this.#parts) await source.check?.()
  }

  async start(sink: SourceSink): Promise<void> {
    const kept = (sink.kept ?? {}) as Record<string, unknown>
    for (const { source } of this.#parts)
      if (kept[source.name] !== undefined) this.#kept.set(source.name, kept[source.name])
    await Promise.all(this.#parts.map((part) => part.source.start(this.#sinkOf(part, sink, kept[part.source.name]))))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#parts.map(({ source }) => source.stop()))
  }

  async maintain(): Promise<void> {
    for (const { source } of this.#parts) await source.maintain?.()
  }

  async advance(fromMs: number, toMs: number): Promise<void> {
    for (const { source } of this.#parts) await source.advance?.(fromMs, toMs)
  }

  #partOf(symbol: string): Part | undefined {
    return this.#parts.find(({ symbols }) => symbols.has(symbol))
  }

  /** Returns a sink that limits a source to its own symbols. */
  #sinkOf({ source, symbols }: Part, sink: SourceSink, kept: unknown): SourceSink {
    const own = (some: readonly string[]) => some.filter((symbol) => symbols.has(symbol))
    return {
      kept,
      push: (ticks) => sink.push(ticks.filter(({ symbol }) => symbols.has(symbol))),
      through: (atMs, some) => sink.through(atMs, some ? own(some) : [...symbols]),
      stored: async () => sink.stored?.(),
      seam: (some, reason) => sink.seam?.(own(some), reason),
      keep: (state) => {
        this.#kept.set(source.name, state)
        sink.keep?.(Object.fromEntries(this.#kept))
      },
    }
  }
}
