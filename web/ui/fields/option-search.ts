/** One choice of a searchable list. */
export type SearchOption = {
  value: string
  label: string
  /** Another text that finds the option, such as its English name. */
  also?: string
  /** Shown after the label, and also found. */
  note?: string
}

/** Normalises text for search: removes accents and case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Returns the options that contain the query, those whose label starts with it first. */
export function optionsFor<O extends SearchOption>(options: readonly O[], query: string): O[] {
  const wanted = plain(query)
  const starts = ({ label }: O) => Number(plain(label).startsWith(wanted))
  return options
    .filter(({ label, also = '', note = '' }) => [label, also, note].some((text) => plain(text).includes(wanted)))
    .toSorted((a, b) => starts(b) - starts(a))
}

/** Returns the option that a text names: by its label or other text, or as the only one that contains it. */
export function optionNamed<O extends SearchOption>(options: readonly O[], text: string): O | undefined {
  const wanted = plain(text)
  if (!wanted) return undefined
  const named = options.find(({ label, also = '' }) => [label, also].some((name) => plain(name) === wanted))
  const found = optionsFor(options, text)
  return named ?? (found.length === 1 ? found[0] : undefined)
}
