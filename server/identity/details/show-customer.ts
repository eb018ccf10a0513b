import type { OutputOf } from '../../../api/call.ts'
import type { user } from '../../../api/calls/identity/identity.ts'
import { assets, coinAssets, formatAmount, type Asset, type CoinAsset } from '../../../api/money.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import { countryName } from '../sign-up/countries.ts'
import { tradingAccount } from '../sign-up/create-customer.ts'
import { listKeys } from '../security/key-store.ts'
import { maskedKey } from '../security/keys-for-programs.ts'
import { shownDetail } from './personal-data.ts'
import { findCustomer } from '../store.ts'
import { photoPath } from '../verification/profile-photo.ts'
import { findPhoto, findVerificationState } from '../verification/store.ts'

/**
 * Returns the signed-in customer with their usable balances; other modules add fields. `cstring` is the newest key,
 * masked. A detail that can't be decrypted is empty and raises an alarm. Source: docs/spec/product.md section 3 "User".
 */
export async function showCustomer(
  identity: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof user>> {
  const { db, ledger } = identity
  const { customerId } = session
  const [customer, balances, transfers, state, photo, keys, parts] = await Promise.all([
    findCustomer(db, session),
    ledger.balances(customerId),
    ledger.transfersOf(customerId, customerId),
    findVerificationState(db, session),
    findPhoto(db, session),
    listKeys(db, session),
    Promise.all(identity.userParts.map((part) => part(customerId))),
  ])
  if (!customer) throw new Refused('not_signed_in')
  const { currency } = customer
  const available = (code: string, asset: Asset) =>
    formatAmount(
      balances.find(({ account }) => account.code === code && account.asset === asset)?.availableMinor ?? 0n,
      asset,
    )
  const grant = transfers.find(({ kind }) => kind === 'practice_grant')
  return {
    id: customerId,
    name: shownDetail(identity, customerId, 'name', customer.nameSealed),
    email: shownDetail(identity, customerId, 'email', customer.emailSealed),
    phone: shownDetail(identity, customerId, 'phone', customer.phoneSealed),
    country: countryName(customer.country),
    language: customer.language,
    cur: assets[currency].symbol,
    currency,
    balance: available(tradingAccount, currency),
    bonus: available('bonus', currency),
    mbalance: Object.fromEntries(coinAssets.map((coin) => [coin, available(`mining:${coin}`, coin)])) as Record<
      CoinAsset,
      string
    >,
    cstring: keys[0] ? maskedKey(keys[0].hint) : '',
    traders: '',
    robot: 'INACTIVE',
    ...Object.assign({}, ...parts),
    is_verified: state === 'verified' ? 1 : 0,
    verification: state,
    profilepic: photoPath(photo),
    grant: grant
      ? {
          amount: formatAmount(grant.amountMinor, grant.asset),
          at: new Date(grant.atMs).toISOString(),
          transfer: String(grant.id),
        }
      : null,
  }
}
