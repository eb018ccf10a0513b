import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortestReason } from '../../../api/states/verification-states.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Age } from '../age.tsx'
import { Decision, TextArea } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { documentNames } from '../words.ts'
import { DocumentViewer } from './document-viewer.tsx'

export const meta = () => deskMeta(t`Verifications`)

type Waiting = CallOutput<'verifications'>['waiting'][number]
type Opened = { waiting: Waiting; documents: CallOutput<'verifications.open'> }

const firstReason = () => t`First check of the submitted document`

/** Lists pending verifications, opens their documents after a reason is given, and records the decision. */
export default function Verifications() {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Waiting | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const queue = useCall('verifications', { p: page })
  const columns: Column<Waiting & { id: string }>[] = [
    {
      head: t`Sent`,
      cell: ({ sentAt, age }) => (
        <span className={classes.badges}>
          <Time at={sentAt} />
          <Age age={age} />
        </span>
      ),
    },
    { head: t`Document`, cell: ({ mode }) => documentNames()[mode] },
    { head: t`Pictures`, cell: ({ pictures }) => pictures },
    { head: t`Country`, cell: ({ country }) => country },
    {
      head: t`Customer`,
      cell: ({ customer }) => (
        <Link className={classes.mono} to={path('operatorCustomer', { params: { id: customer } })}>
          {customer.slice(-12)}
        </Link>
      ),
    },
    {
      head: t`Documents`,
      end: true,
      cell: (row) => (
        <Button variant="default" size="xs" onClick={() => setAsked(row)} aria-label={openLabel(row)}>
          <Trans context="button">Open</Trans>
        </Button>
      ),
    },
  ]
  return (
    <Page
      title={t`Verifications`}
      words={t`To see names and pictures, open a document and give a reason. The customer can read the reason.`}
    >
      {opened && <DocumentViewer key={opened.waiting.verification} {...opened} onDone={() => setOpened(null)} />}
      <Panel title={t`Pending`}>
        <Answered query={queue} lines={8}>
          {({ waiting, more }) => (
            <>
              <Table
                label={t`Pending verifications`}
                columns={columns}
                rows={waiting.map((row) => ({ id: row.verification, ...row }))}
                empty={t`No pending verifications.`}
              />
              <Pager page={page} isLast={!more} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {asked && (
        <AskReason
          waiting={asked}
          onClose={() => setAsked(null)}
          onOpened={(documents) => setOpened({ waiting: asked, documents })}
        />
      )}
    </Page>
  )
}

function openLabel({ mode, customer }: Waiting) {
  const document = documentNames()[mode]
  const end = customer.slice(-12)
  return t`Open the ${document} of customer ${end}`
}

type AskProps = {
  waiting: Waiting
  onClose: () => void
  onOpened: (documents: CallOutput<'verifications.open'>) => void
}

/** Requires a reason, which is logged before a picture is sent. */
function AskReason({ waiting: { customer, verification, mode }, onClose, onOpened }: AskProps) {
  const [reason, setReason] = useState(firstReason)
  const document = documentNames()[mode]
  const { send } = useSend({ title: t`VERIFICATION`, refetch: useRefetch('verifications') })

  async function open(): Promise<boolean> {
    const documents = await send(() => call('verifications.open', { customer, verification, reason }))
    if (documents) onOpened(documents)
    return documents !== undefined
  }

  return (
    <Decision
      title={t`Open this ${document}`}
      words={t`The audit log stores your name, the time and this reason. The customer can read them.`}
      confirm={t({ message: 'Open', context: 'button' })}
      onConfirm={open}
      onClose={onClose}
    >
      <TextArea
        label={t`Why are you opening this document?`}
        description={t`At least ${shortestReason} characters.`}
        value={reason}
        onChange={setReason}
        minLength={shortestReason}
        maxLength={300}
        required
      />
    </Decision>
  )
}
