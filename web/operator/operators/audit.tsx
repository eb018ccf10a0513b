import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { auditAction, auditDetails, auditGroups } from '../audit-words.ts'
import { reasonText } from '../words.ts'

export const meta = () => deskMeta(t`Audit log`)

type Entry = CallOutput<'audit'>[number]
const entriesPerPage = 100

const columns = (): Column<Entry>[] => [
  { head: t`When`, cell: ({ at }) => <Time at={at} /> },
  {
    head: t`Who`,
    cell: ({ by, operator }) => (
      <span className={operator ? classes.name : classes.quiet}>{operator ? by : t`System`}</span>
    ),
  },
  {
    head: t`What`,
    cell: ({ action }) => auditAction(action) ?? <span className={classes.mono}>{action}</span>,
  },
  { head: t({ message: 'Subject', context: 'of an audit entry' }), cell: (entry) => <Subject entry={entry} /> },
  { head: t`Reason and details`, cell: Why },
  { head: t`Entry`, cell: (entry) => <Raw entry={entry} /> },
]

/** Lists every change and every view of personal data. */
export default function AuditLog() {
  const [filter, setFilter] = useState({ action: '', operator: '', from: '', until: '' })
  const [p, setPage] = useState(1)
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const entries = useCall('audit', { ...given, p })
  const hashChain = useCall('audit.verify', {}, { staleTime: 60_000 })
  const set = (name: keyof typeof filter) => (event: { currentTarget: { value: string } }) => (
    setFilter({ ...filter, [name]: event.currentTarget.value }),
    setPage(1)
  )
  return (
    <Page
      title={t`Audit log`}
      words={t`Nobody can change or delete an entry: each one contains the hash of the entry before it.`}
    >
      <Panel title={t`Hash chain`}>
        <Answered query={hashChain} lines={3}>
          {({ ok, entries: count, head, problems }) => (
            <div className={classes.stack}>
              <div className={classes.itemTop}>
                <span>
                  <Badge tone={ok ? 'good' : 'bad'}>{ok ? t`intact` : t`broken`}</Badge>{' '}
                  <Plural
                    value={count}
                    one="# entry, recomputed from the first one"
                    other="# entries, recomputed from the first one"
                  />
                </span>
                <Button
                  size="xs"
                  variant="default"
                  loading={hashChain.isFetching}
                  onClick={() => void hashChain.refetch()}
                >
                  <Trans>Check again</Trans>
                </Button>
              </div>
              <p className={`${classes.mono} ${classes.quiet}`}>{head}</p>
              {problems.map(({ id, problem }) => (
                <p key={id}>
                  <Trans>
                    Entry {id}: {problem}
                  </Trans>
                </p>
              ))}
            </div>
          )}
        </Answered>
      </Panel>
      <Panel title={t`Entries`}>
        <div className={classes.toolbar}>
          <SelectField
            className={classes.grow}
            label={t`What`}
            value={filter.action}
            onChange={set('action')}
            data={[
              { value: '', label: t`Everything` },
              ...Object.entries(auditGroups()).map(([value, label]) => ({ value, label: t`${label}: all actions` })),
              ...(hashChain.data?.actions ?? []).map((value) => ({ value, label: auditAction(value) ?? value })),
            ]}
          />
          <SelectField
            label={t`Who`}
            value={filter.operator}
            onChange={set('operator')}
            data={[
              { value: '', label: t`Everyone` },
              { value: 'system', label: t`System` },
              ...(hashChain.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField label={t`From`} type="date" value={filter.from} onChange={set('from')} />
          <TextField label={t`Until`} type="date" value={filter.until} onChange={set('until')} />
        </div>
        <Answered query={entries} lines={8}>
          {(list) => (
            <>
              <Table label={t`Audit log`} columns={columns()} rows={list} empty={t`No matching entries.`} />
              <Pager page={p} isLast={list.length < entriesPerPage} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
    </Page>
  )
}

function Subject({ entry: { customer, subject } }: { entry: Entry }) {
  if (customer) {
    const end = customer.slice(-6)
    return (
      <Link to={path('operatorCustomer', { params: { id: customer } })}>
        <Trans>Customer {end}</Trans>
      </Link>
    )
  }
  return (
    <span className={classes.mono} title={subject}>
      {subject.length > 24 ? `…${subject.slice(-8)}` : subject}
    </span>
  )
}

function Why({ reason, details, texts }: Entry) {
  const facts = auditDetails({ ...details, ...texts })
  return (
    <div>
      {reason && <bdi>{reasonText(reason)}</bdi>}
      {facts.length > 0 && (
        <p className={classes.small}>{facts.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</p>
      )}
    </div>
  )
}

/** Shows an entry as it is stored, on demand. */
function Raw({ entry: { action, subject, details, hash } }: { entry: Entry }) {
  return (
    <details className={classes.small}>
      <summary>
        <Trans>Raw</Trans>
      </summary>
      <pre className={`${classes.mono} ${classes.raw}`}>
        {JSON.stringify({ action, subject, ...details, hash }, undefined, 1)}
      </pre>
    </details>
  )
}
