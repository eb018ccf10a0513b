import { z } from 'zod'
import { BinaryAnswer, type InputOf, type OutputOf } from '../../../api/call.ts'
import type { customersCalls } from '../../../api/calls/identity/customers.ts'
import { assets, type CashAsset, formatAmount } from '../../../api/money.ts'
import { csvLine } from '../../platform/http/csv.ts'
import type { OperatorSession } from '../../platform/http/http.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { countryName } from '../sign-up/countries.ts'
import { tradingAccount } from '../sign-up/create-customer.ts'
import { normalisedEmail } from '../details/customer-details.ts'
import { findCredentials } from '../store.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { shownDetail } from '../details/personal-data.ts'
import { countCountries, listCustomers, type ListFilter, type ListOrder } from './list-store.ts'
import { masked, maskedEmail } from './mask.ts'

type Listed = OutputOf<(typeof customersCalls)['customers']>
type Customer = Listed['customers'][number]
type Filter = InputOf<(typeof customersCalls)['customers.export']>
type Rows = Awaited<ReturnType<typeof listCustomers>>

const customersPerPage = 50
const exportedAtMost = 10_000
const dayMs = 86_400_000
const activeDays = { day: 1, week: 7, month: 30, not_month: 30, not_quarter: 90 } as const

/**
 * Lists a page of customers. Names and email addresses are masked unless the operator may see them; then the page is
 * logged with the ids that it shows, before it is returned.
 */
export async function findCustomers(
  desk: DeskContext,
  { p, ...filter }: InputOf<(typeof customersCalls)['customers']>,
  { session }: OperatorRequest,
): Promise<Listed> {
  const names = session.permissions.has('customers.names')
  const found = await matching(desk, filter, names, { limit: customersPerPage + 1, offset: (p - 1) * customersPerPage })
  const rows = found.slice(0, customersPerPage)
  if (names && rows.length > 0) await logView(desk, session, 'customers.names', filter, rows)
  return { names, more: found.length > customersPerPage, customers: await listed(desk, rows, names) }
}

const columns: readonly (keyof Customer)[] = [
  'id',
  'name',
  'email',
  'country',
  'currency',
  'since',
  'lastActive',
  'balance',
  'result',
  'verified',
  'frozen',
  'closed',
  'simulated',
  'flags',
]

/** Returns the customers of a filter as CSV. Commits the audit entry before it returns anything. */
export async function exportCustomers(
  desk: DeskContext,
  filter: Filter,
  { session }: OperatorRequest,
): Promise<BinaryAnswer> {
  const names = session.permissions.has('customers.names')
  const rows = await matching(desk, filter, names, { limit: exportedAtMost, offset: 0 })
  await logView(desk, session, 'customers.export', filter, rows)
  const fields = (customer: Customer) =>
    columns.map((column) => {
      const value = customer[column]
      return Array.isArray(value) ? value.join(' ') : String(value ?? '')
    })
  const lines = [[...columns], ...(await listed(desk, rows, names)).map(fields)]
  return new BinaryAnswer(
    'text/csv; charset=utf-8',
    Buffer.from(lines.map(csvLine).join('')),
    'tallystick-customers.csv',
  )
}

