import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { breakCommitOf } from '../tests/broken-commit.ts'
import type { Answer } from '../tests/harness.ts'
import { queueMails, type QueuedMails } from '../tests/queued-mails.ts'
import { createCustomersDesk, type CustomersDesk } from './identity/desk/test-world.ts'
import { goodPassword } from './identity/test-world.ts'
import { sendPassport } from './identity/verification/test-documents.ts'
import { addOperator } from './operators/test-operator.ts'
import { createDepositWorld } from './payments/deposits/test-world.ts'
import { createWithdrawalWorld, type WithdrawalWorld } from './payments/withdrawals/test-world.ts'
import { picture } from './platform/files/test-pictures.ts'

/** An email about stored data is committed with the data, or not at all. */
afterEach(() => vi.restoreAllMocks())

/**
 * Expects that a decision's emails are queued only if its transaction commits. The COMMIT fails at first. The second
 * time, it succeeds, but the connection breaks before the response. `part` is a part of the transaction's SQL.
 */
async function expectMails(
  mails: QueuedMails,
  part: string,
  decide: () => Promise<Answer>,
  expected: object[],
): Promise<void> {
  await mails.clear()
  breakCommitOf(part, '57014')
  expect(await decide()).toMatchObject({ status: 503, body: { code: 'busy' } })
  expect(await mails.list()).toEqual([])
  vi.restoreAllMocks()
  breakCommitOf(part)
  expect(await decide()).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  expect(await mails.list()).toMatchObject(expected)
}

const audited = 'operators.append_audit'

describe('emails are committed with', () => {
  let desk: CustomersDesk
  let mails: QueuedMails
  beforeAll(async () => {
    desk = await createCustomersDesk()
    // Signing up reads the emailed codes, so it must come first.
    for (const email of emails) customers.set(email, await desk.customer(email))
    verification = await sendPassport(desk.world, 'verified@example.org')
    mails = await queueMails(desk.world.platform)
  })
  afterAll(() => desk?.stop())

  const emails = [
    'corrected@example.org',
    'moved@example.org',
    'signed-out@example.org',
    'password@example.org',
    'frozen@example.org',
    'closed@example.org',
  ] as const
  const customers = new Map<string, { id: string; secrete: string }>()
  let verification: { customer: string; verification: string }
  const of = (email: (typeof emails)[number]) => customers.get(email)!
  const asCompliance = (name: string, input: Record<string, unknown>) =>
    desk.call(name, input, { secrete: desk.compliance.secrete })

  it('a verification', async () => {
    const { customer, verification: id } = verification
    await asCompliance('verifications.open', { customer, verification: id, reason: 'Check of a document' })
    const approve = () => asCompliance('verifications.approve', { customer, verification: id })
    await expectMails(mails, audited, approve, [
      { to: 'verified@example.org', subject: 'Your Tallystick account is verified' },
    ])
  })

  it('a corrected detail', async () => {
    const input = { id: of('corrected@example.org').id, field: 'name', value: 'Augusta King', reason: 'a letter' }
    await expectMails(mails, audited, () => asCompliance('customers.correct', input), [
      { subject: 'We corrected the name on your Tallystick account' },
    ])
  })

  it('an email change that a second operator approved, to the old and the new address', async () => {
    await asCompliance('customers.correct', {
      id: of('moved@example.org').id,
      field: 'email',
      value: 'new@example.org',
      reason: 'a letter',
    })
    const [{ id }] = (await desk.call('operators.approvals', {}, { secrete: desk.finance.secrete })).body
    const approve = () => desk.call('operators.approve', { id }, { secrete: desk.finance.secrete })
    await expectMails(mails, audited, approve, [{ to: 'new@example.org' }, { to: 'moved@example.org' }])
  })

  it('sessions that an operator ended', async () => {
    const input = { id: of('signed-out@example.org').id, reason: 'a stolen phone' }
    await expectMails(mails, audited, () => asCompliance('customers.signout', input), [
      { to: 'signed-out@example.org' },
    ])
  })

  it('a new password', async () => {
    const input = { opwd: goodPassword, pwd: 'otter under blue stones', cpwd: 'otter under blue stones' }
    const change = () => desk.call('updatepass', input, { secrete: of('password@example.org').secrete })
    await expectMails(mails, 'SET password_hash', change, [
      { to: 'password@example.org', subject: expect.stringContaining('password') },
    ])
  })

  it('a freeze by the customer', async () => {
    const freeze = () => desk.call('freeze', {}, { secrete: of('frozen@example.org').secrete })
    await expectMails(mails, 'SET frozen_by', freeze, [{ to: 'frozen@example.org' }])
  })

  it('a closed account', async () => {
    const close = () =>
      desk.call('close', { pwd: goodPassword, giveup: true }, { secrete: of('closed@example.org').secrete })
    await expectMails(mails, 'closed_at = ', close, [
      { to: 'closed@example.org', subject: expect.stringContaining('closed') },
    ])
  })

  it('an operator’s invitation', async () => {
    const { secrete } = await addOperator(desk.world.platform, 'owner')
    const invite = () => desk.call('operators.invite', { email: 'new@desk.example', roles: ['support'] }, { secrete })
    await expectMails(mails, audited, invite, [{ to: 'new@desk.example' }])
  })
})

describe('emails are committed with a withdrawal', () => {
  let world: WithdrawalWorld
  let mails: QueuedMails
  let ada: { id: string; secrete: string }
  let finance: string
  beforeAll(async () => {
    world = await createWithdrawalWorld({ rules: { coolingMs: () => 0 } })
    ada = await world.addCustomer()
    finance = (await world.operator()).secrete
    mails = await queueMails(world.platform)
  })
  afterAll(() => world?.stop())
  const listed = async () =>
    (await world.api.call('withdrawals', {}, { secrete: ada.secrete })).body as { id: string; status: string }[]
  const decide = async (name: string, more = {}) =>
    world.api.call(
      `withdrawals.${name}`,
      { id: (await listed())[0]!.id, customer: ada.id, ...more },
      { secrete: finance },
    )

  it('when it is requested', async () => {
    const order = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
    const request = () => world.api.call('withdraw', order, { secrete: ada.secrete })
    await expectMails(mails, 'INSERT INTO payments.withdrawals', request, [
      { subject: 'Withdrawal of $25.50 requested' },
    ])
  })

  it('when it is refused', async () => {
    const refuse = () => decide('refuse', { reason: 'destination_unusable' })
    await expectMails(mails, audited, refuse, [{ subject: 'Your withdrawal of $25.50 was refused' }])
    expect(await listed()).toMatchObject([{ status: 'REFUSED' }])
  })
})

it('an email is committed with a declined deposit receipt', async () => {
  const world = await createDepositWorld()
  try {
    const [ada, finance] = [await world.addCustomer(), await world.addOperator('finance')]
    const { tid: id } = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete })).body
    const files = { pop: { name: 'receipt.png', bytes: await picture() } }
    expect((await world.call('trnxpop', { tid: id }, { secrete: ada.secrete, files })).status).toBe(200)
    const mails = await queueMails(world.platform)
    const decline = () => world.call('receipts.decline', { id, reason: 'Nothing can be read' }, { secrete: finance })
    const expected = [
      { subject: 'Your payment receipt was declined', text: expect.stringContaining('Nothing can be read') },
    ]
    await expectMails(mails, audited, decline, expected)
  } finally {
    await world.stop()
  }
})
