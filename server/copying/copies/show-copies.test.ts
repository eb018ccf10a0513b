import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let ada: Copier
beforeAll(async () => {
  world = await createCopyingWorld()
  ada = await world.addCopier()
  await world.as(ada, 'copytrader', { copytrade: 'breakwater' })
  for (let round = 0; round < 3; round++)
    await world.round('breakwater', `strategy show ${round}`, round === 1 ? 'down' : 'up')
})
afterAll(() => world.stop())

const id = async () => (await world.as(ada, 'copies')).body[0].id

it('shows the gap ledger newest first, with totals', async () => {
  const { lines, sums, count, cur } = (await world.as(ada, 'copies.gaps', { id: await id() })).body
  expect(cur).toBe('$')
  expect(count).toBe(3)
  expect(lines.map(({ mine }: { mine: string }) => mine)).toEqual(['8.70', '-10.00', '8.70'])
  expect(sums).toMatchObject({ mine: '7.40', fee: '0.00' })
})

it('refuses another customer’s relation: not_found', async () => {
  const ben = await world.addCopier()
  for (const requested of [await id(), 'x', '00000000-0000-7000-8000-000000000000'])
    expect((await world.as(ben, 'copies.gaps', { id: requested })).body.code).toBe('not_found')
  expect((await world.as(ben, 'copies')).body).toEqual([])
})
