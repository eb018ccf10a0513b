import jsqr from 'jsqr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { exportDeposits } from './show-deposit.ts'
import { depositForEachTest, quotedMinor } from './test-deposit.ts'

const given = depositForEachTest()
const { show } = given
const ask = (name: string, input: Record<string, unknown> = {}, who = given.ada) =>
  given.world.call(name, input, { secrete: who.secrete })

describe("'qr'", () => {
  it('draws the payment as a readable QR code', async () => {
    const { address, uri } = given.deposit
    const answer = await ask('qr', { addr: address })
    expect(answer.headers['content-type']).toBe('image/png')
    const { data, info } = await sharp(answer.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(uri)
  })
  it('returns not_found for any other address, and for a closed deposit', async () => {
    const { address, tid } = given.deposit
    const ben = await given.world.addCustomer()
    const others = await ask('qr', { addr: address }, ben)
    expect(others.body).toMatchObject({ code: 'not_found' })
    expect(await ask('qr', { addr: 'nowhere' }, ben)).toMatchObject({ status: 404, body: others.body })
    await ask('closetrnx', { tid })
    expect((await ask('qr', { addr: address })).status).toBe(404)
  })
})

describe("'deposits' and 'deposits.show'", () => {
  it('list the customer’s own deposits, newest first', async () => {
    const first = given.deposit.tid
    await given.world.advance(1_000)
    const second = (await ask('createtrnx', { type: 'BTC', plan: 'Bronze' })).body.tid
    const { body } = await ask('deposits')
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect((await ask('deposits', { p: '2' })).body).toEqual([])
    const ben = await given.world.addCustomer()
    expect((await ask('deposits', {}, ben)).body).toEqual([])
    expect((await show(first, ben)).code).toBe('not_found')
    expect((await show('no id')).code).toBe('not_found')
  })
})

it('shows the ledger transfer that credited the deposit', async () => {
  expect((await show()).transfers).toEqual([])
  await given.confirm(quotedMinor)
  const { id, shard } = { id: given.ada.id, shard: shardOf(given.ada.id) }
  const [transfer] = (await given.world.ledger.transfersOf(given.deposit.tid, id)).filter(
    ({ credit }) => 'owner' in credit,
  )
  expect(transfer).toMatchObject({ shard, kind: 'deposit' })
  expect((await show()).transfers).toEqual([
    { id: String(transfer!.id), at: transfer!.atMs, amount: '500.00', cur: '$' },
  ])
})

it('estimates the coins for an amount as a quote would', async () => {
  const { body } = await ask('deposits.estimate', { amount: '500' })
  expect(body).toEqual([
    { coin: 'BTC', coinAmount: (await show()).coinAmount },
    { coin: 'ETH', coinAmount: '0.200000000' },
  ])
  expect((await ask('deposits.estimate', { amount: '0.001' })).body[0].coinAmount).toBeNull()
})

/** Stores `count` copies of a customer's only deposit. */
const copyDeposit = (customerId: string, count: number) =>
  given.world.platform.owner.query(
    `INSERT INTO payments.deposits
     SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'address', d.address || n))).*
     FROM payments.deposits d, generate_series(1, $2::int) n WHERE d.customer_id = $1`,
    [customerId, count],
  )

it('exports any number of deposits, newest first', { timeout: 30_000 }, async () => {
  const { id } = given.ada
  await copyDeposit(id, 10_001)
  const exported = (await exportDeposits(given.world.context, {
    sessionId: id,
    customerId: id,
    shard: shardOf(id),
  })) as { id: string }[]
  expect(exported).toHaveLength(10_002)
  expect(new Set(exported.map((deposit) => deposit.id)).size).toBe(10_002)
  expect(exported.map((deposit) => deposit.id)).toEqual(
    exported
      .map((deposit) => deposit.id)
      .toSorted()
      .reverse(),
  )
})
