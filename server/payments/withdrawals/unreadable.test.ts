import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from './test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld()
})
afterAll(() => world.stop())

const paypal = { method: 'PayPal', account: 'Trading', amount: '100', address: 'ada@example.org' }
const alarms = async () => (await world.platform.alarms.open()).filter(({ kind }) => kind === 'row_unreadable')

it('shows a withdrawal or address with another row’s destination as unreadable, and the rest as usual', async () => {
  const [ada, bob] = [await world.addCustomer(), await world.addCustomer()]
  const ask = async (name: string, input: Record<string, unknown> = {}, secrete = ada.secrete) =>
    (await world.api.call(name, input, { secrete })).body
  const [bad, good] = [await ask('withdraw', paypal), await ask('withdraw', { ...paypal, address: 'eve@example.org' })]
  const foreign = await ask('withdraw', paypal, bob.secrete)
  await world.platform.owner.query(
    `ALTER TABLE payments.withdrawals DISABLE TRIGGER USER;
     UPDATE payments.withdrawals
     SET destination_sealed = (SELECT destination_sealed FROM payments.withdrawals WHERE id = '${foreign.id}')
     WHERE id = '${bad.id}';
     ALTER TABLE payments.withdrawals ENABLE TRIGGER USER;
     UPDATE payments.addresses SET destination_sealed = '\\x00' WHERE customer_id = '${bob.id}'`,
  )
  const shown = await ask('withdrawals')
  expect(shown.find(({ id }: { id: string }) => id === bad.id)).toMatchObject({
    to: '',
    unreadable: true,
    amount: '100.00',
  })
  expect(shown.find(({ id }: { id: string }) => id === good.id)).toMatchObject({
    to: 'e•••@example.org',
    unreadable: false,
  })
  const { secrete } = await world.operator()
  const queue = (await ask('withdrawals.queue', {}, secrete)) as { id: string; unreadable: boolean }[]
  expect(new Map(queue.map(({ id, unreadable }) => [id, unreadable]))).toEqual(
    new Map([
      [bad.id, true],
      [good.id, false],
      [foreign.id, false],
    ]),
  )
  expect(
    await ask('withdrawals.inspect', { customer: ada.id, id: bad.id, reason: 'Looking at the alarm' }, secrete),
  ).toMatchObject({ payee: [] })
  expect(await ask('addresses', {}, bob.secrete)).toMatchObject([{ to: '', unreadable: true, usable: false }])
  expect((await alarms()).map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/^address /),
    `withdrawal ${bad.id}`,
  ])
})

it('pays out other withdrawals while one fails, and raises an alarm for that one', async () => {
  const { secrete, id: customer } = await world.addCustomer()
  const bank = {
    method: 'Bank',
    account: 'Trading',
    amount: '100',
    bname: 'A Bank',
    aname: 'Ada Byron',
    anumber: '12345678',
    rnumber: '123456',
  }
  const ids: string[] = []
  for (let count = 0; count < 2; count++) ids.push((await world.api.call('withdraw', bank, { secrete })).body.id)
  await world.platform.clock.advance(25 * 3_600_000)
  const operator = (await world.operator()).secrete
  for (const id of ids)
    expect((await world.api.call('withdrawals.approve', { id, customer }, { secrete: operator })).status).toBe(200)
  await world.platform.owner.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.reference = '${ids[0]}' THEN RAISE EXCEPTION 'broken'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER broken BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_one()`)
  await world.withdrawals.send()
  const states = async () => {
    const { rows } = await world.platform.pool.query<{ id: string; state: string }>(
      'SELECT id, state FROM payments.withdrawals WHERE customer_id = $1',
      [customer],
    )
    return ids.map((id) => rows.find((row) => row.id === id)!.state)
  }
  expect(await states()).toEqual(['APPROVED', 'COMPLETED'])
  const open = async () =>
    (await world.platform.alarms.open())
      .filter(({ kind }) => kind === 'withdrawal_failed')
      .map(({ subject }) => subject)
  expect(await open()).toEqual([ids[0]])
  await world.platform.owner.query('DROP TRIGGER broken ON ledger.transfers; DROP FUNCTION refuse_one()')
  await world.withdrawals.send()
  expect(await states()).toEqual(['COMPLETED', 'COMPLETED'])
})
