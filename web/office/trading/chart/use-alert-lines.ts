import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { call } from '../../../data/call.ts'
import { useSend } from '../../../data/call-form.ts'
import { useCall, useRefetch } from '../../../data/queries.ts'
import type { AlertLine } from './marks/alert-lines.ts'

/** Returns the alerts of a symbol that wait for their price, and a function that removes one. */
export function useAlertLines(symbol: string | undefined): {
  lines: readonly AlertLine[]
  onRemoveAlert: (id: string) => void
} {
  const { data } = useCall('alerts', {})
  const { send } = useSend({ title: t`PRICE ALERT`, refetch: useRefetch('alerts') })
  const open = data?.open
  const lines = useMemo(
    () => (open ?? []).flatMap((alert) => (alert.symbol === symbol ? [{ id: alert.id, price: alert.price }] : [])),
    [open, symbol],
  )
  return { lines, onRemoveAlert: (id) => void send(() => call('alerts.remove', { id })) }
}
