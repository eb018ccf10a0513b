import { t } from '@lingui/core/macro'

/**
 * How the public pages call an expert: with the mark that no person is behind it. Source: docs/spec/truth.md section 2.
 */
export const expertTitle = (name: string) => t`${name} (simulated)`
