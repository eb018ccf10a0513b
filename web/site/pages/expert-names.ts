import { t } from '@lingui/core/macro'

/**
 * Returns an expert's name on public pages, with the note that it is simulated. Source: docs/spec/truth.md section 2.
 */
export const expertTitle = (name: string) => t`${name} (simulated)`
