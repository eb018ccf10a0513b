/** Functions that `dashboard.ts` runs in the page. Each must be complete in itself. */

export type Watched = {
  /** Names the interactions that follow. */
  name(what: string): void
  interactions(): { what: string; ms: number }[]
  /** Milliseconds from each press of `B` to the paint of its countdown. */
  countdowns: number[]
  socket: WebSocket | undefined
  /** The last tick of every symbol. */
  last: Map<string, { symbol: string; seq: number; at: number; bid: string; ask: string; price: string }>
}

/** Records interactions, countdowns and the live socket. Runs before the page’s scripts. */
export function watchPage(): void {
  const page = globalThis as unknown as { watched: Watched; WebSocket: typeof WebSocket }
  const slowest = new Map<number, { what: string; ms: number }>()
  let what = ''
  const note = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as (PerformanceEntry & { interactionId: number })[]) {
      if (!interactionId) continue
      const known = slowest.get(interactionId)
      if (known) known.ms = Math.max(known.ms, duration)
      else slowest.set(interactionId, { what, ms: duration })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const watched: Watched = {
    name: (next) => {
      note(observer.takeRecords())
      what = next
    },
    interactions() {
      note(observer.takeRecords())
      const unreported = (performance as unknown as { interactionCount: number }).interactionCount - slowest.size
      // The browser reports no interactions that take less than 16 ms.
      const fast = Array.from({ length: Math.max(0, unreported) }, () => ({ what: 'others', ms: 16 }))
      return [...slowest.values(), ...fast]
    },
    countdowns: [],
    socket: undefined,
    last: new Map(),
  }
  page.watched = watched

  const timers = () =>
    [...document.querySelectorAll('[role=timer]')].filter((one) => /^\d+:\d\d$/.test(one.textContent))
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key !== 'b') return
      const before = new Set(timers())
      const look = () => {
        if (!timers().some((one) => !before.has(one))) return void requestAnimationFrame(look)
        // Runs after the frame has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => watched.countdowns.push(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    },
    true,
  )

  page.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(url)
      watched.socket = this
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data))
        if (message.kind !== 'ticks') return
        for (const tick of message.ticks)
          if (tick.seq > (watched.last.get(tick.symbol)?.seq ?? 0)) watched.last.set(tick.symbol, tick)
      })
    }
  }
}

/** Resolves with the longest time between two frames, and the slowest script of the longest long frame. */
export async function followFrames(forMs: number): Promise<{ ms: number; cause: string }> {
  type Frame = PerformanceEntry & { scripts: { sourceURL: string; invoker: string; duration: number }[] }
  let slowest: Frame | undefined
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Frame[]) if (entry.duration > (slowest?.duration ?? 0)) slowest = entry
  })
  observer.observe({ type: 'long-animation-frame' })
  const ms = await new Promise<number>((resolve) => {
    const start = performance.now()
    let before = 0
    let longest = 0
    const next = (now: number) => {
      if (before > 0) longest = Math.max(longest, now - before)
      before = now
      if (now - start < forMs) requestAnimationFrame(next)
      else resolve(longest)
    }
    requestAnimationFrame(next)
  })
  observer.disconnect()
  const script = slowest?.scripts.toSorted((a, b) => b.duration - a.duration)[0]
  const cause = slowest
    ? `longest of the browser’s long frames ${slowest.duration.toFixed(0)} ms` +
      (script ? `, in it ${script.invoker} ${script.duration.toFixed(0)} ms` : '')
    : ''
  return { ms, cause }
}

/** Delivers a tick of every symbol for each of `seconds` to the page, and pauses so that timers and frames run. */
export async function growHeap(seconds: number): Promise<number> {
  const { watched } = globalThis as unknown as { watched: Watched }
  const secondsBetweenPauses = 20
  let count = 0
  for (let second = 1; second <= seconds; second++) {
    const ticks = [...watched.last.values()].map((tick) => {
      const digits = tick.price.split('.')[1]?.length ?? 0
      const step = (Math.random() - 0.5) * 20 * 10 ** -digits
      const price = Math.max(10 ** -digits, Number(tick.price) + step).toFixed(digits)
      return { ...tick, seq: tick.seq + 1, at: tick.at + 1000, price, bid: price, ask: price }
    })
    // Ticks of the server that arrive later are older than these, so the page ignores them.
    watched.socket!.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ kind: 'ticks', ticks }) }))
    count += ticks.length
    if (second % secondsBetweenPauses === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  // The page shows prices a moment later.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return count
}
