import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import classes from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { ListOrLine } from '../parts.tsx'
import { alarmText } from '../words.ts'
import { alarmDetailNames, alarmSubjects } from './alarm-words.ts'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'

type Alarm = CallOutput<'alarms'>[number]
const refreshMs = 15_000

/** Lists the installation's open alarms. */
export function Alarms() {
  const alarms = useCall('alarms', {}, { refetchInterval: refreshMs })
  const columns: Column<Alarm>[] = [
    { head: t`Problem`, cell: ({ kind }) => alarmText(kind) },
    { head: t`Where`, cell: Where },
    { head: t`Since`, cell: ({ first }) => <Time at={first} /> },
    { head: t`Last seen`, cell: ({ last, count }) => <LastSeen last={last} count={count} /> },
  ]
  return (
    <Panel title={t`Alarms`}>
      <Answered query={alarms} lines={1}>
        {(rows) => (
          <div className={classes.stack}>
            <div role="status">
              {rows.length > 0 && (
                <Badge tone="bad">
                  <Plural value={rows.length} one="# open alarm" other="# open alarms" />
                </Badge>
              )}
            </div>
            <ListOrLine label={t`Alarms`} columns={columns} rows={rows} empty={t`No open alarms.`} />
          </div>
        )}
      </Answered>
    </Panel>
  )
}

function Where({ subject, details, texts }: Alarm) {
  const names = alarmDetailNames()
  const facts = Object.entries(details).map(([name, value]) => (
    <span key={name} className={classes.quiet}>
      {names[name] ?? name}: {texts[name] ?? <bdi lang="en">{String(value)}</bdi>}
    </span>
  ))
  return (
    <div className={classes.stack}>
      <span className={classes.mono}>{alarmSubjects()[subject] ?? subject}</span>
      {facts}
    </div>
  )
}

function LastSeen({ last, count }: Pick<Alarm, 'last' | 'count'>) {
  return (
    <span>
      <Time at={last} />{' '}
      <Trans>
        (<Plural value={count} one="# time" other="# times" />)
      </Trans>
    </span>
  )
}
