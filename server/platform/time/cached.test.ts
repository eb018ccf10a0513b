import { expect, it } from 'vitest'
import { createStillClock } from './clock.ts'
import { Cached } from './cached.ts'

it('computes a value again after it has expired', async () => {
  const clock = createStillClock(0)
  const cached = new Cached<number>(clock, 1_000)
  expect(await cached.read(async () => 1)).toBe(1)
  await clock.advance(999)
  expect(await cached.read(async () => 2)).toBe(1)
  await clock.advance(1)
  expect(await cached.read(async () => 3)).toBe(3)
})

it('shares a running computation, but doesn’t keep a failure', async () => {
  const cached = new Cached<number>(createStillClock(0), 1_000)
  const failing = cached.read(() => Promise.reject(new Error('unreachable')))
  expect(cached.read(async () => 2)).toBe(failing)
  await expect(failing).rejects.toThrow('unreachable')
  expect(await cached.read(async () => 3)).toBe(3)
})
