import { csvField } from '../../platform/http/csv.ts'
import type { InputOf } from '../../../api/call.ts'
import { BinaryAnswer } from '../../../api/call.ts'
import { formatAmount } from '../../../api/money.ts'
import type { exportAll } from '../../../api/calls/identity/own-data.ts'
import type { AccountEntry } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { joined, jsonObject } from '../../platform/http/json-pieces.ts'
import { readAll } from '../../platform/database/read-all.ts'
import type { IdentityContext } from '../context.ts'
import { findEmailProposal, findPayoutsWait, listFormerEmails } from '../details/detail-store.ts'
import { findCustomer } from '../store.ts'
import { exportAcceptances } from '../legal/accept-terms.ts'
import { findFreeze, listSignInsBefore, type SignInEntry } from './account-store.ts'
import { listPasskeys, readFactorState } from './factor-store.ts'
import { listOwnKeys } from './keys-for-programs.ts'
import { listOwnSessions } from './own-sessions.ts'
import { requireProof, notifyOwner } from './proof.ts'
import type { Exporters } from '../listeners.ts'
import type { Exporter } from '../listeners.ts'

/**
 * Streams all data stored about the customer as one file, in named parts. Amounts are decimals; times are ISO 8601.
 */
export async function exportEverything(
  identity: IdentityContext,
  input: InputOf<typeof exportAll>,
  { session }: CustomerRequest,
): Promise<BinaryAnswer> {
  const customer = await requireProof(identity, session, input)
  const pieces = await identity.downloads.start(session.customerId, async function* (snapshot) {
    let isNotified = false
    for await (const piece of joined(jsonObject(exportedParts(identity, session, snapshot)))) {
      // Runs before the file is sent, so that no data is sent without a notification email.
      if (!isNotified) await identity.db.transaction().execute((tx) => notifyOwner(identity, tx, customer, 'exported'))
      isNotified = true
      yield piece
    }
  })
  return new BinaryAnswer('application/json; charset=utf-8', pieces, `tallystick-${day(identity)}.json`)
}

async function* exportedParts(
  identity: IdentityContext,
  session: Session,
  snapshot: Executor,
): AsyncGenerator<readonly [string, unknown]> {
  yield ['product', 'Tallystick']
  yield ['exportedAt', identity.clock.now().toISOString()]
  const parts = [...ownParts(identity), ...identity.exporters]
  for (const [name, exporter] of parts) yield [name, await exporter(session, snapshot)]
}

/** Exports all of the customer's ledger transfers as CSV (RFC 4180). */
export async function exportLedgerCsv(
  identity: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<BinaryAnswer> {
  const pieces = await identity.downloads.start(session.customerId, async function* (snapshot) {
    yield `${ledgerColumns.join(',')}\r\n`
    yield* joined(ledgerRows(identity, session, snapshot))
  })
  return new BinaryAnswer('text/csv; charset=utf-8', pieces, `tallystick-ledger-${day(identity)}.csv`)
}

const ledgerColumns = [
  'transfer',
  'at',
  'account',
  'asset',
  'change',
  'balance',
  'amount',
  'phase',
  'kind',
  'house',
  'reference',
  'note',
] as const

async function* ledgerRows(
  { ledger }: IdentityContext,
  { customerId }: Session,
  snapshot: Executor,
): AsyncGenerator<string> {
  for await (const entry of ledger.entries(customerId, snapshot)) {
    const row = transferPart(entry)
    yield `${ledgerColumns.map((column) => csvField(row[column])).join(',')}\r\n`
  }
}

function ownParts(identity: IdentityContext): Exporters {
  const { db, ledger } = identity
  return new Map<string, Exporter>([
    ['profile', (session) => profilePart(identity, session)],
    ['acceptances', (session) => exportAcceptances(identity, session)],
    ['sessions', (session) => listOwnSessions(identity, {}, { session })],
    ['signIns', (session, snapshot) => signInsPart(session, snapshot)],
    ['secondFactors', (session) => factorsPart(db, session)],
    ['keys', (session) => listOwnKeys(identity, {}, { session })],
    ['balances', ({ customerId }, snapshot) => balancesPart(ledger, customerId, snapshot)],
    ['ledger', ({ customerId }, snapshot) => ledgerPart(ledger, customerId, snapshot)],
  ])
}

const signInsPart = (session: Session, snapshot: Executor) =>
  readAll((limit, last: SignInEntry | undefined) => listSignInsBefore(snapshot, session, last?.id, limit))

async function factorsPart(db: Executor, session: Session) {
  const passkeys = await listPasskeys(db, session)
  return {
    ...(await readFactorState(db, session)),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
  }
}

async function balancesPart(ledger: IdentityContext['ledger'], customerId: string, snapshot: Executor) {
  const balances = await ledger.balances(customerId, snapshot)
  return balances.map(({ account: { code, asset }, balanceMinor, reservedMinor }) => ({
    account: code,
    asset,
    balance: formatAmount(balanceMinor, asset),
    reserved: formatAmount(reservedMinor, asset),
  }))
}

async function* ledgerPart(ledger: IdentityContext['ledger'], customerId: string, snapshot: Executor) {
  for await (const entry of ledger.entries(customerId, snapshot)) yield transferPart(entry)
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
    formerEmails: (await listFormerEmails(db, session)).map((former) => ({
      email: personal.open(former.emailSealed, customerId, 'email'),
      replacedAt: former.replacedAt,
    })),
    proposedEmail: proposed ? personal.open(proposed.emailSealed, customerId, 'email') : null,
    payoutsWaitUntil: (await findPayoutsWait(db, session, clock.now())) ?? null,
  }
}

function transferPart({
  id,
  atMs,
  account,
  asset,
  amountMinor,
  changeMinor,
  balanceAfterMinor,
  phase,
  kind,
  house,
  reference,
  note,
}: AccountEntry) {
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

const day = ({ clock }: IdentityContext) => clock.now().toISOString().slice(0, 10)
