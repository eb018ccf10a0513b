import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('starts a run when the previous one has ended, even if it failed', async () => {
  const held: PromiseWithResolvers<string>[] = []
  const turns = oneAtATime(() => {
    held.push(Promise.withResolvers<string>())
    return held.at(-1)!.promise
  })
  const [first, second] = [turns.run(), turns.run()]
  await expect.poll(() => held.length).toBe(1)
  held[0]!.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await expect.poll(() => held.length).toBe(2)
  let isIdle = false
  const idle = turns.idle().then(() => (isIdle = true))
  held[1]!.resolve('whole')
  expect(isIdle).toBe(false)
  expect(await second).toBe('whole')
  await idle
})
