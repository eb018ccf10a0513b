/** The searchable text of an entry: its label and further keywords. */
export type Searched = { id: string; label: string; detail?: string }

const maxFound = 60

/** Normalises text for search: removes accents and case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Returns the entries that match the query, best first. Each word must start the label or one of its words, occur in
 * the label or detail, or match letters in order (`wdr` finds Withdrawals). Ties go to recent entries, then to list
 * order. An empty query matches everything.
 *
 * @param recent IDs of recently chosen entries, newest first.
 */
export function searchCommands<C extends Searched>(
  commands: readonly C[],
  query: string,
  recent: readonly string[],
): C[] {
  const words = plain(query)
    .split(/[\s/]+/)
    .filter(Boolean)
  const age = ({ id }: C) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return commands
    .map((one, place) => ({ one, place, rank: rankOf(one, words) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => a.rank! - b.rank! || age(a.one) - age(b.one) || a.place - b.place)
    .slice(0, maxFound)
    .map(({ one }) => one)
}

/** Returns the sum of all words' scores (0 is best); undefined if a word doesn't match. */
function rankOf({ label, detail = '' }: Searched, words: readonly string[]): number | undefined {
  const name = plain(label)
  const more = plain(detail)
  let sum = 0
  for (const word of words) {
    const rank = rankOfWord(name, more, word)
    if (rank === undefined) return undefined
    sum += rank
  }
  return sum
}

function rankOfWord(name: string, more: string, word: string): number | undefined {
  if (name.startsWith(word)) return 0
  if (name.includes(` ${word}`)) return 1
  if (name.includes(word)) return 2
  if (more.includes(word)) return 3
  return followEachOther(name, word) ? 4 : undefined
}

function followEachOther(name: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
