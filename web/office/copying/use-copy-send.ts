import { t } from '@lingui/core/macro'
import { useSend } from '../../data/call-form.ts'
import { useRefetch } from '../../data/queries.ts'

/** Sends a copying call, and refetches what it changes. */
export const useCopySend = () =>
  useSend({ title: t`COPY TRADER`, refetch: useRefetch('traders', 'traders.show', 'copies', 'user') })
