import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../data/call.ts'
import { usePopup } from '../../ui/popup.tsx'

/**
 * Returns `send`, which makes a copying call, shows the outcome in a COPY TRADER popup and refetches the affected
 * calls. It resolves to true on success.
 */
export function useCopySend() {
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const queries = useQueryClient()
  async function send(make: () => Promise<{ msg: string }>): Promise<boolean> {
    setBusy(true)
    try {
      const { msg } = await make()
      void popup({ title: t`COPY TRADER`, msg, type: 'success' })
      return true
    } catch (error) {
      await popup({ title: t`COPY TRADER`, msg: errorText(error), type: 'warning' })
      return false
    } finally {
      await Promise.all(
        ['traders', 'traders.show', 'copies', 'user'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      )
      setBusy(false)
    }
  }
  return { busy, send }
}
