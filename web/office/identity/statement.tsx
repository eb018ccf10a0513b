import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { call, callForBytes } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { path } from '../../paths.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { StatementTable } from '../../shell/statement-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { downloadBlob } from '../../shell/download.ts'
import { officeMeta } from '../meta.ts'
import { Activity } from '../trading/activity/activity.tsx'
import { Performance } from '../trading/activity/performance.tsx'
import classes from './statement.module.css'

export const meta = officeMeta(() => t`Statement`)

const tabs = ['activity', 'performance', 'ledger'] as const
type Tab = (typeof tabs)[number]

/**
 * Shows what happened on the customer's accounts: in one line per trade or transfer, as statistics, or as ledger
 * entries. Source of the time limit for reporting errors: docs/spec/product.md section 9.
 */
export default function Statement() {
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'activity'
  const names: Record<Tab, string> = {
    activity: t`Activity`,
    performance: t`Performance`,
    ledger: t({ message: 'Ledger', comment: 'a list of all entries of the accounts' }),
  }
  return (
    <Page title={t`Statement`} words={t`All activity in your accounts. Report errors within 14 days.`}>
      <Panel>
        <Tabs
          label={t`Statement views`}
          options={tabs.map((value) => ({ value, label: names[value] }))}
          value={tab}
          onChange={(next) => setQuery(next === 'activity' ? {} : { tab: next }, { preventScrollReset: true })}
        />
        {tab === 'activity' && <Activity />}
        {tab === 'performance' && <Performance />}
        {tab === 'ledger' && <Ledger />}
      </Panel>
    </Page>
  )
}

const verifyCommand = 'npm run verify:solvency -- FILE ROOT'

/**
 * Returns the customer's proof from the latest statement of solvency, in the file format that `npm run verify:solvency`
 * checks.
 */
async function readProof(): Promise<Blob> {
  return new Blob([JSON.stringify(await call('solvency.proof', {}), undefined, 2)], { type: 'application/json' })
}

/** Shows every ledger entry with the resulting balance, and the proof that the balances are counted. */
function Ledger() {
  const csv = useSend({ title: t`STATEMENT` })
  const proof = useSend({ title: t`STATEMENT` })
  return (
    <>
      <div className={classes.toolbar}>
        <span>
          <Trans>Every ledger entry for your accounts, newest first</Trans>
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
    </>
  )
}
