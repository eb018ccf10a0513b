import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator } from '../../operators/test-operator.ts'
import { picture } from '../../platform/files/test-pictures.ts'
import { shardOf } from '../../platform/random.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { documentPurpose, photoPurpose } from './context.ts'
import { withdrawVerification } from './end-of-account.ts'
import { file, sendPassport } from './test-documents.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld({ DOCUMENT_DAYS: '30' })
  await world.platform.jobs.start()
})
afterAll(() => world.stop())

const dayMs = 86_400_000
const nights = (count: number) => world.platform.clock.advance(count * dayMs)

async function kept(purpose: string): Promise<string[]> {
  const ids = []
  for await (const id of world.platform.files.listFiles(purpose)) ids.push(id)
  return ids
}

async function decided(email: string) {
  const sent = await sendPassport(world, email)
  const { secrete } = await addOperator(world.platform, 'compliance')
  const { customer, verification } = sent
  await world.call('verifications.open', { customer, verification, reason: 'Checking a document' }, { secrete })
  await world.call('verifications.approve', { customer, verification }, { secrete })
  return sent
}

const documents = async (customer: string) => {
  const secrete = await world.identity.openSession(customer)
  return (await world.call('profile.documents', {}, { secrete })).body.submissions[0]
}

describe('pictures of documents', () => {
  it(
    'are deleted 30 days after the decision, not earlier; the access records remain',
    { timeout: 30_000 },
    async () => {
      const { customer, verification } = await decided('ada@example.org')
      const waiting = await sendPassport(world, 'waits@example.org')
      expect(await kept(documentPurpose)).toHaveLength(2)
      await nights(29)
      expect(await documents(customer)).toMatchObject({ deleted: false, deleteAt: '2026-02-04T12:00:00.000Z' })
      expect(await kept(documentPurpose)).toHaveLength(2)
      await nights(2)
      expect(await documents(customer)).toMatchObject({
        deleted: true,
        state: 'verified',
        openings: [{ reason: 'Checking a document' }],
      })
      expect(await kept(documentPurpose)).toHaveLength(1)
      expect(await documents(waiting.customer)).toMatchObject({ deleted: false, deleteAt: null })
      const operatorNow = await addOperator(world.platform, 'compliance')
      const answer = await world.call(
        'verifications.open',
        { customer, verification, reason: 'Looking once more' },
        { secrete: operatorNow.secrete },
      )
      expect(answer, "'verifications.open'").toMatchObject({ status: 410, body: { code: 'already_deleted' } })
    },
  )

  it('and the photo are deleted the night after the account closes', { timeout: 30_000 }, async () => {
    const { customer, secrete } = await sendPassport(world, 'leaves@example.org')
    await world.call('uploadprofilepic', {}, { secrete, files: { ppic: file(await picture()) } })
    const before = { documents: (await kept(documentPurpose)).length, photos: (await kept(photoPurpose)).length }
    await world.platform.db
      .transaction()
      .execute((tx) =>
        withdrawVerification(tx, { customerId: customer, shard: shardOf(customer) }, world.platform.clock.nowMs()),
      )
    await nights(2)
    expect({ documents: (await kept(documentPurpose)).length, photos: (await kept(photoPurpose)).length }).toEqual({
      documents: before.documents - 1,
      photos: before.photos - 1,
    })
  })

  it('to which no row refers are deleted after a day', { timeout: 30_000 }, async () => {
    const lost = await world.platform.files.put(Buffer.from('stored by a server that then crashed'), {
      owner: 'nobody',
      purpose: documentPurpose,
    })
    const others = await kept(documentPurpose)
    await nights(2)
    expect(await kept(documentPurpose)).toEqual(others.filter((id) => id !== lost))
  })
})
