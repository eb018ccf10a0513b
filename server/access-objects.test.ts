import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../api/call.ts'
import { picture } from './platform/files/test-pictures.ts'
import { createAdasWorld, type AdasWorld } from './test-adas-world.ts'
import { allCalls, noId, testPassword, type AccessWorld, type Answer } from './test-access.ts'

/**
 * Makes every call that takes an object id, with another customer's object and with a missing one: the response is as
 * if the object did not exist. Undeclared fields change nothing. Covers the whole product with its own test chains.
 * Source: docs/spec/targets.md S2.
 */
let world: AdasWorld
const send: AccessWorld['send'] = (...given) => world.send(...given)

beforeAll(async () => void (world = await createAdasWorld()), 120_000)
afterAll(() => world?.stop())

type Input = Record<string, unknown>
/** How a call identifies one of Ada's objects, and one that does not exist. */
type Case = {
  own: () => Input
  missing: () => Input
  files?: () => Promise<Record<string, Uint8Array>>
  /** The status of the refusal, if it is not 404. */
  status?: number
  /** The code of the refusal that the owner gets if the object's state doesn't allow the call. */
  ownCode?: string
  /** The call also takes the customer, and the object belongs to a different one. */
  withCustomer?: true
}

const pwd = testPassword
/** Returns the case of a call that identifies an object only by `field`. */
const by = (field: string, of: () => string, rest: Input = {}): Case => ({
  own: () => ({ [field]: of(), ...rest }),
  missing: () => ({ [field]: noId, ...rest }),
})

const order = { method: 'PayPal', account: 'Trading', amount: '30' }

const nobody = () => ({ tid: 'nobody' })

/** Ada's objects, for customers' calls. The order matters, because some calls end their object. */
const ofCustomers: Record<string, Case> = {
  'trades.receipt': by('id', () => world.ids.trade),
  'activity.entries': by('id', () => world.ids.trade),
  'trades.note': by('id', () => world.ids.trade, { reason: 'plan' }),
  'deposits.show': by('id', () => world.ids.deposit),
  qr: { own: () => ({ addr: world.ids.depositAddress }), missing: () => ({ addr: `0x${'00'.repeat(19)}07` }) },
  trnxpop: { ...by('tid', () => world.ids.deposit), files: async () => ({ pop: await picture() }) },
  'deposits.credit': { ...by('id', () => world.ids.deposit), ownCode: 'nothing_overpaid' },
  'deposits.sendback': { ...by('id', () => world.ids.deposit), ownCode: 'nothing_held' },
  closetrnx: by('tid', () => world.ids.openDeposit),
  'mining.statement': by('id', () => world.ids.contract),
  'farm.statement': by('id', () => world.ids.farm),
  'farm.end': by('id', () => world.ids.farm),
  ypop: { ...by('id', () => world.ids.farmWithPaymentReceipt), files: async () => ({ pop: await picture() }) },
  closefarm: by('tid', () => world.ids.openFarm),
  'copies.set': {
    own: () => ({ tid: world.ids.expert, paused: true }),
    missing: () => ({ ...nobody(), paused: true }),
  },
  'copies.gaps': by('id', () => world.ids.copying),
  'withdrawals.document': by('id', () => world.ids.paidOut),
  withdraw: {
    own: () => ({ ...order, book: world.ids.address, recovery: world.ids.recovery[1] }),
    missing: () => ({ ...order, book: noId }),
    status: 400,
  },
  'withdrawals.cancel': by('id', () => world.ids.pending),
  'addresses.remove': by('id', () => world.ids.address),
  'sessions.revoke': {
    own: () => ({ id: world.ids.session, pwd, recovery: world.ids.recovery[2] }),
    missing: () => ({ id: noId, pwd }),
  },
  'keys.revoke': by('id', () => world.ids.key),
  'webhooks.test': by('id', () => world.ids.webhook),
  'webhooks.redeliver': { ...by('id', () => world.ids.webhook, { event: 'tr_1' }), ownCode: 'delivery_not_found' },
  'webhooks.enable': { ...by('id', () => world.ids.webhook), ownCode: 'endpoint_on' },
  'webhooks.rotate': {
    own: () => ({ id: world.ids.webhook, pwd, recovery: world.ids.recovery[3] }),
    missing: () => ({ id: noId, pwd }),
  },
  'webhooks.remove': by('id', () => world.ids.webhook),
  'alerts.remove': by('id', () => world.ids.alert),
  'passkey.rename': by('id', () => world.ids.passkey, { name: 'Tablet' }),
  'passkey.remove': {
    own: () => ({ id: world.ids.passkey, pwd, recovery: world.ids.recovery[0] }),
    missing: () => ({ id: noId, pwd }),
  },
}

