/** A transfer of the ledger, as its canonical text states it. Amounts are in minor units, times in epoch milliseconds. */
export type TransferRecord = {
  shard: number
  id: string
  atMs: number
  /** The debited and the credited account: `OWNER CODE` for a customer's, `CODE` for one of the house. */
  from: string
  to: string
  asset: string
  amountMinor: bigint
  kind: string
  reference: string | null
  note: string | null
}

/** The columns of a transfer's canonical text. Source: docs/spec/proof.md section 5. */
const columns = 16

/** Reads a transfer's canonical text. Returns undefined if it isn't one. */
export function parseTransferRecord(encoding: string): TransferRecord | undefined {
  const fields = parseRecord(encoding)
  if (fields?.length !== columns) return undefined
  const [shard, id, at, debitOwner, debitCode, creditOwner, creditCode, asset, amount, kind, reference, , note] = fields
  const [from, to] = [accountOf(debitOwner, debitCode), accountOf(creditOwner, creditCode)]
  if (!from || !to || !asset || !kind) return undefined
  if (![shard, id, at, amount].every((text) => /^\d{1,19}$/.test(text ?? ''))) return undefined
  return {
    shard: Number(shard),
    id: id!,
    atMs: Number(at),
    from,
    to,
    asset,
    amountMinor: BigInt(amount!),
    kind,
    reference: reference ?? null,
    note: note ?? null,
  }
}

const accountOf = (owner: string | null | undefined, code: string | null | undefined): string | undefined =>
  code ? (owner ? `${owner} ${code}` : code) : undefined

/**
 * Reads a record as PostgreSQL writes it: `(1,text,,"a ""quoted"" text")`. An empty field without quotes is null.
 * Returns undefined if the text isn't in the one form that PostgreSQL writes.
 */
function parseRecord(text: string): (string | null)[] | undefined {
  if (!/^\(.*\)$/s.test(text)) return undefined
  const field = /("(?:[^"\\]|""|\\\\)*"|[^",()\\\s]*)(,|$)/gy
  const inner = text.slice(1, -1)
  const fields: (string | null)[] = []
  for (let at = 0; at <= inner.length;) {
    field.lastIndex = at
    const found = field.exec(inner)
    if (!found) return undefined
    fields.push(valueOf(found[1]!))
    at = field.lastIndex
    if (found[2] === '') return fields
  }
  return undefined
}

function valueOf(raw: string): string | null {
  if (raw === '') return null
  return raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"').replaceAll('\\\\', '\\') : raw
}
