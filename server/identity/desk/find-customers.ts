import { z } from 'zod'
import type { OutputOf } from '../../../api/call.ts'
import type { customersCalls } from '../../../api/calls/identity/customers.ts'
import { shardOf } from '../../platform/random.ts'
import { countryName } from '../sign-up/countries.ts'
import { normalisedEmail } from '../details/customer-details.ts'
import { findCredentials } from '../store.ts'
import type { DeskContext } from './context.ts'
import { shownDetail } from '../details/personal-data.ts'
import { masked, maskedEmail } from './mask.ts'
import { findListedCustomer, listCustomers, type ListedCustomer, type Shown } from './store.ts'

const customersPerPage = 50

/**
 * Finds customers by email address or id, or lists all. Names and email addresses stay masked until an operator opens a
 * customer.
 */
export async function findCustomers(
  desk: DeskContext,
  { search, show, before }: { search: string; show: Shown; before?: string | undefined },
): Promise<OutputOf<(typeof customersCalls)['customers']>> {
  const found =
    search === '' ? await listCustomers(desk.db, show, before ?? null, customersPerPage) : await matching(desk, search)
  return found.map((customer) => listed(desk, customer))
}

async function matching({ db, personal }: DeskContext, search: string): Promise<ListedCustomer[]> {
  const isId = z.uuid().safeParse(search).success
  const key = isId
    ? { customerId: search.toLowerCase(), shard: shardOf(search) }
    : await findCredentials(db, personal.addressHash(normalisedEmail(search)))
  const customer = key && (await findListedCustomer(db, key))
  return customer ? [customer] : []
}

function listed(
  desk: DeskContext,
  {
    customerId,
    nameSealed,
    emailSealed,
    country,
    currency,
    createdAt,
    frozen,
    closed,
    verified,
    simulated,
    flags,
  }: ListedCustomer,
) {
  return {
    id: customerId,
    name: closed ? '' : masked(shownDetail(desk, customerId, 'name', nameSealed)),
    email: closed ? '' : maskedEmail(shownDetail(desk, customerId, 'email', emailSealed)),
    country: closed ? '' : countryName(country),
    currency,
    since: createdAt.toISOString(),
    frozen,
    closed,
    verified,
    simulated,
    flags,
  }
}