const reason = 'Looked at in a test'
const ofCustomer = (rest: Input = {}) => by('id', () => world.ids.ada, rest)
const payout = (rest: Input = {}): Case => ({
  own: () => ({ id: world.ids.waiting, customer: world.ids.ada, ...rest }),
  missing: () => ({ id: noId, customer: world.ids.ada, ...rest }),
  withCustomer: true,
})
const documents = (rest: Input = {}): Case => ({
  own: () => ({ verification: world.ids.verification, customer: world.ids.ada, ...rest }),
  missing: () => ({ verification: noId, customer: world.ids.ada, ...rest }),
  withCustomer: true,
})
const scheduled = { symbol: 'BTCUSD', TYPE: 'BUY', interval: 60, inSeconds: 600, reason }
const plan = { account: 'trading', plan: 'Brass', amount: '120' }
const yieldPlan = { plan: 'Ether Brass', min: '120', lever: '2', margin: '10', earlyFee: '0.5' }

/** Objects for operators' calls. */
const ofOperators: Record<string, Case> = {
  'customers.show': ofCustomer(),
  'customers.ledger': ofCustomer(),
  'customers.activity': ofCustomer(),
  'customers.note': ofCustomer({ words: 'A note' }),
  'customers.flag': ofCustomer({ flag: 'watch', set: 'true' }),
  'customers.correct': ofCustomer({ field: 'name', value: 'Ada King', reason }),
  'customers.freeze': ofCustomer({ reason }),
  'customers.signout': ofCustomer({ reason }),
  'customers.unfreeze': ofCustomer({ reason }),
  'corrections.propose': by('customer', () => world.ids.ada, {
    account: 'trading',
    asset: 'USD',
    amount: '1.00',
    direction: 'credit',
    reason,
  }),
  'verifications.open': documents({ reason }),
  'verifications.approve': documents(),
  'verifications.reject': documents({ reason: 'expired' }),
  'receipts.open': by('id', () => world.ids.deposit, { reason }),
  'receipts.approve': by('id', () => world.ids.deposit, { reason }),
  'receipts.decline': by('id', () => world.ids.deposit, { reason }),
  'withdrawals.inspect': payout({ reason }),
  'withdrawals.hold': payout({ note: reason }),
  'withdrawals.release': payout({ note: reason }),
  'withdrawals.approve': payout(),
  'withdrawals.retry': payout(),
  'withdrawals.refuse': payout({ reason: 'insufficient_funds' }),
  'plans.edit': by('id', () => world.ids.plan, plan),
  'plans.retire': by('id', () => world.ids.plan),
  'farm.plans.edit': by('id', () => 'eth-reach', yieldPlan),
  'farm.plans.retire': by('id', () => 'eth-reach'),
  'operators.roles': by('id', () => world.ids.operator, { roles: ['support'] }),
  'operators.renew': by('id', () => world.ids.operator),
  'operators.deactivate': by('id', () => world.ids.operator, { reason }),
  'operators.uninvite': by('id', () => world.ids.invitation),
  'operators.approve': by('id', () => world.ids.proposal),
  'operators.reject': by('id', () => world.ids.proposal, { reason }),
  'announcements.publish': by('id', () => world.ids.replaced, { title: 'Maintenance', words: 'Tonight.' }),
  'announcements.withdraw': by('id', () => world.ids.announcement),
  'bonus.grant': by('customer', () => world.ids.ada, { amount: '1', reason }),
  'reviews.hide': by('id', () => world.ids.review, { reason: 'off_topic' }),
  'reviews.unhide': by('id', () => world.ids.review),
  'experts.schedule': {
    own: () => ({ ...scheduled, tid: world.ids.expert }),
    missing: () => ({ ...scheduled, ...nobody() }),
  },
  'experts.stop': { own: () => ({ tid: world.ids.expert, reason }), missing: () => ({ ...nobody(), reason }) },
  'messages.answer': by('id', () => world.ids.message, { answer: 'Thank you.' }),
  'messages.close': by('id', () => world.ids.message),
  'messages.templates.save': by('id', () => world.ids.template, { name: 'Greeting', text: 'Hello.' }),
  'messages.templates.delete': by('id', () => world.ids.template),
}
/** Calls whose objects are public. */
const common = ['traders.show', 'traders.record']
/**
 * Calls whose objects are public and which change only the customer's own row.
 * `server/operators/news/announcements-read.test.ts` tests them.
 */
