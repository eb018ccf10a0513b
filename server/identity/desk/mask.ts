/** Masks a detail, so that people who know it recognise it and nobody else can use it. */
export function masked(text: string): string {
  return text
    .split(' ')
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ')
}

/** Returns `ada@example.org` as `a•••@e•••.org`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${masked(email.slice(0, at))}@${masked(domain.slice(0, Math.max(dot, 1)))}${dot > 0 ? domain.slice(dot) : ''}`
}