/** Returns the countries of open accounts with the number of customers, by name. */
export async function listCountries({
  db,
}: DeskContext): Promise<OutputOf<(typeof customersCalls)['customers.countries']>> {
  const found = await countCountries(db)
  return found
    .map(({ code, customers }) => ({ code, name: countryName(code), customers }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

const idsLogged = 50

/**
 * Logs which customers an operator saw. The search isn't logged, because it can be a name or an email address; an
 * export logs only the number of its rows.
 */
async function logView(
  desk: DeskContext,
  { operatorId }: OperatorSession,
  action: string,
  { search, show, country, flag, active, order }: Filter,
  rows: Rows,
): Promise<void> {
  const chosen = Object.entries({ show, country, flag, active, order }).filter(([, value]) => value !== '')
  const details = {
    ...Object.fromEntries(chosen),
    searched: search !== '',
    customers: rows.length,
    ...(rows.length <= idsLogged && { ids: rows.map(({ customerId }) => customerId).join(' ') }),
  }
  await desk.db
    .transaction()
    .execute((tx) => operatorsOf(desk).audit(tx, { operatorId, action, subject: 'customers', details }))
}

async function matching(
  desk: DeskContext,
  input: Filter,
  names: boolean,
  page: { limit: number; offset: number },
): Promise<Rows> {
  const filter = await filterOf(desk, input, names)
  return filter ? listCustomers(desk.db, filter, await orderOf(desk, input.order), page) : []
}

/** Returns the conditions of a filter, or undefined if the search can't match anyone. */
async function filterOf(
  { clock, db, personal }: DeskContext,
  { search, show, country, flag, active }: Filter,
  names: boolean,
): Promise<ListFilter | undefined> {
  const since = active === '' ? null : new Date(clock.nowMs() - activeDays[active] * dayMs)
  const isNot = active.startsWith('not_')
  const filter: ListFilter = {
    shown: show,
    country: country || null,
    flag: flag || null,
    activeSince: isNot ? null : since,
    inactiveSince: isNot ? since : null,
    nameTokens: null,
    customerId: null,
  }
  if (search === '') return filter
  if (z.uuid().safeParse(search).success) return { ...filter, customerId: search.toLowerCase() }
  if (search.includes('@')) {
    const found = await findCredentials(db, personal.addressHash(normalisedEmail(search)))
    return found && { ...filter, customerId: found.customerId }
  }
  const nameTokens = names ? personal.searchTokens(search) : []
  return nameTokens.length > 0 ? { ...filter, nameTokens } : undefined
}

/** Returns the order of the list. Amounts are compared by their value in dollars, if there are rates. */
async function orderOf(desk: DeskContext, order: Filter['order']): Promise<ListOrder> {
  if (order === 'newest' || order === 'oldest' || order === 'active') return order
  if (order === 'balance') {
    const balances = await desk.ledger.balancesIn(tradingAccount)
    const inDollars = await dollarsPer(desk)
    const by = new Map(
      balances.map(({ owner, asset, balanceMinor }) => [owner, inDollars(balanceMinor, asset as CashAsset)]),
    )
    return { by, ascending: false }
  }
  return { by: await desk.results.of(undefined), ascending: order === 'loss' }
}

const rateMinor = 1_000_000n

/** Returns a function that converts amounts at the present rates; without a rate, an amount counts as dollars. */
async function dollarsPer(desk: DeskContext): Promise<(amountMinor: bigint, asset: CashAsset) => bigint> {
  const cash = (Object.keys(assets) as CashAsset[]).filter((asset) => assets[asset].kind === 'cash')
  const rates = await Promise.all(
    cash.map(async (asset) => [asset, (await operatorsOf(desk).usdMinorOf(rateMinor, asset)) ?? rateMinor] as const),
  )
  const byAsset = new Map<string, bigint>(rates)
  return (amountMinor, asset) => (amountMinor * (byAsset.get(asset) ?? rateMinor)) / rateMinor
}

async function listed(desk: DeskContext, rows: Rows, names: boolean): Promise<Customer[]> {
  const ids = rows.map(({ customerId }) => customerId)
  const [balances, results] = await Promise.all([desk.ledger.balancesIn(tradingAccount, ids), desk.results.of(ids)])
  const balanceOf = new Map(balances.map(({ owner, asset, balanceMinor }) => [`${owner} ${asset}`, balanceMinor]))
  return rows.map((row) => {
    const { customerId, currency, closed } = row
    const [name, email] = [
      shownDetail(desk, customerId, 'name', row.nameSealed),
      shownDetail(desk, customerId, 'email', row.emailSealed),
    ]
    return {
      id: customerId,
      name: closed ? '' : names ? name : masked(name),
      email: closed ? '' : names ? email : maskedEmail(email),
      country: closed ? '' : countryName(row.country),
      currency,
      since: row.createdAt.toISOString(),
      lastActive: row.lastActiveAt?.toISOString() ?? null,
      balance: formatAmount(balanceOf.get(`${customerId} ${currency}`) ?? 0n, currency),
      result: formatAmount(results.get(customerId) ?? 0n, currency),
      frozen: row.frozen,
      closed,
      verified: row.verified,
      simulated: row.simulated,
      flags: row.flags,
    }
  })
}