const aboutOneself = ['announcements.confirm']
/**
 * Calls that take an operator's own sessions and passkeys, and require a proof first.
 * `server/operators/sign-in/own-access.test.ts` tests them.
 */
const ofOneself = ['operators.sessions.end', 'operators.passkey.remove']
/** Calls that filter a list by the object. For a missing object, the list is empty. */
const filters = ['audit']

const fieldsOf = ({ input }: Call) =>
  Object.keys((z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties: object }).properties)
const naming = allCalls.filter(
  (call) =>
    call.access !== 'public' &&
    fieldsOf(call).some((field) => /^(id|tid|addr|book|customer|verification|operator|.*Id)$/.test(field)),
)

it('has a test case for every call that takes an object', () => {
  expect(
    naming
      .map(({ name }) => name)
      .filter(
        (name) =>
          !ofCustomers[name] &&
          !ofOperators[name] &&
          ![...common, ...aboutOneself, ...ofOneself, ...filters].includes(name),
      ),
  ).toEqual([])
})

describe('an object that belongs to another customer', () => {
  it.each(Object.keys(ofCustomers))('is treated by %s as if it did not exist, and stays unchanged', async (name) => {
    const { own, missing, files, status = 404, ownCode } = ofCustomers[name]!
    const input = own()
    const sent = async (secrete: string) => ({ secrete, ...(files && { files: await files() }) })
    const others = await send(name, input, await sent(world.ben))
    expect(others).toEqual(await send(name, missing(), await sent(world.ben)))
    expect(others.status).toBe(status)
    const adas = await send(name, input, await sent(world.ada))
    if (ownCode) expect(adas.body.code).toBe(ownCode)
    else expect(adas.status, JSON.stringify(adas.body)).toBe(200)
  })

  it.each(common)('is accepted by %s only if it is public', async (name) => {
    expect((await send(name, nobody(), { secrete: world.ben })).status).toBe(404)
    expect((await send(name, { tid: world.ids.expert }, { secrete: world.ben })).status).toBe(200)
  })

  it('does not appear in lists or sums', async () => {
    for (const name of [
      'trades',
      'deposits',
      'withdrawals',
      'addresses',
      'activedeposits',
      'activeyields',
      'copies',
      'reviews.mine',
      'keys',
    ])
      expect((await send(name, {}, { secrete: world.ben })).body, name).toEqual([])
    expect((await send('webhooks', {}, { secrete: world.ben })).body.endpoints).toEqual([])
    expect((await send('totalbalance', {}, { secrete: world.ben })).body).toBe(10_000)
    expect(
      (await send('audit', { customer: world.ids.ben, action: 'withdrawals.approve' }, { secrete: world.owner })).body,
    ).toEqual([])
  })
})

describe('an operator’s call', () => {
  it.each(Object.keys(ofOperators))(
    '%s treats another customer’s object like a missing one, and responds that it does not exist',
    async (name) => {
      const { own, missing, withCustomer } = ofOperators[name]!
      const none = await send(name, missing(), { secrete: world.owner })
      expect(none.status, JSON.stringify(none.body)).toBe(404)
      expect(none.body.code).not.toBe('unknown_call')
      const input = own()
      if (withCustomer)
        expect(await send(name, { ...input, customer: world.ids.ben }, { secrete: world.owner })).toEqual(none)
      const found = await send(name, input, { secrete: world.owner })
      expect(found.status, JSON.stringify(found.body)).not.toBe(404)
      expect(found.status).toBeLessThan(500)
    },
  )
})

