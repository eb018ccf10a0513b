import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReviewsWorld, type Person, type ReviewsWorld } from './test-reviews.ts'

let world: ReviewsWorld
let ada: Person

beforeAll(async () => {
  world = await createReviewsWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.deleteReviews()
  ada = await world.addCustomer()
})

describe("'reviews.write'", () => {
  it('stores one review per customer and plan, which the customer can change', async () => {
    await world.holdStarter(ada)
    await world.write(ada)
    await world.advance(60_000)
    await world.write(ada, { rating: 1, text: 'Changed my mind.' })
    expect(await world.shown()).toMatchObject({
      average: '1.0',
      count: 1,
      list: [{ rating: 1, text: 'Changed my mind.', edited: true }],
    })
  })
  it('refuses with bad_rating unless the rating is a whole number from 1 to 5', async () => {
    await world.holdStarter(ada)
    for (const rating of [0, 6, 4.5])
      expect(await world.write(ada, { rating })).toMatchObject({ status: 400, body: { code: 'bad_rating' } })
    for (const rating of [1, 5]) expect(await world.write(ada, { rating })).toMatchObject({ status: 200 })
  })
  it('refuses with not_held until the deposit is confirmed', async () => {
    expect(await world.write(ada)).toMatchObject({ status: 403, body: { code: 'not_held' } })
    const confirm = await world.hold(ada, { plan: 'starter' })
    expect(await world.write(ada)).toMatchObject({ status: 403, body: { code: 'not_held' } })
    await confirm()
    expect(await world.write(ada)).toMatchObject({ status: 200 })
    expect(await world.write(ada, { kind: 'mining', plan: 'btc-basic' })).toMatchObject({
      status: 403,
      body: { code: 'not_held' },
    })
  })
  it('refuses text that is too long', async () => {
    await world.holdStarter(ada)
    expect(await world.write(ada, { text: 'x'.repeat(1_001) })).toMatchObject({
      status: 400,
      body: { code: 'bad_input' },
    })
    expect(await world.write(ada, { text: 'x'.repeat(1_000) })).toMatchObject({ status: 200 })
  })
})
