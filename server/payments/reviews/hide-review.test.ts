import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { someId } from '../deposits/test-world.ts'
import { createReviewsWorld, words, type Person, type ReviewsWorld } from './test-reviews.ts'

let world: ReviewsWorld
let ada: Person
let support: string

beforeAll(async () => {
  world = await createReviewsWorld()
  support = await world.addOperator('support')
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.deleteReviews()
  ada = await world.addCustomer()
})

describe("'reviews.hide' and 'reviews.unhide'", () => {
  const asOperator = (name: string, input: Record<string, unknown>) => world.ask(name, input, { secrete: support })

  it('replace the text with the published reason and restore it, and keep the stars', async () => {
    await world.holdStarter(ada)
    await world.write(ada)
    const [{ id }] = (await world.shown()).list
    expect(await asOperator('reviews.hide', { id, reason: 'abuse' })).toMatchObject({ status: 200 })
    expect(await world.shown()).toMatchObject({
      average: '4.0',
      count: 1,
      list: [{ text: '', hidden: 'It insulted or threatened someone.' }],
    })
    expect((await asOperator('reviews.list', {})).body).toMatchObject([{ id, text: words, customer: ada.id }])
    const { rows } = await world.platform.pool.query(
      `SELECT action, reason FROM operators.audit_log WHERE subject = $1`,
      [id],
    )
    expect(rows).toEqual([{ action: 'reviews.hide', reason: 'It insulted or threatened someone.' }])
    await world.write(ada, { text: 'Other words' })
    expect((await world.shown()).list).toMatchObject([{ text: '' }])
    await asOperator('reviews.unhide', { id })
    expect((await world.shown()).list).toMatchObject([{ text: 'Other words', hidden: null }])
  })
  it('refuse with not_found if the review does not exist', async () => {
    expect(await asOperator('reviews.hide', { id: someId, reason: 'abuse' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await asOperator('reviews.unhide', { id: someId })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
