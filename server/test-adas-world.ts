import { eventually } from './payments/chains/test-nodes.ts'
import { createTestAuthenticator } from './platform/sign-in/test-authenticator.ts'
import { picture } from './platform/files/test-pictures.ts'
import { startAccessWorld, testPassword, type AccessWorld, type Answer } from './test-access.ts'

/**
 * Runs the product on its own test chains with two customers: Ada, who has one of everything, and Ben, who has nothing.
 */
export type AdasWorld = AccessWorld & {
  ada: string
  ben: string
  owner: string
  ids: Awaited<ReturnType<typeof addEverything>>
}

const pwd = testPassword
const coolingMs = 24 * 3_600_000

export async function createAdasWorld(): Promise<AdasWorld> {
  const world = await startAccessWorld()
  try {
    const [ada, ben] = [await world.signUp('ada@example.org'), await world.signUp('ben@example.org')]
    await world.app.platform.clock.advance(10_000)
    const ids = await addEverything(world, ada, ben)
    return { ...world, ada, ben, owner: (await world.addOperator('owner')).secrete, ids }
  } catch (error) {
    await world.stop()
    throw error
  }
}

/** Returns the body of a call that must succeed. */
async function must(requested: Promise<Answer>): Promise<any> {
  const { status, body } = await requested
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function addEverything(world: AccessWorld, ada: string, ben: string) {
  const as =
    (secrete: string) =>
    (name: string, input: Record<string, unknown> = {}, files?: Record<string, Uint8Array>) =>
      must(world.send(name, input, { secrete, ...(files && { files }) }))
  const adas = as(ada)
  const user = { ada: (await adas('user')).id as string, ben: (await as(ben)('user')).id as string }
  const trade = (await adas('trade', { symbols: 'BTCUSD', amount: '10', interval: 5, TYPE: 'BUY' })).id as string
  await world.app.platform.clock.advance(60_000)
  const money = await addMoney(world, adas, user.ada)
  const desk = await addDesk(world, adas)
  const said = await addWords(world, adas)
  // Adds second factors last, so that the calls above don't need one.
  const guards = await addGuards(world, adas)
  return { ...user, trade, ...money, ...desk, ...said, ...guards }
}

type As = (name: string, input?: Record<string, unknown>, files?: Record<string, Uint8Array>) => Promise<any>

/** Pays test coins on a local chain to the address that a call returned. */
async function payIn(world: AccessWorld, address: string): Promise<void> {
  const tool = (name: string, body: object) =>
    fetch(`${world.app.url}/dev/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await tool('faucet', { coin: 'ETH', address })
  await tool('mine', { coin: 'ETH', blocks: 4 })
}

const first = (adas: As, list: string) => eventually(async () => ((await adas(list)) as { id: string }[])[0])

/**
 * Creates paid contracts, pending deposits, and withdrawals that are paid, pending, and awaiting a decision at the
 * desk.
 */
async function addMoney(world: AccessWorld, adas: As, customer: string) {
  // The chains start in parallel with the product.
  const mining = await eventually(async () =>
    adas('createtrnx', { type: 'ETH', plan: 'Basic', coin: 'BTC' }).catch(() => undefined),
  )
  await payIn(world, mining.address)
  const { id: contract } = await first(adas, 'activedeposits')
  const farming = { plan: 'Bitcoin Steady', amount: '500', type: 'ETH' }
  await payIn(world, (await adas('farm', farming)).address)
  const { id: farm } = await first(adas, 'activeyields')
  const verification = await verify(world, adas, customer)
  const { id: address } = await adas('addresses.add', { method: 'PayPal', address: 'ada@example.org' })
  await world.app.platform.clock.advance(coolingMs + 1_000)

  const payout = async () =>
    (await adas('withdraw', { method: 'PayPal', account: 'Trading', amount: '40', book: address })).id as string
  const [paidOut, pending, waiting] = [await payout(), await payout(), await payout()]
  const finance = (await world.addOperator('finance')).secrete
  await must(world.send('withdrawals.approve', { id: paidOut, customer }, { secrete: finance }))
  await eventually(async () =>
    ((await adas('withdrawals')) as { id: string; status: string }[]).some(
      ({ id, status }) => id === paidOut && status === 'COMPLETED',
    ),
  )

  const begin = async () => adas('createtrnx', { type: 'ETH', plan: 'Bronze' })
  const [deposit, openDeposit] = [await begin(), await begin()]
  const [openFarm, farmWithPaymentReceipt] = [
    (await adas('farm', farming)).id as string,
    (await adas('farm', farming)).id as string,
  ]
  return {
    contract,
    farm,
    openFarm,
    farmWithPaymentReceipt,
    deposit: deposit.tid as string,
    depositAddress: deposit.address as string,
    openDeposit: openDeposit.tid as string,
    verification,
    address: address as string,
    paidOut,
    pending,
    waiting,
  }
}

/** Has an operator verify the customer. Returns the id of the verification. */
async function verify(world: AccessWorld, adas: As, customer: string): Promise<string> {
  await adas('uploadid', { voption: 'Passport' }, { ID: await picture() })
  const { secrete } = await world.addOperator('compliance')
  const { waiting } = await must(world.send('verifications', {}, { secrete }))
  const { verification } = waiting[0] as { verification: string }
  await must(
    world.send('verifications.open', { customer, verification, reason: 'First check of this passport' }, { secrete }),
  )
  await must(world.send('verifications.approve', { customer, verification }, { secrete }))
  return verification
}

/**
 * Creates the objects that operators refer to by id: a plan, another operator, an invitation, a proposal, an
 * announcement and a message.
 */
async function addDesk(world: AccessWorld, adas: As) {
  const { secrete } = await world.addOperator('owner')
  const desk = (name: string, input: Record<string, unknown> = {}) => must(world.send(name, input, { secrete }))
  const { id: plan } = await desk('plans.add', { account: 'trading', plan: 'Tin', amount: '100' })
  const { operatorId: operator } = await world.addOperator('support')
  await desk('operators.invite', { email: 'edith@desk.example', roles: ['support'] })
  const { invitations } = await desk('operators.people')
  const { id: customer } = await adas('user')
  await desk('corrections.propose', {
    customer,
    account: 'trading',
    asset: 'USD',
    amount: '1.00',
    direction: 'credit',
    reason: 'A goodwill credit',
  })
  const [proposal] = await must(
    world.send('operators.approvals', {}, { secrete: (await world.addOperator('finance')).secrete }),
  )
  const announce = async (title: string) =>
    (await desk('announcements.publish', { title, words: 'The desk is open.' })).id as string
  const [announcement, replaced] = [await announce('Welcome'), await announce('Soon')]
  await must(
    world.send('contactus', {
      name: 'Cleo',
      email: 'cleo@example.org',
      subject: 'A question',
      content: 'How does it work?',
    }),
  )
  const [message] = await desk('messages')
  const template = await desk('messages.templates.save', { name: 'Welcome', text: 'Hello {name}.' })
  return {
    plan: plan as string,
    operator,
    invitation: invitations[0].id as string,
    proposal: proposal.id as string,
    announcement,
    replaced,
    message: message.id as string,
    template: template.id as string,
  }
}

/** Creates a copied expert, paused so that nothing changes in the background, and a review of a plan that Ada holds. */
async function addWords(world: AccessWorld, adas: As) {
  const tid = 'steadfast'
  await adas('copytrader', { copytrade: tid })
  await adas('copies.set', { tid, paused: true })
  const [copying] = await adas('copies')
  const [held] = await adas('reviews.mine')
  await adas('reviews.write', { kind: held.kind, plan: held.plan, rating: 4, text: 'Pays as it says.' })
  const [review] = await must(world.send('reviews.list', {}, { secrete: (await world.addOperator('owner')).secrete }))
  return { expert: tid, copying: copying.id as string, review: review.id as string }
}

/** Creates another session, an API key, a webhook endpoint, and a passkey with recovery codes. */
async function addGuards(world: AccessWorld, adas: As) {
  await must(world.send('login', { email: 'ada@example.org', pwd }))
  const session = ((await adas('sessions')) as { id: string; current: boolean }[]).find(({ current }) => !current)!.id
  const { id: key } = await adas('keys.make', { name: 'Robot', pwd })
  // Nothing listens on this port.
  const { id: webhook } = await adas('webhooks.add', { url: 'http://127.0.0.1:9/hook', pwd })
  const { id: alert } = await adas('alerts.add', { symbol: 'BTCUSD', price: '999999' })
  const options = await adas('passkey.begin', { pwd })
  const { id: passkey, recovery } = await adas('passkey.add', {
    name: 'Laptop',
    response: createTestAuthenticator().make(options),
  })
  return {
    session,
    key: key as string,
    webhook: webhook as string,
    alert: alert as string,
    passkey: passkey as string,
    recovery: recovery as string[],
  }
}
