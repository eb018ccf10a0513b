import { writeMoment } from '../../../api/sentences/sentences.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LedgerRefused } from '../../ledger/public.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'
import { addOperator, sessionOf } from '../test-operator.ts'
import { dayMs } from './second-operator-rules.ts'

let world: DeskWorld
let ada: { operatorId: string; secrete: string }
let bob: { operatorId: string; secrete: string }
const done: unknown[] = []
let failWith: Error | undefined
beforeAll(async () => {
  world = await createDeskWorld()
  ada = await addOperator(world.platform, 'finance', 'Ada')
  bob = await addOperator(world.platform, 'compliance', 'Bob')
  world.operators.onApproved('test', async (_tx, input, approved) => {
    if (failWith) throw failWith
    done.push({ input, ...approved })
    return () => void done.push('after the commit')
  })
})
beforeEach(() => {
  done.length = 0
  failWith = undefined
})
afterAll(() => world.stop())

const propose = () =>
  world.platform.db.transaction().execute((tx) =>
    world.operators.propose(tx, {
      proposedBy: ada.operatorId,
      action: 'test',
      subject: 'thing',
      amountMinor: 5_000_00n,
      asset: 'USD',
      words: 'Pay the thing',
      input: { n: 1 },
    }),
  )
const approve = (id: string, secrete = bob.secrete) => world.call('operators.approve', { id }, { secrete })
const reject = (id: string, secrete = bob.secrete) =>
  world.call('operators.reject', { id, reason: 'not convinced' }, { secrete })
const nobody = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)

describe("'operators.approvals'", () => {
  it('shows open proposals with their proposer and marks the operator’s own', async () => {
    const id = await propose()
    const mine = (await world.call('operators.approvals', {}, { secrete: ada.secrete })).body.find(
      (one: { id: string }) => one.id === id,
    )
    expect(mine).toMatchObject({ amount: '5000.00', asset: 'USD', proposedBy: 'Ada', mine: true, state: 'waiting' })
    expect(mine.age).toMatchObject({ withinDays: 1, state: 'fresh' })
    expect((await world.call('operators.me', {}, { secrete: bob.secrete })).body.waiting.approvals).toBeGreaterThan(0)
    await reject(id)
    expect(
      (await world.call('operators.approvals', { state: 'decided' }, { secrete: bob.secrete })).body,
    ).toContainEqual(
      expect.objectContaining({ id, state: 'rejected', decidedBy: 'Bob', reason: 'not convinced', mine: false }),
    )
  })
})

describe("'operators.approvals.totals'", () => {
  const totals = async () => (await world.call('operators.approvals.totals', {}, { secrete: bob.secrete })).body

  it('sums the waiting proposals by asset', async () => {
    expect(await totals()).toEqual([])
    const [one, two] = [await propose(), await propose()]
    expect(await totals()).toEqual([{ asset: 'USD', amount: '10000.00', count: 2 }])
    await reject(one)
    expect(await totals()).toEqual([{ asset: 'USD', amount: '5000.00', count: 1 }])
    await reject(two)
  })
})

describe("'operators.approve'", () => {
  it('runs the action once, after the second operator approves', async () => {
    const id = await propose()
    const answers = await Promise.all([approve(id), approve(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(done).toEqual([
      { input: { n: 1 }, approvalId: id, proposedBy: ada.operatorId, approvedBy: bob.operatorId },
      'after the commit',
    ])
  })

  it('returns own_proposal for the operator’s own proposal, which the database also refuses to approve', async () => {
    const id = await propose()
    expect(await approve(id, ada.secrete)).toMatchObject({ status: 403, body: { code: 'own_proposal' } })
    expect(done).toEqual([])
    await expect(
      world.platform.pool.query(
        "UPDATE operators.approval SET state = 'approved', decided_by = proposed_by, decided_at_ms = 1 WHERE id = $1",
        [id],
      ),
    ).rejects.toThrow(/approval_by_another/)
  })

  it('returns not_found and already_decided', async () => {
    expect((await approve(nobody())).body.code).toBe('not_found')
    const id = await propose()
    await reject(id)
    expect((await approve(id)).body).toMatchObject({
      code: 'already_decided',
      msg: 'This proposal was already rejected.',
    })
  })

  it.each([
    [
      new LedgerRefused('insufficient', 0, 1n),
      'This proposal can no longer be carried out: the account’s balance is too low.',
    ],
    [new Refused('account_closed'), 'This proposal can no longer be carried out: account closed.'],
  ])('returns cannot_be_done if the action is refused, and leaves the proposal open', async (error, msg) => {
    failWith = error
    const id = await propose()
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'cannot_be_done', msg } })
    failWith = undefined
    expect((await approve(id)).status).toBe(200)
  })
})

describe("'operators.reject'", () => {
  it('lets the proposer withdraw a proposal', async () => {
    const id = await propose()
    expect((await reject(id, ada.secrete)).status).toBe(200)
    expect(done).toEqual([])
  })

  it('returns not_found and already_decided', async () => {
    expect((await reject(nobody())).body.code).toBe('not_found')
    const id = await propose()
    await approve(id)
    expect((await reject(id)).body.code).toBe('already_decided')
  })
})

