import type { Language } from '../../contract/languages.ts'
import { parseAmount, type CashAsset } from '../../contract/money.ts'
import { invariant, Refused } from '../platform/refused.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { Executor } from '../platform/database.ts'
import type { IdentityContext } from './context.ts'
import { insertAddress, insertCustomer, type Credentials } from './store.ts'

/** The ledger account that trades are staked from. */
export const tradingAccount = 'trading'

/** Checked details of a new customer. */
export type CustomerDetails = {
  email: string
  name: string
  phone: string
  country: string
  currency: CashAsset
  passwordHash: string
  language: Language
  simulated?: boolean
}

/**
 * Writes a customer and pays the practice grant, all in the caller's transaction. The ledger comes last, because it locks
 * its shard until the commit. Throws `code_wrong` where the address belongs to somebody: no other word, or the call would
 * tell who is a customer. That happens only to who knows a code that was never mailed.
 */
export async function createCustomer(
  identity: IdentityContext,
  tx: Executor,
  details: CustomerDetails,
): Promise<Credentials> {
  const { clock, random, personal } = identity
  const customerId = uuidv7(clock.nowMs(), random)
  const shard = shardOf(customerId)
  if (!(await insertAddress(tx, personal.addressHash(details.email), { customerId, shard })))
    throw new Refused('code_wrong')
  await insertCustomer(tx, {
    customerId,
    shard,
    nameSealed: personal.seal(details.name, customerId, 'name'),
    emailSealed: personal.seal(details.email, customerId, 'email'),
    phoneSealed: personal.seal(details.phone, customerId, 'phone'),
    country: details.country,
    currency: details.currency,
    language: details.language,
    passwordHash: details.passwordHash,
    simulated: details.simulated ?? false,
    at: clock.now(),
  })
  return { customerId, shard, passwordHash: details.passwordHash }
}

/** Pays the practice grant of the settings, once in a customer's life. Source: truth.md section 4. */
export async function payPracticeGrant(
  { config, ledger }: IdentityContext,
  tx: Executor,
  customerId: string,
  currency: CashAsset,
): Promise<void> {
  const amountMinor = parseAmount(config.practiceGrant, currency)
  invariant(amountMinor !== undefined, 'PRACTICE_GRANT is an amount')
  if (amountMinor === 0n) return
  const grant = {
    debit: { house: 'practice_grants' },
    credit: { owner: customerId, code: tradingAccount },
    asset: currency,
    amountMinor,
    kind: 'practice_grant',
    reference: customerId,
    key: `practice_grant/${customerId}`,
    note: 'Play money to begin with',
  } as const
  await ledger.post([grant], { tx })
}
