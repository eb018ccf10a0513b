import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What changed in each version of the terms (api/legal-documents.ts). */
const changes: Readonly<Record<string, MessageDescriptor>> = {
  '2026-11-23': msg`The text is easier to read. The rules are the same.`,
  '2026-11-22': msg`You confirm your age when you sign up. A time-out or self-exclusion continues when you close the \
account and open another. You can’t close the account while we review it. New terms apply to you once you accept them.`,
}

/** Returns what changed in a version; undefined for a date that the operator chose. */
export function changesOf(version: string): MessageDescriptor | undefined {
  return changes[version]
}
