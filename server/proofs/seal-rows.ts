import { createHash } from 'node:crypto'
import type { BookCheck, SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { digestsBetween, listSeals, newestSeal, type Digests, type Seal } from './seals-store.ts'

type Break = Awaited<ReturnType<BookCheck['find']>>[number]

/** The audit log's record of the seals made at one time. `digest` is the result of `digestOf` for them. */
export type LoggedSeals = { toMs: number; digest: string }

const byPart = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
const wordsOf = (digests: Digests) =>
  Object.entries(digests)
    .toSorted(byPart)
    .map(([part, digest]) => `${part}: ${digest}`)

/** Returns the hash of the seals made at one time, in hexadecimal. */
export function digestOf(seals: readonly Seal[]): string {
  const lines = seals
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, toMs, digests }) => [name, toMs, ...wordsOf(digests)].join('\n'))
  return createHash('sha256').update(lines.join('\n\n')).digest('hex')
}

/** Returns how many rows the seals cover. */
export function countSealed(seals: readonly Seal[]): number {
  return seals
    .flatMap(({ digests }) => Object.values(digests))
    .reduce((sum, digest) => sum + Number.parseInt(digest, 10), 0)
}

/** Returns a seal up to `toMs` for each of these row sets, except those that are already sealed up to that time. */
export async function prepareSeals(tx: Executor, sealed: readonly SealedRows[], toMs: number): Promise<Seal[]> {
  const seals: Seal[] = []
  for (const rows of sealed) {
    const before = await newestSeal(tx, rows.name)
    if (before && before.toMs >= toMs) continue
    const times = before ? [before.toMs, toMs] : [toMs]
    seals.push({ name: rows.name, toMs, digests: (await digestsBetween(tx, rows, times, before?.toMs)).at(-1)! })
  }
  return seals
}

/** Returns sealed rows that were changed, added or deleted, and seals missing from the audit log. */
export async function findSealBreaks(
  tx: Executor,
  sealed: readonly SealedRows[],
  logged: readonly LoggedSeals[],
): Promise<Break[]> {
  const seals = await listSeals(tx)
  const breaks = breaksOfLog(seals, logged)
  for (const rows of sealed) {
    const own = seals.filter(({ name }) => name === rows.name)
    if (own.length === 0) continue
    const found = await digestsBetween(
      tx,
      rows,
      own.map(({ toMs }) => toMs),
    )
    own.forEach((seal, place) => breaks.push(...breaksOfSeal(seal, found[place]!)))
  }
  return breaks
}

function breaksOfSeal({ name, toMs, digests }: Seal, found: Digests): Break[] {
  const parts = [...new Set([...Object.keys(digests), ...Object.keys(found)])].toSorted()
  return parts.flatMap((part) => {
    const [expected, now] = [digests[part] ?? 'no row', found[part] ?? 'no row']
    if (expected === now) return []
    const subject = `${name}${part && `, ${part}`}, sealed up to ${new Date(toMs).toISOString()}`
    return [{ rule: 'sealed rows are unchanged', shard: null, subject, expected, found: now }]
  })
}

function breaksOfLog(seals: readonly Seal[], logged: readonly LoggedSeals[]): Break[] {
  const stored = Map.groupBy(seals, ({ toMs }) => toMs)
  const log = new Map(logged.map(({ toMs, digest }) => [toMs, digest]))
  return [...new Set([...stored.keys(), ...log.keys()])].flatMap((toMs) => {
    const [expected, found] = [log.get(toMs) ?? 'no entry', stored.has(toMs) ? digestOf(stored.get(toMs)!) : 'no seals']
    const subject = `seals up to ${new Date(toMs).toISOString()}`
    return expected === found ? [] : [{ rule: 'seals are in the audit log', shard: null, subject, expected, found }]
  })
}