describe('fields that a call does not declare', () => {
  /** What a curious client might try. Only the header carries a valid secret. */
  const tried = (): Input => ({
    customerId: world.ids.ada,
    customer: world.ids.ada,
    owner: world.ids.ada,
    userId: world.ids.ada,
    id: world.ids.ada,
    shard: '0',
    secrete: world.ada,
    sessionId: world.ids.session,
    operatorId: world.ids.operator,
    role: 'owner',
    roles: ['owner'],
    permissions: ['*'],
    scopes: ['withdraw'],
    is_verified: 1,
    verified: true,
    frozen: false,
    balance: '1000000',
    access: 'operator',
    isAdmin: true,
    force: true,
  })
  const undeclared = (call: Call) =>
    Object.fromEntries(Object.entries(tried()).filter(([field]) => !fieldsOf(call).includes(field)))
  const customerCalls = allCalls.filter(({ access }) => access === 'customer')
  const reads = customerCalls.filter(({ method }) => method === 'GET')
  /** Calls whose values change with the clock or the market. */
  const moving = ['sessions', 'limits', 'limits.reality', 'activeyields', 'traders', 'withdrawals.terms']
  /** Returns everything that a customer can read without passing an id. */
  const viewOf = async (secrete: string) => {
    const view: Record<string, unknown> = {}
    for (const { name } of reads.filter(({ name }) => !moving.includes(name)))
      view[name] = (await send(name, {}, { secrete })).body
    return view
  }

  /** Returns the outcome without the rest of the response, which may contain the id of a new object. */
  const outcomeOf = ({ name }: Call, { status, body }: Answer) => ({
    name,
    status,
    code: status === 200 ? null : body.code,
  })

  it('do not reveal another customer’s data', async () => {
    for (const call of reads.filter(({ name }) => !moving.includes(name)))
      expect(await send(call.name, undeclared(call), { secrete: world.ben }), call.name).toEqual(
        await send(call.name, {}, { secrete: world.ben }),
      )
  })

  it('do not change the effect of a call, or another customer’s data', async () => {
    const before = await viewOf(world.ada)
    const [plain, curious] = [await world.signUp('cleo@example.org'), await world.signUp('dora@example.org')]
    const changes = customerCalls.filter(({ method, name }) => method === 'POST' && name !== 'signout')
    for (const call of [...changes, ...customerCalls.filter(({ name }) => name === 'signout')]) {
      const one = await send(call.name, {}, { secrete: plain })
      const other = await send(call.name, undeclared(call), {
        secrete: curious,
        query: { customerId: world.ids.ada, secrete: world.ada },
      })
      expect(outcomeOf(call, other)).toEqual(outcomeOf(call, one))
    }
    expect(await viewOf(world.ada)).toEqual(before)
  })

  it('are also ignored in a form', async () => {
    const before = await viewOf(world.ada)
    const sent = { secrete: world.ben, query: { customerId: world.ids.ada, secrete: world.ada } }
    expect(
      (await send('uploadprofilepic', { customerId: world.ids.ada }, { ...sent, files: { ppic: await picture() } }))
        .status,
    ).toBe(200)
    expect(
      (
        await send(
          'uploadid',
          { voption: 'Passport', customerId: world.ids.ada, state: 'verified' },
          { ...sent, files: { ID: await picture() } },
        )
      ).body,
    ).toMatchObject({ type: 'success', idv: 0 })
    expect(
      (await send('uploadprofilepic', {}, { ...sent, files: { ppic: await picture(), other: await picture() } }))
        .status,
    ).toBe(413)
    expect(await viewOf(world.ada)).toEqual(before)
  })

  it('have no effect on a registration', async () => {
    const secrete = await world.signUp('emma@example.org', {
      balance: '1000000',
      is_verified: '1',
      customerId: world.ids.ada,
      role: 'owner',
    })
    expect((await send('user', {}, { secrete })).body).toMatchObject({ balance: '10000.00', is_verified: 0 })
    expect((await send('user', {}, { secrete })).body.id).not.toBe(world.ids.ada)
  })
})
