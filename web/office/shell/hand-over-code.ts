/**
 * Returns the hand-over code of an address, `#s=CODE` or `?s=CODE`. Links carry it in the fragment, which no server or proxy logs; the
 * query is read too because product.md section 2 specifies it.
 */
export function handoverCodeIn(search: string, hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('s') ?? new URLSearchParams(search).get('s') ?? undefined
}
