import { t } from '@lingui/core/macro'

/**
 * The token of a code request: the text `success-TOKEN`; anything else is no success. Source: docs/spec/product.md
 * section 4.
 */
export function tokenOf(answer: string): string | undefined {
  const at = answer.indexOf('-')
  return answer.includes('success') && at >= 0 && at + 1 < answer.length ? answer.slice(at + 1) : undefined
}

export const codeLength = 5

/** Roughly an e-mail address; the server looks closer. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

export const badEmail = () => t`Enter a complete email address, such as ada@example.org.`
