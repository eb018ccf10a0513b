import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { sendPassport } from '../verification/test-documents.ts'
import { csvField } from '../../platform/http/csv.ts'
import { newestSubject } from './test-factors.ts'
import { testPhone } from '../sign-up/test-phone.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

describe("'export'", () => {
  it('returns one file with the data that every module stores, but without other customers’ data', async () => {
    world.identity.addExporter('hats', async ({ customerId }) => [{ of: customerId, worth: 5n }])
    await world.signUp('ben@example.org')
    const secrete = await world.signUp('ada@example.org')
    await world.call('keys.make', { name: 'Robot', pwd: goodPassword }, { secrete })
    const answer = await world.call('export', { pwd: goodPassword }, { secrete })
    expect(answer.headers).toMatchObject({ 'content-disposition': 'attachment; filename="tallystick-2026-01-05.json"' })
    const { body } = answer
    expect(body.profile).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: testPhone('ada@example.org'),
      country: 'GB',
    })
    expect(body.sessions).toHaveLength(1)
    expect(body.keys).toMatchObject([{ name: 'Robot' }])
    expect(body.balances).toMatchObject([{ account: 'trading', asset: 'GBP', balance: '10000.00' }])
    expect(body.ledger).toMatchObject([{ kind: 'practice_grant', change: '10000.00', note: 'Initial practice money' }])
    expect(body.hats).toEqual([{ of: body.profile.id, worth: '5' }])
    expect(JSON.stringify(body)).not.toContain('ben@')
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|secret/i)
    expect(newestSubject(world, 'ada@example.org')).toBe('Your Tallystick data was downloaded')
  })
})

it(
  'exports documents with the operators who opened them, pictures, acceptances, and operator actions',
  { timeout: 30_000 },
  async () => {
    const { secrete, customer, verification } = await sendPassport(world, 'shown@example.org')
    const { secrete: desk } = await addOperator(world.platform, 'compliance')
    await world.call('verifications.open', { customer, verification, reason: 'Checking a document' }, { secrete: desk })
    await world.call('customers.flag', { id: customer, flag: 'watch', set: true }, { secrete: desk })
    const { body } = await world.call('export', { pwd: goodPassword }, { secrete })
    expect(body.verification.submissions).toMatchObject([
      { mode: 'Passport', openings: [{ reason: 'Checking a document' }] },
    ])
    expect(Buffer.from(body.pictures.documents[0].base64, 'base64').subarray(0, 2).toString('hex')).toMatch(
      /^(ffd8|5249|8950)$/,
    )
    expect(body.acceptances.map(({ document }: { document: string }) => document).sort()).toEqual([
      'adult',
      'privacy',
      'terms',
    ])
    expect(body.operators.log).toMatchObject([{ action: 'verifications.open', reason: 'Checking a document' }])
  },
)

describe("'export.ledger'", () => {
  it('returns CSV with a row for every transfer, oldest first, even if there are several pages', async () => {
    const secrete = await world.signUp('csv@example.org')
    const { customerId } = (await world.identity.sessionOf(secrete))!
    const bonus = {
      debit: { house: 'practice_grants' },
      credit: { owner: customerId, code: 'bonus' },
      asset: 'GBP',
      amountMinor: 125n,
      kind: 'bonus',
      note: 'For "you", and =you',
    } as const
    await world.ledger.post(Array.from({ length: 600 }, () => bonus))
    const { body, headers } = await world.call('export.ledger', {}, { secrete })
    const lines = String(body).trimEnd().split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(lines).toHaveLength(602)
    expect(lines[0]).toBe('transfer,at,account,asset,change,balance,amount,phase,kind,house,reference,note')
    expect(lines[1]).toContain(',trading,GBP,10000.00,10000.00,10000.00,done,practice_grant,practice_grants,')
    expect(lines[601]).toContain(',bonus,GBP,1.25,750.00,1.25,done,bonus,practice_grants,,"For ""you"", and =you"')
  })
  it('contains nothing that a spreadsheet would run as a formula', () => {
    expect(['=1+1', '+1', '@x', '-5.00', '-x', 'plain', 'a,b'].map(csvField)).toEqual([
      "'=1+1",
      "'+1",
      "'@x",
      '-5.00',
      "'-x",
      'plain',
      '"a,b"',
    ])
  })
})
