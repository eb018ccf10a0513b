import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import { call, callForBytes } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Icon } from '../../ui/icons.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { useSend } from '../../data/call-form.ts'
import { downloadBlob } from '../download.ts'
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
  const csv = useSend({ title: t`STATEMENT` })
  const proof = useSend({ title: t`STATEMENT` })
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
              loading={proof.busy}
              onClick={() => void proof.send(async () => downloadBlob('tallystick-proof.json', await readProof()))}
            >
              <Trans>Download my proof</Trans>
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="download" size={16} />}
              loading={csv.busy}
              onClick={() =>
                void csv.send(async () =>
                  downloadBlob('tallystick-statement.csv', await callForBytes('statement.csv', {})),
                )
              }
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