describe('needsSecond', () => {
  const customer = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)
  const decide = (amountMinor: bigint, asset: 'USD' | 'BTC', of: { operatorId?: string; customerId?: string } = {}) =>
    world.platform.db.transaction().execute(async (tx) => {
      const operatorId = of.operatorId ?? (await addOperator(world.platform, 'finance')).operatorId
      return world.operators.needsSecond(tx, {
        operatorId,
        customerId: of.customerId ?? customer(),
        action: 'test',
        subject: 'thing',
        amountMinor,
        asset,
      })
    })

  it('is true above the threshold, and for an unknown value', async () => {
    const { operators } = world
    expect(await decide(1_000_00n, 'USD')).toBe(false)
    expect(await decide(1_000_01n, 'USD')).toBe(true)
    expect(await decide(1n, 'BTC')).toBe(true)
    operators.valueBy((amountMinor, asset) => (asset === 'BTC' ? amountMinor * 2n : amountMinor))
    expect(await decide(500_00n, 'BTC')).toBe(false)
    expect(await decide(500_01n, 'BTC')).toBe(true)
  })

  it('is true once an operator’s amounts without approval exceed the threshold within 24 hours', async () => {
    const { operatorId } = await addOperator(world.platform, 'finance')
    expect(await decide(600_00n, 'USD', { operatorId })).toBe(false)
    expect(await decide(400_01n, 'USD', { operatorId })).toBe(true)
    expect(await decide(400_00n, 'USD', { operatorId })).toBe(false)
    expect(await decide(1n, 'USD', { operatorId })).toBe(true)
    await world.platform.clock.advance(dayMs - 1)
    expect(await decide(1n, 'USD', { operatorId })).toBe(true)
    await world.platform.clock.advance(1)
    expect(await decide(1_000_00n, 'USD', { operatorId })).toBe(false)
    bob = await addOperator(world.platform, 'compliance', 'Bob')
    ada = await addOperator(world.platform, 'finance', 'Ada')
  })

  it('is true once a customer’s sum across operators exceeds the threshold', async () => {
    const customerId = customer()
    expect(await decide(999_00n, 'USD', { customerId })).toBe(false)
    expect(await decide(1_01n, 'USD', { customerId })).toBe(true)
  })

  it('counts concurrent decisions', async () => {
    const { operatorId } = await addOperator(world.platform, 'finance')
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(150_00n, 'USD', { operatorId })))
    expect(answers.filter((second) => !second)).toHaveLength(6)
  })
})

describe("'operators.approve' by or for a new operator", () => {
  const newcomer = (name: string) => addOperator(world.platform, 'finance', name, world.platform.clock.nowMs())
  const proposedBy = ({ operatorId }: { operatorId: string }) =>
    world.platform.db.transaction().execute((tx) =>
      world.operators.propose(tx, {
        proposedBy: operatorId,
        action: 'test',
        subject: 'thing',
        words: 'Change a thing',
        input: {},
      }),
    )
  const listed = async (id: string, secrete: string) =>
    (await world.call('operators.approvals', {}, { secrete })).body.find((one: { id: string }) => one.id === id)

  it('is refused as too_new until the waiting time is over', async () => {
    const id = await proposedBy(ada)
    const fresh = await newcomer('Fresh')
    const until = new Date(world.platform.clock.nowMs() + 7 * dayMs)
    expect(await listed(id, fresh.secrete)).toMatchObject({
      amount: null,
      asset: null,
      waiting: { who: 'you', until: until.toISOString() },
    })
    const refused = await approve(id, fresh.secrete)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'too_new', msg: expect.stringContaining(writeMoment(until.getTime())) },
    })
    expect(await listed(id, bob.secrete)).toMatchObject({ waiting: null })
    await world.platform.clock.advance(7 * dayMs)
    expect((await approve(id, await sessionOf(world.platform, fresh.operatorId))).status).toBe(200)
  })

  it('is refused as proposer_too_new during the proposer’s waiting time', async () => {
    bob = await addOperator(world.platform, 'compliance', 'Bob')
    const fresh = await newcomer('Puppet')
    const id = await proposedBy(fresh)
    expect(await listed(id, bob.secrete)).toMatchObject({ waiting: { who: 'proposer' } })
    expect(await approve(id)).toMatchObject({ status: 403, body: { code: 'proposer_too_new' } })
    expect((await reject(id)).status).toBe(200)
  })

  it('is refused with cannot_be_done once the proposer has lost access', async () => {
    const gone = await addOperator(world.platform, 'finance', 'Gone')
    const id = await proposedBy(gone)
    const owner = await addOperator(world.platform, 'owner')
    expect(
      (
        await world.call(
          'operators.deactivate',
          { id: gone.operatorId, reason: 'left the school' },
          { secrete: owner.secrete },
        )
      ).status,
    ).toBe(200)
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { code: 'cannot_be_done', msg: expect.stringContaining('no longer has access') },
    })
  })
})
