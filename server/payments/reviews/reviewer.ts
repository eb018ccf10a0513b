/** Returns the public name of a review's author: first name and initial. Empty names belong to closed accounts. */
export function reviewerName(name: string | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return 'A former customer'
  const last = words.length > 1 ? [...words.at(-1)!][0]! : undefined
  return last === undefined ? words[0]! : `${words[0]} ${last.toUpperCase()}.`
}
