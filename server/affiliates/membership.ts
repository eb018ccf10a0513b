import { referralCodePattern, referralLetters } from '../../api/affiliate-levels.ts'
import type { Executor } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/random.ts'
import { invariant } from '../platform/http/refused.ts'
import type { AffiliatesContext } from './context.ts'
import { findCodeOwner, findMember, insertCode, insertMember, insertReferral, type Member } from './store.ts'

const codeLength = 8
const tries = 10
const levels = 3

/** Normalises a typed code. Returns undefined if the text can't be a code. */
function readCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return referralCodePattern.test(code) ? code : undefined
}

/**
 * Returns the people who earn from a new customer: the owner of the given code and that owner's referrers, at most
 * three. Returns none if they would include the customer. Source: docs/spec/product.md section 1.
 */
export function referrersBy(
  referrer: Pick<Member, 'customerId' | 'referrers'> | undefined,
  customerId: string,
): string[] {
  if (!referrer) return []
  const path = [referrer.customerId, ...referrer.referrers].slice(0, levels)
  return path.includes(customerId) || new Set(path).size < path.length ? [] : path
}

/** Adds a new customer as a member, in the registration's transaction. Ignores an unknown code. */
export async function registerMember(
  context: AffiliatesContext,
  tx: Executor,
  customerId: string,
  referralCode: string,
): Promise<void> {
  const code = readCode(referralCode)
  const owner = code && (await findCodeOwner(tx, code))
  const referrer = owner ? await findMember(tx, owner) : undefined
  const closed = owner !== undefined && (await context.identity.standing(owner)).closed
  await join(context, tx, customerId, closed ? [] : referrersBy(referrer, customerId))
}

/**
 * Returns the customer as a member. Customers who registered before the programme existed become members now, without
 * a referrer.
 */
export async function memberOf(context: AffiliatesContext, customerId: string): Promise<Member> {
  const known = await findMember(context.db, customerId)
  if (known) return known
  await context.db.transaction().execute((tx) => join(context, tx, customerId, []))
  const joined = await findMember(context.db, customerId)
  invariant(joined, 'a registered customer is a member')
  return joined
}

async function join(
  { clock, random }: AffiliatesContext,
  tx: Executor,
  customerId: string,
  referrers: string[],
): Promise<void> {
  if (await findMember(tx, customerId)) return
  const nowMs = clock.nowMs()
  const code = await newCode({ random }, tx, customerId)
  if (!(await insertMember(tx, { customerId, code, referrers }, nowMs))) return
  for (const [index, referrerId] of referrers.entries())
    await insertReferral(tx, { referrerId, customerId, id: uuidv7(nowMs, random), level: index + 1, sinceMs: nowMs })
}

async function newCode(
  { random }: Pick<AffiliatesContext, 'random'>,
  tx: Executor,
  customerId: string,
): Promise<string> {
  for (let turn = 0; turn < tries; turn++) {
    const code = Array.from({ length: codeLength }, () => referralLetters[random.below(referralLetters.length)]).join(
      '',
    )
    if (await insertCode(tx, code, customerId)) return code
  }
  throw new Error('no free referral code was found')
}
