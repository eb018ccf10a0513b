import { Button } from '@mantine/core'
import { useState } from 'react'
import { callForBytes, errorText } from '../../data/call.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './statement.module.css'
import { StatementTable } from './statement-table.tsx'

export const meta = officeMeta('Statement')

/** Everything that happened on one's accounts. Claims about errors: product.md section 9. */
export default function Statement() {
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  async function download() {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await callForBytes('statement.csv', {}))
      const link = Object.assign(document.createElement('a'), { href: address, download: 'tallystick-statement.csv' })
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
    } catch (error) {
      await popup({ title: 'STATEMENT', msg: errorText(error), type: 'warning' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <OfficePage title="Statement" words="Every movement on your accounts, with the balance after it. Tell us within 14 days where one is wrong.">
      <Panel>
        <div className={classes.toolbar}>
          <span>Newest first</span>
          <Button variant="default" size="xs" leftSection={<Icon name="download" size={16} />} loading={busy} onClick={() => void download()}>
            Download as CSV
          </Button>
        </div>
        <StatementTable call="statement" />
      </Panel>
    </OfficePage>
  )
}
