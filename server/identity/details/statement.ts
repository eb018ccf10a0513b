import { BinaryAnswer, type OutputOf } from '../../../api/call.ts'
import type { Asset } from '../../../api/money.ts'
import { accountWords } from '../../../api/sentences/statement-words.ts'
import type { statementCalls } from '../../../api/calls/identity/statement.ts'
import { statementEntryOf, type Ledger } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { csvLine } from '../../platform/http/csv.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { IdentityContext } from '../context.ts'

export type StatementPage = { before?: string | undefined; account?: string | undefined; asset?: Asset | undefined }
type Entry = OutputOf<(typeof statementCalls)['statement']>[number]

const entriesPerPage = 50
const entriesPerRead = 500

/** Returns a page of the customer's statement. */
export const showStatement = (
  { ledger }: IdentityContext,
  page: StatementPage,
  { session }: CustomerRequest,
): Promise<Entry[]> => readStatement(ledger, session.customerId, page)

/** Returns a page of the entries on a customer's accounts, newest first. */
export async function readStatement(
  ledger: Pick<Ledger, 'history'>,
  customerId: string,
  { before, account, asset }: StatementPage,
): Promise<Entry[]> {
  const page = {
    limit: entriesPerPage,
    ...(before && { before: BigInt(before) }),
    ...(account && { code: account }),
    ...(asset && { asset }),
  }
  return (await ledger.history(customerId, page)).map(statementEntryOf)
}

const columns = [
  'Time',
  'Account',
  'Asset',
  'What',
  'State',
  'Amount',
  'Balance',
  'Note',
  'Reference',
  'Transfer',
] as const

/** Returns the customer's whole statement as a file. */
export async function downloadStatement(
  { ledger, downloads }: IdentityContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<BinaryAnswer> {
  const pieces = await downloads.start(customerId, (snapshot) => statementPieces(ledger, customerId, snapshot))
  return new BinaryAnswer('text/csv; charset=utf-8', pieces, 'tallystick-statement.csv')
}

/** Reads the statement page by page, newest first. */
async function* statementPieces(
  ledger: Pick<Ledger, 'history'>,
  customerId: string,
  snapshot: Executor,
): AsyncGenerator<string> {
  yield csvLine(columns)
  let before: bigint | undefined
  do {
    const page = { limit: entriesPerRead, ...(before !== undefined && { before }) }
    const entries = await ledger.history(customerId, page, snapshot)
    yield entries.map((entry) => csvLine(fieldsOf(statementEntryOf(entry)))).join('')
    before = entries.length === entriesPerRead ? entries.at(-1)!.id : undefined
  } while (before !== undefined)
}

const fieldsOf = ({ at, account, asset, words, state, amount, balance, note, reference, id }: Entry): string[] => [
  at,
  accountWords(account),
  asset,
  words,
  state,
  amount,
  balance,
  note ?? '',
  reference ?? '',
  id,
]
