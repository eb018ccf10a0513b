/** Splits names into the beginnings by which operators search. Does no I/O. */

const longestBeginning = 12

/** Returns the words of a text without case, accents or punctuation. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
}

/**
 * Returns the beginnings of each word of a name with 2 to 12 characters, and words of a single character: `Ada Li`
 * gives `ad`, `ada` and `li`.
 */
export function beginningsOf(name: string): string[] {
  const found = wordsOf(name).flatMap((word) => {
    const letters = [...word].slice(0, longestBeginning)
    return letters.length === 1 ? letters : letters.slice(1).map((_, place) => letters.slice(0, place + 2).join(''))
  })
  return [...new Set(found)]
}

/** Returns the beginning that each word of a search must match. */
export const searchedBeginnings = (search: string): string[] =>
  wordsOf(search).map((word) => [...word].slice(0, longestBeginning).join(''))
