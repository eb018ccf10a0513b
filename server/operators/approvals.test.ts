import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LedgerRefused } from '../ledger/public.ts'
import { uuidv7 } from '../platform/random.ts'
import { Refused } from '../platform/refused.ts'
import { createDeskWorld, type DeskWorld } from './test-world.ts'
import { addOperator } from './test-operator.ts'

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
  world.platform.db.transaction().execute((tx) => world.operators.propose(tx, { proposedBy: ada.operatorId, action: 'test', subject: 'thing', amountMinor: 5_000_00n, asset: 'USD', words: 'Pay the thing', input: { n: 1 } }))
const approve = (id: string, secrete = bob.secrete) => world.call('operators.approve', { id }, { secrete })
const reject = (id: string, secrete = bob.secrete) => world.call('operators.reject', { id, reason: 'not convinced' }, { secrete })
const nobody = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)

describe("'operators.approvals'", () => {
  it('shows what waits, who proposed it, and whether it is mine', async () => {
    const id = await propose()
    const mine = (await world.call('operators.approvals', {}, { secrete: ada.secrete })).body.find((one: { id: string }) => one.id === id)
    expect(mine).toMatchObject({ amount: '5000.00', asset: 'USD', proposedBy: 'Ada', mine: true, state: 'waiting' })
    expect((await world.call('operators.me', {}, { secrete: bob.secrete })).body.waiting.approvals).toBeGreaterThan(0)
    await reject(id)
    expect((await world.call('operators.approvals', { state: 'decided' }, { secrete: bob.secrete })).body).toContainEqual(expect.objectContaining({ id, state: 'rejected', decidedBy: 'Bob', reason: 'not convinced', mine: false }))
  })
})

describe("'operators.approve'", () => {
  it('does it once, after the second operator has agreed', async () => {
    const id = await propose()
    const answers = await Promise.all([approve(id), approve(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(done).toEqual([{ input: { n: 1 }, approvalId: id, proposedBy: ada.operatorId, approvedBy: bob.operatorId }, 'after the commit'])
  })

  it('refuses own_proposal, by the database as well', async () => {
    const id = await propose()
    expect(await approve(id, ada.secrete)).toMatchObject({ status: 403, body: { code: 'own_proposal' } })
    expect(done).toEqual([])
    await expect(world.platform.pool.query("UPDATE operators.approval SET state = 'approved', decided_by = proposed_by, decided_at_ms = 1 WHERE id = $1", [id])).rejects.toThrow(/approval_by_another/)
  })

  it('refuses not_found and already_decided', async () => {
    expect((await approve(nobody())).body.code).toBe('not_found')
    const id = await propose()
    await reject(id)
    expect((await approve(id)).body).toMatchObject({ code: 'already_decided', msg: 'This was decided already: rejected.' })
  })

  it.each([
    [new LedgerRefused('insufficient', 0, 1n), 'It can no longer be done: the account no longer holds enough.'],
    [new Refused('account_closed'), 'It can no longer be done: account closed.'],
  ])('refuses cannot_be_done, and leaves it waiting', async (error, msg) => {
    failWith = error
    const id = await propose()
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'cannot_be_done', msg } })
    failWith = undefined
    expect((await approve(id)).status).toBe(200)
  })
})

describe("'operators.reject'", () => {
  it('lets the proposer take it back', async () => {
    const id = await propose()
    expect((await reject(id, ada.secrete)).status).toBe(200)
    expect(done).toEqual([])
  })

  it('refuses not_found and already_decided', async () => {
    expect((await reject(nobody())).body.code).toBe('not_found')
    const id = await propose()
    await approve(id)
    expect((await reject(id)).body.code).toBe('already_decided')
  })
})

describe('needsSecond', () => {
  it('is so above the threshold, and where the worth is not known', async () => {
    const { operators } = world
    expect(await operators.needsSecond(1_000_00n, 'USD')).toBe(false)
    expect(await operators.needsSecond(1_000_01n, 'USD')).toBe(true)
    expect(await operators.needsSecond(1n, 'BTC')).toBe(true)
    operators.valueBy((amountMinor, asset) => (asset === 'BTC' ? amountMinor * 2n : undefined))
    expect(await operators.needsSecond(500_00n, 'BTC')).toBe(false)
    expect(await operators.needsSecond(500_01n, 'BTC')).toBe(true)
  })
})
