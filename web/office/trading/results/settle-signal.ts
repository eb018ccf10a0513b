import { useEffect, useRef } from 'react'
import type { Report } from '../trades/use-trades.ts'
import type { Tone } from '../trades/settled.ts'
import { stateTones } from '../trades/settled.ts'

/** Two short notes for each result, in hertz: rising for a win, falling for a loss, level for a returned stake. */
const notesHz: Record<Tone, readonly [number, number]> = { up: [523, 784], down: [392, 262], flat: [440, 440] }
const noteSeconds = 0.09
const volume = 0.08
/** Vibration in milliseconds: on, off, on. */
const buzzMs: Record<Tone, number[]> = { up: [40, 60, 40], down: [120], flat: [40] }

let audio: AudioContext | undefined

/** Plays the notes of a result, and vibrates if the device can. */
export function signalResult(tone: Tone): void {
  navigator.vibrate?.(buzzMs[tone])
  audio ??= new AudioContext()
  const context = audio
  // Browsers suspend it until the person has used the page.
  void context.resume()
  for (const [index, frequency] of notesHz[tone].entries()) {
    const from = context.currentTime + index * noteSeconds
    const note = new OscillatorNode(context, { type: 'sine', frequency })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(volume, from)
    gain.gain.exponentialRampToValueAtTime(0.001, from + noteSeconds)
    note.connect(gain).connect(context.destination)
    note.start(from)
    note.stop(from + noteSeconds)
  }
}

/** Signals each new result while `on` is set. */
export function useSettleSignal(reports: readonly Report[], on: boolean): void {
  const newest = reports[0]?.trade
  const signalled = useRef<string>(undefined)
  useEffect(() => {
    if (!newest || signalled.current === newest.id) return
    signalled.current = newest.id
    if (on) signalResult(stateTones[newest.status])
  }, [newest, on])
}
