import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHaltWatch } from './scanner.ts'
import { createDepositWorld, type DepositWorld } from '../test-world.ts'

const requested = 1_000_000n
const reason = 'the test network was restarted'
let world: DepositWorld
let finance: string
let ben: { id: string; secrete: string }
let address: string

beforeEach(async () => {
  world = await createDepositWorld()
  finance = await world.addOperator('finance')
  ben = await world.addCustomer()
  address = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ben.secrete })).body.address
  await world.scan()
})
afterEach(() => world.stop())

const scanners = async () => (await world.call('scanners', {}, { secrete: finance })).body
const resume = (coin = 'BTC') => world.call('scanners.resume', { coin, reason }, { secrete: finance })

async function payAndRewrite(keep: boolean): Promise<void> {
  world.btc.send(address, requested)
  world.btc.mine(2)
  await world.scan()
  expect(await world.balance(ben.id)).toBe(500_00n)
  world.btc.reorganise(7, keep)
  await world.scan()
}

describe("'scanners'", () => {
  it('returns how far each scanner has read, and why one is halted', async () => {
    expect(await scanners()).toEqual([
      { id: 'BTC', coin: 'BTC', height: 4, tip: 4, halted: null },
      { id: 'ETH', coin: 'ETH', height: 4, tip: 4, halted: null },
    ])
    await payAndRewrite(false)
    world.eth.setAway(true)
    expect(await scanners()).toMatchObject([
      {
        halted: {
          at: expect.any(Number),
          reason: expect.stringContaining('was rewritten below'),
          reasonPhrase: { phrase: 'scanner_beyond_window', values: { height: expect.any(String) } },
        },
      },
      { tip: null, halted: null },
    ])
  })
})

describe("'scanners.resume'", () => {
  it('closes only the halted scanner’s alarm', async () => {
    const look = createHaltWatch(world.context, [world.scanner('BTC'), world.scanner('ETH')])
    const alarms = async () =>
      (await world.platform.alarms.open()).filter(({ kind }) => kind === 'deposit_scanner_halted')
    expect([await look(), await alarms()]).toEqual([0, []])
    await payAndRewrite(false)
    expect([await look(), await look()]).toEqual([1, 1])
    expect(await alarms()).toMatchObject([
      { subject: 'BTC', details: { reason: expect.stringContaining('@scanner_beyond_window {') }, count: 1 },
    ])
    expect((await resume()).status).toBe(200)
    expect([await look(), await alarms()]).toEqual([0, []])
  })

  it('reverses payments missing from the new history, and credits new ones', async () => {
    await payAndRewrite(false)
    expect((await resume()).status).toBe(200)
    await world.scan()
    expect(await world.balance(ben.id)).toBe(0n)
    expect((await world.identity.standing(ben.id)).frozen).toBe('operator')
    world.btc.send(address, requested)
    world.btc.mine(2)
    await world.scan()
    expect(await world.balance(ben.id)).toBe(500_00n)
    const auditor = await world.addOperator('auditor')
    expect((await world.call('audit', { action: 'scanners.resume' }, { secrete: auditor })).body).toMatchObject([
      {
        subject: 'BTC',
        reason,
        texts: { halted: expect.stringContaining('was rewritten below') },
        textsPhrases: { halted: { phrase: 'scanner_beyond_window', values: { height: expect.any(String) } } },
      },
    ])
  })
  it('keeps a credit whose payment is in the new history', async () => {
    await payAndRewrite(true)
    world.btc.mine()
    expect((await resume()).status).toBe(200)
    await world.scan()
    expect(await world.balance(ben.id)).toBe(500_00n)
    expect((await world.identity.standing(ben.id)).frozen).toBeNull()
    expect(
      await world.ledger.transfersOf((await world.call('deposits', {}, { secrete: ben.secrete })).body[0].id, ben.id),
    ).toHaveLength(2)
  })
  it('refuses with not_halted and chain_away, without changes', async () => {
    expect(await resume()).toMatchObject({
      status: 409,
      body: { code: 'not_halted', msg: 'The BTC scanner isn’t halted.' },
    })
    await payAndRewrite(false)
    world.btc.setAway(true)
    expect(await resume()).toMatchObject({ status: 503, body: { code: 'chain_away' } })
    expect((await scanners())[0].halted).not.toBeNull()
    const support = await world.addOperator('support')
    expect((await world.call('scanners.resume', { coin: 'BTC', reason }, { secrete: support })).body.code).toBe(
      'unknown_call',
    )
  })
})
