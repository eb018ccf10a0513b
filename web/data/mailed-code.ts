import { t } from '@lingui/core/macro'

/**
 * Returns the token from the response `success-TOKEN` to a code request. Returns undefined for any other text, because
 * the request failed. Source: docs/spec/product.md section 4.
 */
export function tokenOf(answer: string): string | undefined {
  const at = answer.indexOf('-')
  return answer.includes('success') && at >= 0 && at + 1 < answer.length ? answer.slice(at + 1) : undefined
}

export const codeLength = 5

/** Returns whether text looks like an email address. The server validates it strictly. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

export const badEmail = () => t`Enter a complete email address, such as ada@example.org.`
