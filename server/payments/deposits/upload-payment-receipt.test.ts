import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { breaksOf } from '../../../tests/tampering.ts'
import { paymentsBooks } from '../public.ts'
import { depositForEachTest } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { show, upload } = given
afterAll(async () => expect(await breaksOf(given.world.platform, paymentsBooks)).toEqual([]))

describe("'trnxpop'", () => {
  it('stores the receipt and reports that it is pending', async () => {
    expect((await upload()).body).toMatchObject({
      type: 'success',
      msg: 'PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.',
    })
    expect(await show()).toMatchObject({ status: 'PENDING APPROVAL', receipt: { state: 'pending' } })
  })
  it('refuses with already_sent for a second receipt', async () => {
    await upload()
    expect((await upload()).body.code).toBe('already_sent')
  })
  it('refuses with closed for a cancelled deposit', async () => {
    await given.world.call('closetrnx', { tid: given.deposit.tid }, { secrete: given.ada.secrete })
    expect((await upload()).body.code).toBe('closed')
  })
  it('returns not_found for another customer’s deposit, as for a missing one', async () => {
    const ben = await given.world.addCustomer()
    expect((await upload({ who: ben })).body).toEqual((await upload({ who: ben, tid: someId })).body)
    expect((await upload({ tid: 'no id' })).body.code).toBe('not_found')
  })
  it('refuses with locked_out after 20 uploads within an hour, accepted or not', async () => {
    await upload()
    const codes: string[] = []
    for (let turn = 1; turn <= 20; turn++) codes.push((await upload()).body.code)
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'already_sent'), 'locked_out'])
  })
  it('refuses with bad_file for a file that isn’t a picture', async () => {
    expect(
      (await upload({ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') }))
        .body.code,
    ).toBe('bad_file')
    expect((await upload({ bytes: Buffer.from('%PDF-1.7 receipt') })).body.code).toBe('bad_file')
  })
  it('refuses with picture_too_large for a picture of 9,000 by 9,000 pixels', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect((await upload({ bytes: bomb })).body.code).toBe('picture_too_large')
  })
})
