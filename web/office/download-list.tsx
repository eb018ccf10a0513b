import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ExportedList } from '../../contract/calls/own-data.ts'
import { callForBytes, errorText } from '../data/call.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { usePopup } from '../ui/dialogs/popup.tsx'
import classes from './download-list.module.css'

/** Shows two buttons that download all rows of one of the customer's lists, as CSV and as JSON. */
export function DownloadList({ list }: { list: ExportedList }) {
  const [busy, setBusy] = useState<'csv' | 'json'>()
  const popup = usePopup()
  async function save(as: 'csv' | 'json') {
    setBusy(as)
    try {
      const address = URL.createObjectURL(await callForBytes('export.list', { list, as }))
      Object.assign(document.createElement('a'), { href: address, download: `tallystick-${list}.${as}` }).click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
    } catch (error) {
      await popup({ title: t`DOWNLOAD`, msg: errorText(error), type: 'warning' })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={16} />}
        loading={busy === 'csv'}
        onClick={() => void save('csv')}
      >
        {t`Download all as CSV`}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={16} />}
        loading={busy === 'json'}
        onClick={() => void save('json')}
      >
        {t`Download all as JSON`}
      </Button>
    </div>
  )
}
