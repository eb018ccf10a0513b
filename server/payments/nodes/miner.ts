/** Makes blocks one after the other, on a timer and on demand. */
export type Miner = {
  mine(blocks: number): Promise<void>
  stop(): Promise<void>
}

/**
 * @param makeBlocks makes that many blocks and keeps them.
 * @param isDue asked every `everyMs`: whether a block is to be made now. What it or the making throws is reported and tried again.
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
    // A slow block must not make a queue of further ones.
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
