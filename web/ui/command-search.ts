/** What a search goes through: the words that are shown, and further ones that find the entry. */
export type Searched = { id: string; label: string; detail?: string }

const mostFound = 60

/** Letters as they are typed without care: no accents, no case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Entries that fit what was typed, best first: each word has to begin a label, or a word of it, or stand in it or in the detail, or its
 * letters have to follow each other there (`wdr` finds Withdrawals). Among equals those chosen last come first, then the order of the
 * list. With nothing typed all fit.
 *
 * @param recent Ids of entries chosen before, newest first.
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
    .slice(0, mostFound)
    .map(({ one }) => one)
}

/** The sum of how well each word fits, 0 best; undefined where one does not. */
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
