import { reviewsCalls } from '../../../api/calls/payments/reviews.ts'
import { serveCalls, type Answer, type TestApi } from '../../../tests/harness.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createDepositWorld, type DepositWorld } from '../deposits/test-world.ts'
import { createReviews } from './reviews.ts'

export const words = 'It did what its page says.'

export type Person = { id: string; secrete: string }

/** A test world for reviews, based on the world of deposits: a customer may review the plans that they paid for. */
export type ReviewsWorld = DepositWorld & {
  ask: TestApi['call']
  /** Starts a deposit for a plan and sends the payment. Returns a function that confirms it. */
  hold(person: Person, input: Record<string, unknown>): Promise<() => Promise<void>>
  /** Pays for the plan Starter and confirms the payment. */
  holdStarter(person: Person): Promise<void>
  /** Writes a review of the plan Starter with four stars, or with the fields in `input`. */
  write(person: Person, input?: Record<string, unknown>): Promise<Answer>
  /** Returns the response of `reviews` for the plan Starter. */
  shown(): Promise<Answer['body']>
  deleteReviews(): Promise<void>
}

export async function createReviewsWorld(): Promise<ReviewsWorld> {
  const world = await createDepositWorld()
  const { platform, identity } = world
  const { operators, purposes } = world.context
  // The test's contracts begin like mining contracts; their payouts don't matter here.
  purposes.add('mining', {
    begin: async (_tx, { customerId }) => [
      {
        debit: { owner: customerId, code: 'trading' },
        credit: { house: 'mining_pool' },
        asset: 'USD',
        amountMinor: 1n,
        kind: 'mining_purchase',
      },
    ],
    undo: async () => [],
  })
  const api = await serveCalls(
    { ...platform, metrics: createMetrics(false) },
    reviewsCalls,
    createReviews({ ...platform, identity, operators }),
    identity.sessionOf,
    operators.operatorOf,
  )
  const hold: ReviewsWorld['hold'] = async ({ secrete }, input) => {
    const { body } = await world.call('createtrnx', { type: 'BTC', ...input }, { secrete })
    await world.scan()
    world.btc.send(body.address, BigInt(body.amount.replace('.', '').replace(/^0+/, '')))
    await world.scan()
    return async () => {
      world.btc.mine(3)
      await world.scan()
    }
  }
  return {
    ...world,
    ask: api.call,
    hold,
    holdStarter: async (person) => (await hold(person, { plan: 'starter' }))(),
    write: ({ secrete }, input = {}) =>
      api.call('reviews.write', { kind: 'trading', plan: 'starter', rating: 4, text: words, ...input }, { secrete }),
    shown: async () => (await api.call('reviews', { kind: 'trading', plan: 'starter' })).body,
    async deleteReviews() {
      await platform.pool.query('DELETE FROM payments.reviews')
    },
    async stop() {
      await api.stop()
      await world.stop()
    },
  }
}
