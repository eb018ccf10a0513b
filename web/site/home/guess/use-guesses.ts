import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'
import { call, type CallOutput } from '../../../data/call.ts'
import { live } from '../../../data/live.ts'
import { manyGuesses } from './odds.ts'

export type Receipt = CallOutput<'guess.result'>
export type Guess = { key: number; type: TradeType; expiresAt: number | null; receipt: Receipt | null }

/** How long after the expiry the last tick is usually published. */
const settleMs = 300
const retryMs = 700
/** A feed that has stopped may never settle a guess. */
const maxTries = 30
const nextGuessMs = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Rejects if the promise does, but never resolves. */
const refusalOnly = (placed: Promise<void>) => placed.then(() => new Promise<never>(() => {}))

async function settled(guess: string, expiresAt: number, signal: AbortSignal): Promise<Receipt | null> {
  await pause(Math.max(0, expiresAt - live.serverNowMs()) + settleMs)
  for (let tried = 0; tried < maxTries && !signal.aborted; tried++) {
    const receipt = await call('guess.result', { guess })
    if (receipt.status !== 'OPEN') return receipt
    await pause(retryMs)
  }
  return null
}

/** Makes guesses on a symbol and waits for their results. `fault` is the reason why the last one failed. */
export function useGuesses(symbol: string) {
  const [guesses, setGuesses] = useState<readonly Guess[]>([])
  const [playing, setPlaying] = useState(false)
  const [fault, setFault] = useState<string>()
  const ended = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
    return () => controller.abort()
  }, [])

  const place = useCallback(
    async (type: TradeType, key: number) => {
      const { signal } = ended.current
      const change = (changed: Partial<Guess>) => {
        if (signal.aborted) return
        setGuesses((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
      }
      setGuesses((all) => [...all, { key, type, expiresAt: null, receipt: null }])
      const { guess, expiresAt } = await call('guess', { symbols: symbol, TYPE: type })
      change({ expiresAt })
      const receipt = await settled(guess, expiresAt, signal)
      if (!receipt) throw new Error(t`Prices have stopped. Try again when they resume.`)
      change({ receipt })
    },
    [symbol],
  )

  const run = useCallback(async (play: () => Promise<unknown>) => {
    setPlaying(true)
    setFault(undefined)
    setGuesses([])
    await play().catch((error: Error) => ended.current.signal.aborted || setFault(error.message))
    setPlaying(false)
  }, [])

  return {
    guesses,
    playing,
    fault,
    guessOnce: (type: TradeType) => run(() => place(type, 0)),
    /** Makes one guess per second, each up or down at random. */
    guessMany: () =>
      run(async () => {
        const placed: Promise<void>[] = []
        for (let key = 0; key < manyGuesses && !ended.current.signal.aborted; key++) {
          placed.push(place(crypto.getRandomValues(new Uint8Array(1))[0]! % 2 === 0 ? 'BUY' : 'SELL', key))
          // A refused guess ends the series.
          if (key < manyGuesses - 1) await Promise.race([pause(nextGuessMs), ...placed.map(refusalOnly)])
        }
        await Promise.all(placed)
      }),
  }
}
