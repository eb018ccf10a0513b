import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('does one piece of work at a time, in order, and continues after a failure', async () => {
  const turns = new Turns(10)
  let running = 0
  const order: number[] = []
  const work = (number: number) =>
    turns.run(async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise<void>((resolve) => void setImmediate(resolve))
      order.push(number)
      running -= 1
      if (number === 2) throw new Error('broken')
    })
  const ended = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(order).toEqual([1, 2, 3, 4])
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  await work(5)
  expect(order).toEqual([1, 2, 3, 4, 5])
})

it('throws busy if the queue is full', async () => {
  const turns = new Turns(1)
  const [first, second, third] = [1, 2, 3].map(() => turns.run(async () => 'done'))
  await expect(third).rejects.toMatchObject({ code: 'busy' })
  expect(await Promise.all([first, second])).toEqual(['done', 'done'])
})
