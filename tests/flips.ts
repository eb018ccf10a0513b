/** The path of a leaf in a JSON value: `['days', '0', 'paid']`. */
type Place = readonly string[]

/** Returns the path of every string, number, boolean and null in a JSON value. */
function leavesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...at, name]))
}

/** Returns the field at a path, with `*` for list indexes: `days.*.paid`. */
const fieldAt = (place: Place): string => place.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')

/**
 * Returns replacements for a leaf: those of `others`, the values that the field may have, that differ from it. Without
 * `others`, returns similar values, which are the hardest to detect.
 */
function alterations(value: unknown, others: readonly unknown[]): unknown[] {
  if (others.length > 0) return others.filter((other) => other !== value)
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value === 'boolean') return [!value]
  if (value === null) return [1, '1']
  const text = String(value)
  const digits = [...text.matchAll(/[0-9]/g)].map(({ index }) => index)
  const bumped = (index: number) => text.slice(0, index) + ((Number(text[index]) + 1) % 10) + text.slice(index + 1)
  if (digits.length > 0) return [...new Set([digits[0]!, digits.at(-1)!])].map(bumped)
  return [`${text}x`]
}

function replaced(json: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(json)
  let inner = copy as Record<string, unknown>
  for (const part of place.slice(0, -1)) inner = inner[part] as Record<string, unknown>
  inner[place.at(-1)!] = value
  return copy
}

/**
 * Changes each leaf of a document in turn. Returns the sorted fields with a change that the verifier accepts. `seal`
 * makes the document consistent again, as a forger would, for example with a new digest. `others` lists the values that
 * a field may have.
 */
export async function unnoticedFlips<Document>(
  document: Document,
  accepts: (altered: Document) => boolean | Promise<boolean>,
  {
    others = {},
    seal = (altered) => altered,
  }: { others?: Record<string, readonly unknown[]>; seal?: (altered: Document) => Document } = {},
): Promise<string[]> {
  const unnoticed = new Set<string>()
  for (const place of leavesOf(document)) {
    const field = fieldAt(place)
    if (unnoticed.has(field)) continue
    const value = place.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], document)
    for (const other of alterations(value, others[field] ?? [])) {
      if (await accepts(seal(replaced(document, place, other) as Document))) unnoticed.add(field)
    }
  }
  return [...unnoticed].toSorted()
}
