import { picture } from '../../platform/files/test-pictures.ts'
import { shardOf } from '../../platform/random.ts'
import type { IdentityWorld } from '../test-world.ts'
import { listVerifications } from './store.ts'

/** Sends documents through `uploadid`. */

export type SentFiles = Record<string, { name: string; bytes: Uint8Array }>

export const file = (bytes: Uint8Array, name = 'scan.jpg') => ({ name, bytes })

export const upload = (world: IdentityWorld, secrete: string, voption: string, files: SentFiles) =>
  world.call('uploadid', { voption }, { secrete, files })

/** Registers a customer, sends a passport and returns the pending verification. */
export async function sendPassport(
  world: IdentityWorld,
  email: string,
): Promise<{ secrete: string; customer: string; verification: string }> {
  const secrete = await world.signUp(email)
  return { secrete, ...(await sendAgain(world, secrete)) }
}

export async function sendAgain(
  world: IdentityWorld,
  secrete: string,
): Promise<{ customer: string; verification: string }> {
  const answer = await upload(world, secrete, 'Passport', { ID: file(await picture()) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { id: customer } = (await world.call('user', {}, { secrete })).body
  const [newest] = await listVerifications(world.platform.db, { customerId: customer, shard: shardOf(customer) })
  return { customer, verification: newest!.verificationId }
}
