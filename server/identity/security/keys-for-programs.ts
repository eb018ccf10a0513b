import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { keys, keysMake, keysRevoke } from '../../../api/calls/identity/security.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { IdentityContext } from '../context.ts'
import { networkAddress } from '../../platform/http/network.ts'
import { apiKeyPrefix, hashOfSecret, newSecret } from '../sign-in/sessions.ts'
import { refuseWhileFrozen } from './freezing.ts'
import { insertKey, listKeys, revokeKeys } from './key-store.ts'
import { checkedName } from './passkeys.ts'
import { lockCredentials, requireProof, notifyOwner, notifyOwnerOf } from './proof.ts'

const maxKeys = 20
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the part of a key that lists show after its creation. */
export const maskedKey = (hint: string): string => `${apiKeyPrefix}…${hint}`

export async function listOwnKeys(
  { db }: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof keys>> {
  const listed = await listKeys(db, session)
  return listed.map(({ keyId, name, hint, scopes, networks, createdAt, lastUsedAt }) => ({
    id: keyId,
    name,
    masked: maskedKey(hint),
    scopes,
    networks,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Creates an API key and returns its secret, which is never shown again. */
export async function makeKey(
  identity: IdentityContext,
  input: InputOf<typeof keysMake>,
  { session }: CustomerRequest,
): Promise<Outcome & { id: string; key: string }> {
  const { bus, clock, db, random } = identity
  const name = checkedName(input.name)
  const networks = [...new Set(input.networks.filter((text) => text !== '').map(checkedNetwork))]
  const scopes = ['read', 'trade', 'withdraw'].filter(
    (scope) => scope === 'read' || input.scopes.includes(scope as 'trade'),
  )
  await refuseWhileFrozen(db, session)
  if (scopes.includes('withdraw')) await identity.requiredFactor.requireForPayouts(session)
  if ((await listKeys(db, session)).length >= maxKeys) throw new Refused('too_many_keys')
  const customer = await requireProof(identity, session, input)
  const key = apiKeyPrefix + newSecret(session.shard, random)
  const keyId = uuidv7(clock.nowMs(), random)
  await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    await refuseWhileFrozen(tx, session)
    if ((await listKeys(tx, session)).length >= maxKeys) throw new Refused('too_many_keys')
    const { customerId, shard } = session
    await insertKey(tx, {
      customerId,
      shard,
      keyId,
      name,
      secretHash: hashOfSecret(key),
      hint: key.slice(-4),
      scopes,
      networks,
      at: clock.now(),
    })
    await notifyOwner(identity, tx, customer, 'keyMade')
  })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['keys', 'user'] })
  return { ...outcome('key_created'), id: keyId, key }
}

export async function revokeKey(
  identity: IdentityContext,
  { id }: InputOf<typeof keysRevoke>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { bus, clock, db, sessions } = identity
  const revoked = await db.transaction().execute(async (tx) => {
    const revoked = uuid.test(id) ? await revokeKeys(tx, session, id, clock.now()) : []
    if (revoked.length === 0) throw new Refused('key_not_found')
    await notifyOwnerOf(identity, tx, session, 'keyRevoked')
    return revoked
  })
  sessions.announceRevoked(session.customerId, revoked)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['keys', 'user'] })
  return outcome('key_revoked')
}

function checkedNetwork(text: string): string {
  const network = networkAddress(text)
  if (network === undefined)
    throw new Refused('bad_network', { network: text.slice(0, 60) }, { networks: 'enter_network' })
  return network
}
