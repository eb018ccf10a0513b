import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reviewerName } from './reviewer.ts'
import { createReviewsWorld, words, type Person, type ReviewsWorld } from './test-reviews.ts'

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

describe("'reviews'", () => {
  it('is empty for a plan without reviews', async () => {
    expect(await world.shown()).toEqual({ average: null, count: 0, list: [] })
    expect((await world.ask('reviews.plans')).body).toEqual([])
  })
  it('shows the average, the number of reviews, and authors by first name and initial', async () => {
    const ben = await world.addCustomer()
    await world.holdStarter(ada)
    await world.holdStarter(ben)
    expect(await world.write(ada)).toMatchObject({ status: 200 })
    await world.write(ben, { rating: 5, text: '' })
    expect(await world.shown()).toMatchObject({
      average: '4.5',
      count: 2,
      list: expect.arrayContaining([
        expect.objectContaining({ name: 'Ada L.', rating: 4, text: words, edited: false, hidden: null }),
      ]),
    })
    expect((await world.ask('reviews.plans')).body).toEqual([
      { id: 'trading/starter', kind: 'trading', plan: 'starter', average: '4.5', count: 2 },
    ])
  })
  it.each([
    ['Ada Lovelace', 'Ada L.'],
    ['  Ada   King  Lovelace ', 'Ada L.'],
    ['Ada', 'Ada'],
    ['', 'A former customer'],
    [undefined, 'A former customer'],
  ])('shows the author %j as %s', (name, named) => {
    expect(reviewerName(name)).toBe(named)
  })
})

describe("'reviews.mine'", () => {
  it('lists the plans that the customer holds, including mining plans, with the customer’s own reviews', async () => {
    await world.holdStarter(ada)
    await (
      await world.hold(ada, { plan: 'btc-basic', coin: 'BTC' })
    )()
    await world.write(ada, { kind: 'mining', plan: 'btc-basic', rating: 2 })
    expect((await world.ask('reviews.mine', {}, { secrete: ada.secrete })).body).toMatchObject([
      { kind: 'mining', plan: 'btc-basic', title: 'BTC Basic', review: { rating: 2 } },
      { kind: 'trading', plan: 'starter', title: 'Starter', review: null },
    ])
  })
})
