/**
 * Returns the hand-over code in a URL, `#s=CODE` or `?s=CODE`. Links carry it in the fragment, which no server or proxy
 * logs. The query works too, because docs/spec/product.md section 2 specifies it.
 */
export function handoverCodeIn(search: string, hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('s') ?? new URLSearchParams(search).get('s') ?? undefined
}
