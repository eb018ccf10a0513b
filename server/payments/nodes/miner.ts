/** Creates blocks one at a time, on a timer and on demand. */
export type Miner = {
  mine(blocks: number): Promise<void>
  stop(): Promise<void>
}

/**
 * @param makeBlocks creates and saves that many blocks.
 * @param isDue is called every `everyMs` and returns whether to create a block now. Errors from both functions are
 *   reported, and the call is repeated at the next interval.
 */
export function createMiner(options: {
  everyMs: number
  isDue: () => Promise<boolean>
  makeBlocks: (count: number) => Promise<void>
  onError: (error: Error) => void
}): Miner {
  let turn: Promise<void> = Promise.resolve()
  let waiting = false
  const inTurn = (work: () => Promise<void>) => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }
  const timer = setInterval(() => {
    // Skips the turn, so that a slow block doesn't queue up further ones.
    if (waiting) return
    waiting = true
    inTurn(async () => void ((await options.isDue()) && (await options.makeBlocks(1))))
      .catch(options.onError)
      .finally(() => (waiting = false))
  }, options.everyMs)
  timer.unref()
  return {
    mine: (blocks) => inTurn(() => options.makeBlocks(blocks)),
    async stop() {
      clearInterval(timer)
      await turn
    },
  }
}
