import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import classes from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Decision, ListOrLine, useChange } from '../parts.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'

type Scanner = CallOutput<'scanners'>[number]
const refreshMs = 15_000

/** Lists the scanners of the test chains with their progress, and resumes halted ones. */
export function Scanners() {
  const scanners = useCall('scanners', {}, { refetchInterval: refreshMs })
  const [resuming, setResuming] = useState<Scanner>()
  const change = useChange(t`TEST CHAINS`)
  const columns: Column<Scanner>[] = [
    { head: t`Chain`, cell: ({ coin }) => <strong>{`t${coin}`}</strong> },
    { head: t`State`, cell: State },
    { head: t`Scanned to block`, end: true, cell: ({ height }) => height ?? '–' },
    { head: t`Latest block`, end: true, cell: ({ tip }) => tip ?? '–' },
    {
      head: t`Change`,
      end: true,
      cell: (scanner) =>
        scanner.halted && (
          <Button size="xs" variant="default" onClick={() => setResuming(scanner)}>
            <Trans>Resume</Trans>
          </Button>
        ),
    },
  ]
  return (
    <Panel title={t`Test chains`}>
      <Answered query={scanners}>
        {(rows) => (
          <ListOrLine
            label={t`Test chains`}
            columns={columns}
            rows={rows}
            empty={t`This installation has no test chains.`}
          />
        )}
      </Answered>
      {resuming && (
        <Decision
          title={resumeTitle(resuming)}
          words={t`The scanner continues on the current chain. If credited payments are no longer on it, we reverse \
them and freeze the customers’ accounts.`}
          reasonLabel={t`Reason`}
          reasonHint={t`What you checked. Stored in the audit log.`}
          confirm={t`Resume`}
          danger
          onClose={() => setResuming(undefined)}
          onConfirm={(reason) => change('scanners.resume', { coin: resuming.coin, reason }, ['scanners'])}
        />
      )}
    </Panel>
  )
}

const resumeTitle = ({ coin }: Scanner) => t`Resume the ${coin} scanner?`

function State({ halted, tip }: Scanner) {
  if (halted) {
    return (
      <div className={classes.stack}>
        <span>
          <Badge tone="bad">
            <Trans>halted</Trans>
          </Badge>{' '}
          <Trans>
            since <Time at={new Date(halted.at).toISOString()} />
          </Trans>
        </span>
        <span className={classes.quiet}>{halted.reason}</span>
      </div>
    )
  }
  return (
    <span>
      {tip === null ? (
        <Badge tone="wait">
          <Trans>node unreachable</Trans>
        </Badge>
      ) : (
        <Badge tone="good">
          <Trans>scanning</Trans>
        </Badge>
      )}
    </span>
  )
}
