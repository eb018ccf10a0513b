import type { Role } from '../../../api/permissions.ts'
import type { Executor } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/random.ts'
import { newTotpSecret } from '../../platform/sign-in/totp.ts'
import type { LinkContext, OperatorsContext } from '../context.ts'
import { deleteLinksLike, insertLink, hasAnyOperator, type LinkPurpose } from './people-store.ts'
import { hashOfSecret } from '../sign-in/sessions.ts'
import { addressOf } from '../../platform/config.ts'

const dayMs = 86_400_000
const lifeMs: Record<LinkPurpose, number> = { first: 365 * dayMs, join: 3 * dayMs, renew: dayMs }
const tokenBytes = 32

export type NewLink = { purpose: LinkPurpose; roles: Role[]; email?: string; operatorId?: string; madeBy?: string }

/**
 * Creates a one-time link, replacing an earlier one for the same purpose and person, and returns its path. The token
 * is stored hashed.
 */
export async function makeLink(
  context: LinkContext,
  tx: Executor,
  { purpose, roles, email, operatorId, madeBy }: NewLink,
): Promise<string> {
  const { clock, random, sealer, hashOf } = context
  const linkId = uuidv7(clock.nowMs(), random)
  const token = random.bytes(tokenBytes).toString('base64url')
  const madeAtMs = clock.nowMs()
  const emailHash = email === undefined ? null : hashOf('address', email)
  await deleteLinksLike(tx, { purpose, emailHash, operatorId: operatorId ?? null })
  await insertLink(tx, hashOfSecret(token), {
    linkId,
    purpose,
    emailHash,
    emailSealed: email === undefined ? null : sealer.seal(email, `link/${linkId}/email`),
    roles,
    operatorId: operatorId ?? null,
    totpSealed: sealer.seal(newTotpSecret(random), `link/${linkId}/totp`),
    madeBy: madeBy ?? null,
    madeAtMs,
    expiresAtMs: madeAtMs + lifeMs[purpose],
  })
  // The token is in the fragment, which browsers don't send, so that no proxy logs it.
  return `/operator/setup#token=${token}`
}

/** Returns a new link for the first operator, or undefined once an operator exists. Called at each startup. */
export async function makeFirstLink(context: OperatorsContext): Promise<string | undefined> {
  if (await hasAnyOperator(context.db)) return undefined
  const path = await context.db
    .transaction()
    .execute((tx) => makeLink(context, tx, { purpose: 'first', roles: ['owner'] }))
  return addressOf(context.config) + path
}
