import type { Language } from '../../../api/languages.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { IdentityContext } from '../context.ts'
import { replaceNameTokens } from '../name-search/store.ts'
import { insertAddress, insertCustomer, type Credentials } from '../store.ts'

/** The ledger account from which trades are staked. */
export const tradingAccount = 'trading'

/** Validated details of a new customer. */
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
 * Writes a customer in the caller's transaction. Throws `code_wrong` if the address is taken: any other refusal would
 * reveal who is a customer. Only someone who guesses a code that was never emailed can reach this refusal.
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
  await replaceNameTokens(tx, { customerId, shard }, personal.nameTokens(details.name))
  return { customerId, shard, passwordHash: details.passwordHash }
}

/**
 * Pays the practice grant from the settings, once per person. Call it last in the transaction, because the ledger locks
 * its shard until the commit. Source: docs/spec/truth.md section 4.
 */
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
    note: { phrase: 'note_practice_money' },
  } as const
  await ledger.post([grant], { tx })
}
