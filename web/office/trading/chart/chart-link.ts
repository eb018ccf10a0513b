import type { PriceChart } from './price-chart.ts'

/** Shows the crosshair of one chart on all others, and scrolls and zooms those with the same candle length. */
export class ChartLink {
  readonly #charts = new Set<PriceChart>()
  /** Moving a linked chart reports its own movement, which must not come back. */
  #moving = false

  /** Adds a chart. Returns a function that removes it. */
  add(chart: PriceChart): () => void {
    this.#charts.add(chart)
    const stop = chart.onMoved({
      crosshair: () => {
        const at = chart.crosshair()
        this.#moveOthers(chart, (other) => other.showCrosshair(at))
      },
      left: () => this.#moveOthers(chart, (other) => other.showCrosshair(null)),
      view: () => {
        const view = chart.position()
        if (view) this.#moveOthers(chart, (other) => other.interval === chart.interval && other.moveTo(view))
      },
    })
    return () => {
      this.#charts.delete(chart)
      stop()
    }
  }

  #moveOthers(chart: PriceChart, move: (other: PriceChart) => void): void {
    if (this.#moving) return
    this.#moving = true
    for (const other of this.#charts) if (other !== chart) move(other)
    this.#moving = false
  }
}
