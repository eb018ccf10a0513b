/**
 * Serialises runs of `work` in this process for all callers, such as a loop, a clock advance or another module. A
 * failed run rejects only for its own caller, and the next one starts as usual.
 */
export function oneAtATime<T>(work: () => Promise<T>) {
  let running: Promise<unknown> = Promise.resolve()
  return {
    run(): Promise<T> {
      const turn = running.catch(() => {}).then(work)
      running = turn
      return turn
    },
    /** Resolves when the current run has settled. */
    idle: async () => void (await running.catch(() => {})),
  }
}
