import type { InputOf } from '../../../contract/call.ts'
import { BinaryAnswer } from '../../../contract/call.ts'
import { formatAmount } from '../../../contract/money.ts'
import type { exportAll } from '../../../contract/own-data.ts'
import type { AccountEntry } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database.ts'
import type { Session } from '../../platform/http.ts'
import { readAll } from '../../platform/read-all.ts'
import type { IdentityContext } from '../context.ts'
import { findEmailProposal, findPayoutsWait, listFormerEmails } from '../detail-store.ts'
import { findCustomer } from '../store.ts'
import { exportAcceptances } from '../legal/accept-terms.ts'
import { findFreeze, listSignInsBefore, type SignInEntry } from './account-store.ts'
import { listPasskeys, readFactorState } from './factor-store.ts'
import { listOwnKeys } from './keys-for-programs.ts'
import { listOwnSessions } from './own-sessions.ts'
import { requireProof, tellOwner } from './proof.ts'

/** What a module keeps about a customer, as plain JSON. The session is the customer's own. */
export type Exporter = (session: Session) => Promise<unknown>
/** By the name that the part has in the file. */
export type Exporters = Map<string, Exporter>

const pageSize = 500
const pieceCharacters = 64 * 1024

/** Everything that is kept about the customer, each module its part, as one file. Amounts are decimals, times ISO 8601. */
export async function exportEverything(identity: IdentityContext, input: InputOf<typeof exportAll>, session: Session): Promise<BinaryAnswer> {
  const customer = await requireProof(identity, session, input)
  const parts: Record<string, unknown> = { product: 'Tallystick', exportedAt: identity.clock.now().toISOString() }
  for (const [name, exporter] of [...ownParts(identity), ...identity.exporters]) parts[name] = await exporter(session)
  // Before the file goes out: data must not leave without its mail.
  await identity.db.transaction().execute((tx) => tellOwner(identity, tx, customer, 'exported'))
  const text = JSON.stringify(parts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)
  return new BinaryAnswer('application/json; charset=utf-8', Buffer.from(text), `tallystick-${day(identity)}.json`)
}

/** Every ledger transfer of the customer as CSV, RFC 4180. */
export async function exportLedgerCsv(identity: IdentityContext, session: Session): Promise<BinaryAnswer> {
  const pieces = await identity.downloads.start(session.customerId, (snapshot) => ledgerPieces(identity, session, snapshot))
  return new BinaryAnswer('text/csv; charset=utf-8', pieces, `tallystick-ledger-${day(identity)}.csv`)
}

const ledgerColumns = [
  'transfer', 'at', 'account', 'asset', 'change', 'balance', 'amount', 'phase', 'kind', 'house', 'reference', 'note',
] as const

async function* ledgerPieces(
  { ledger }: IdentityContext,
  { customerId }: Session,
  snapshot: Executor,
): AsyncGenerator<string> {
  yield `${ledgerColumns.join(',')}\r\n`
  let rows = ''
  for await (const entry of ledger.entries(customerId, snapshot)) {
    const row = transferPart(entry)
    rows += `${ledgerColumns.map((column) => csvField(row[column])).join(',')}\r\n`
    if (rows.length < pieceCharacters) continue
    yield rows
    rows = ''
  }
  if (rows !== '') yield rows
}

function ownParts(identity: IdentityContext): Exporters {
  const { db } = identity
  return new Map<string, Exporter>([
    ['profile', (session) => profilePart(identity, session)],
    ['acceptances', (session) => exportAcceptances(identity, session)],
    ['sessions', (session) => listOwnSessions(identity, session)],
    ['signIns', (session) => readAll((limit, last: SignInEntry | undefined) => listSignInsBefore(db, session, last?.id, limit))],
    ['secondFactors', async (session) => ({ ...(await readFactorState(db, session)), passkeys: (await listPasskeys(db, session)).map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })) })],
    ['keys', (session) => listOwnKeys(identity, session)],
    ['balances', async ({ customerId }) => (await identity.ledger.balances(customerId)).map(({ account, balanceMinor, reservedMinor }) => ({ account: account.code, asset: account.asset, balance: formatAmount(balanceMinor, account.asset), reserved: formatAmount(reservedMinor, account.asset) }))],
    ['ledger', async (session) => (await ledgerEntries(identity, session)).map(transferPart)],
  ])
}

async function profilePart({ clock, db, personal }: IdentityContext, session: Session) {
  const customer = await findCustomer(db, session)
  if (!customer) return null
  const proposed = await findEmailProposal(db, session, clock.now())
  const { customerId, shard, nameSealed, emailSealed, phoneSealed, country, currency, language, createdAt } = customer
  return {
    id: customerId,
    shard,
    name: personal.open(nameSealed, customerId, 'name'),
    email: personal.open(emailSealed, customerId, 'email'),
    phone: personal.open(phoneSealed, customerId, 'phone'),
    country,
    currency,
    language,
    createdAt,
    frozen: (await findFreeze(db, session)) ?? null,
    formerEmails: (await listFormerEmails(db, session)).map((former) => ({ email: personal.open(former.emailSealed, customerId, 'email'), replacedAt: former.replacedAt })),
    proposedEmail: proposed ? personal.open(proposed.emailSealed, customerId, 'email') : null,
    payoutsWaitUntil: (await findPayoutsWait(db, session, clock.now())) ?? null,
  }
}

/** All entries of the customer's accounts, oldest first. */
async function ledgerEntries({ ledger }: IdentityContext, { customerId }: Session): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = []
  for (let page = await ledger.history(customerId, { limit: pageSize }); page.length > 0; page = await ledger.history(customerId, { limit: pageSize, before: page.at(-1)!.id })) entries.push(...page)
  return entries.reverse()
}

function transferPart({ id, atMs, account, asset, amountMinor, changeMinor, balanceAfterMinor, phase, kind, house, reference, note }: AccountEntry) {
  return {
    transfer: String(id),
    at: new Date(atMs).toISOString(),
    account: account.code,
    asset,
    amount: formatAmount(amountMinor, asset),
    change: formatAmount(changeMinor, asset),
    balance: formatAmount(balanceAfterMinor, asset),
    phase,
    kind,
    house,
    reference: reference ?? '',
    note: note ?? '',
  }
}

/** A field of RFC 4180. A text that a spreadsheet would run as a formula is given an apostrophe; numbers are not. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r＝＋－＠]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const day = ({ clock }: IdentityContext) => clock.now().toISOString().slice(0, 10)
