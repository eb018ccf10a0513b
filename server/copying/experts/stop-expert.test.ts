import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCopyingWorld, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let secrete: string
beforeAll(async () => {
  world = await createCopyingWorld()
  secrete = await world.operator()
})
afterAll(() => world.stop())

const stop = (tid: string) => world.call('experts.stop', { tid, reason: 'Its rule has aged.' }, { secrete })

it('stops an expert permanently, keeps it listed, and notifies its copiers', async () => {
  const ada = await world.addCopier()
  await world.as(ada, 'copytrader', { copytrade: 'tailwind' })
  expect((await stop('tailwind')).body.msg).toBe('Tailwind has stopped trading. Copiers: 1.')
  expect((await world.call('experts')).body.at(-1)).toMatchObject({
    id: 'tailwind',
    stopped: true,
    rank: null,
    note: 'Stopped: Its rule has aged.',
  })
  expect((await world.as(ada, 'copies')).body[0]).toMatchObject({
    state: 'stopped',
    stopReason: 'Stopped: the trader has stopped trading.',
  })
  expect((await world.as(ada, 'user')).body.traders).toBe('')
})

it('refuses with not_found and trader_stopped', async () => {
  expect((await stop('nobody')).body.code).toBe('not_found')
  expect((await stop('tailwind')).body.code).toBe('trader_stopped')
})
