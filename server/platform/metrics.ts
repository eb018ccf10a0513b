import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  counter(name: string, help: string, labels?: string[]): Counter
  gauge(name: string, help: string, read?: () => number): Gauge
  /** Adds a gauge with one label, read at each scrape. If reading fails, the previous values are kept. */
  gaugeBy(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  histogram(name: string, help: string, buckets: number[], labels?: string[]): Histogram
}

/**
 * Creates a metrics registry. Each platform has a separate one, so that tests can run several platforms in one process.
 * Names get the prefix `tallystick_`.
 */
export function createMetrics(withProcessMetrics: boolean): Metrics {
  const registry = new Registry()
  const prefix = 'tallystick_'
  if (withProcessMetrics) collectDefaultMetrics({ register: registry, prefix })
  const registers = [registry]
  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name: prefix + name, help, labelNames: labels, registers }),
    gauge: (name, help, read) =>
      new Gauge({
        name: prefix + name,
        help,
        registers,
        ...(read && {
          collect(this: Gauge) {
            this.set(read())
          },
        }),
      }),
    gaugeBy: (name, help, label, read) =>
      void new Gauge({
        name: prefix + name,
        help,
        labelNames: [label],
        registers,
        async collect(this: Gauge) {
          const values = await read().catch(() => undefined)
          if (!values) return
          this.reset()
          for (const [value, count] of values) this.set({ [label]: value }, count)
        },
      }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name: prefix + name, help, buckets, labelNames: labels, registers }),
  }
}
