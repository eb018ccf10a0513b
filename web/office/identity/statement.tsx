import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, callForBytes, errorText } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import classes from './statement.module.css'
import { StatementTable } from '../../shell/statement-table.tsx'

export const meta = officeMeta(() => t`Statement`)

const verifyCommand = 'npm run verify:solvency -- FILE ROOT'

/**
 * Returns the customer's proof from the latest statement of solvency, in the file format that `npm run verify:solvency`
 * checks.
 */
async function readProof(): Promise<Blob> {
  return new Blob([JSON.stringify(await call('solvency.proof', {}), undefined, 2)], { type: 'application/json' })
}

/**
 * Shows every transaction on the customer's accounts. Source of the time limit for reporting errors:
 * docs/spec/product.md section 9.
 */
export default function Statement() {
  const [busy, setBusy] = useState<'csv' | 'proof'>()
  const popup = usePopup()
  /** Downloads the result of `read` as a file. Meanwhile, the button named by `busy` shows a spinner. */
  async function save(which: 'csv' | 'proof', name: string, read: () => Promise<Blob>) {
    setBusy(which)
    try {
      const address = URL.createObjectURL(await read())
      Object.assign(document.createElement('a'), { href: address, download: name }).click()
      setTimeout(() => URL.revokeObjectURL(address), 10_000)
    } catch (error) {
      await popup({ title: t`STATEMENT`, msg: errorText(error), type: 'warning' })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Page
      title={t`Statement`}
      words={t`Every transaction on your accounts, with the resulting balance. Report errors within 14 days.`}
    >
      <Panel>
        <div className={classes.toolbar}>
          <span>
            <Trans>Newest first</Trans>
          </span>
          <div className={classes.saves}>
            <PrintButton size="xs" />
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="shield" size={16} />}
              loading={busy === 'proof'}
              onClick={() => void save('proof', 'tallystick-proof.json', readProof)}
            >
              <Trans>Download my proof</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="download" size={16} />}
              loading={busy === 'csv'}
              onClick={() => void save('csv', 'tallystick-statement.csv', () => callForBytes('statement.csv', {}))}
            >
              <Trans>Download as CSV</Trans>
            </Button>
          </div>
        </div>
        <StatementTable call="statement" />
        <p className={classes.proof}>
          <Trans>
            The proof shows that the latest{' '}
            <Link to={path('transparency', { anchor: 'solvency' })}>statement of solvency</Link> includes your balances.
            Anyone can check it offline with <span dir="ltr">{verifyCommand}</span>.
          </Trans>
        </p>
      </Panel>
    </Page>
  )
}
