/**
 * Runs of `work` one after the other in this process, whoever asks for them: a loop, an advance of the clock, another module. A run that fails rejects
 * for its own caller alone; the next begins all the same.
 */
export function oneAtATime<T>(work: () => Promise<T>) {
  let running: Promise<unknown> = Promise.resolve()
  return {
    run(): Promise<T> {
      const turn = running.catch(() => {}).then(work)
      running = turn
      return turn
    },
    /** Resolves when what runs has ended, well or not. */
    idle: async () => void (await running.catch(() => {})),
  }
}
