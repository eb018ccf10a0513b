import type { Client } from 'pg'
import { centsOf, differences, type Finding } from './findings.ts'
import type { Journal, Operation } from './journal.ts'

type Row = Record<string, string | null>
type Kind = {
  call: string
  cancel?: string
  table: string
  where?: string
  cancelled?: string
  expect(operation: Operation): Record<string, unknown>
}

/** Calls that store one row each, and return its id. */
const kinds: Kind[] = [
  {
    call: 'withdraw',
    cancel: 'withdrawals.cancel',
    table: 'payments.withdrawals',
    cancelled: 'CANCELLED',
    expect: ({ customer, input }) => ({
      customer_id: customer,
      method: input['method'],
      amount_minor: centsOf(String(input['amount'])),
    }),
  },
  {
    call: 'createtrnx',
    cancel: 'closetrnx',
    table: 'payments.deposits',
    where: `purpose = 'trading'`,
    cancelled: 'cancelled',
    expect: ({ customer, acknowledged }) => ({
      customer_id: customer,
      address: acknowledged[0]!['address'],
      expires_at_ms: acknowledged[0]!['expiresAt'],
    }),
  },
  {
    call: 'farm',
    cancel: 'closefarm',
    cancelled: 'cancelled',
    table: 'payments.deposits',
    where: `purpose = 'farming'`,
    expect: ({ customer, acknowledged }) => ({
      customer_id: customer,
      address: acknowledged[0]!['address'],
      expires_at_ms: acknowledged[0]!['expiresAt'],
    }),
  },
]

/** Compares stored withdrawals, deposits, yield contracts, copies and cancellations with the clients' journals. */
export async function checkOperations(client: Client, journal: Journal): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const kind of kinds) findings.push(...(await checkKind(client, journal, kind)))
  return [...findings, ...(await checkCopies(client, journal)), ...repeatedAnswers(journal)]
}

const idOf = ({ acknowledged: [answer] }: Operation) => String(answer?.id ?? answer?.tid)

async function checkKind(client: Client, { customers, operations }: Journal, kind: Kind): Promise<Finding[]> {
  const { rows } = await client.query<Row>(
    `SELECT * FROM ${kind.table} WHERE customer_id = ANY ($1) AND ${kind.where ?? 'true'}`,
    [customers],
  )
  const stored = new Map(rows.map((row) => [row['id']!, row]))
  const requests = operations.filter(({ call }) => call === kind.call)
  const acknowledged = requests.filter((request) => request.acknowledged.length > 0)
  const undecided = requests.filter((request) => request.acknowledged.length === 0 && !request.isRefused).length
  const known = new Set(acknowledged.map(idOf))
  const cancels = operations.filter(({ call, acknowledged: answers }) => call === kind.cancel && answers.length > 0)
  const surplus = rows.filter((row) => !known.has(row['id']!))
  const cancelled = new Set(cancels.map(({ input }) => String(input['id'] ?? input['tid'])))
  return [
    ...acknowledged.flatMap((request) => checkRow(request, stored.get(idOf(request)), kind)),
    ...[...cancelled].flatMap((id) =>
      differences(`${kind.cancel} ${id}`, { state: kind.cancelled }, stored.get(id) ?? {}),
    ),
    ...surplus.slice(undecided).map((row): Finding => ({
      fault: 'phantom',
      subject: `${kind.call} ${row['id']}`,
      detail: 'stored, never acknowledged',
    })),
  ]
}

function checkRow(request: Operation, row: Row | undefined, kind: Kind): Finding[] {
  const subject = `${request.call} ${idOf(request)}`
  return row
    ? differences(subject, kind.expect(request), row)
    : [{ fault: 'lost', subject, detail: `key ${request.key}` }]
}

/**
 * Checks that each acknowledged start created one relation if it was the first or followed a stop, and that the last
 * request determined the relation's state.
 */
async function checkCopies(client: Client, { customers, operations }: Journal): Promise<Finding[]> {
  const { rows } = await client.query<Row>('SELECT * FROM copying.relations WHERE customer_id = ANY ($1)', [customers])
  const done = operations.filter(({ call, acknowledged }) => call === 'copytrader' && acknowledged.length > 0)
  const byPair = Map.groupBy(done, ({ customer, input }) => `${customer} ${String(input['copytrade'])}`)
  const stored = Map.groupBy(rows, (row) => `${row['customer_id']} ${row['expert_id']}`)
  return [...new Set([...byPair.keys(), ...stored.keys()])].flatMap((pair) => {
    const words = (byPair.get(pair) ?? []).map(({ input }) => input['to'])
    const starts = words.filter((word, place) => word === 'start' && words[place - 1] !== 'start').length
    const active = words.at(-1) === 'start' ? 1 : 0
    const found = stored.get(pair) ?? []
    const subject = `copies of ${pair}`
    if (found.length < starts)
      return [{ fault: 'lost' as const, subject, detail: `${starts} started, ${found.length} stored` }]
    if (found.length > starts)
      return [{ fault: 'phantom' as const, subject, detail: `${starts} started, ${found.length} stored` }]
    return differences(subject, { active }, { active: found.filter(({ state }) => state !== 'stopped').length })
  })
}

/** Reports requests whose key got different responses. */
function repeatedAnswers({ operations }: Journal): Finding[] {
  const changed = operations.filter(
    ({ call, acknowledged }) =>
      call !== 'trade' && new Set(acknowledged.map((answer) => JSON.stringify(answer))).size > 1,
  )
  return changed.map(({ call, key }) => ({
    fault: 'altered',
    subject: `${call} ${key}`,
    detail: 'the same key got a different answer',
  }))
}
