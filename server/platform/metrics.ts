import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  counter(name: string, help: string, labels?: string[]): Counter
  gauge(name: string, help: string, read?: () => number): Gauge
  histogram(name: string, help: string, buckets: number[], labels?: string[]): Histogram
}

/** A registry of its own for each process part, so that tests can run many in one process. Names get the prefix `tallystick_`. */
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
    histogram: (name, help, buckets, labels = []) => new Histogram({ name: prefix + name, help, buckets, labelNames: labels, registers }),
  }
}
