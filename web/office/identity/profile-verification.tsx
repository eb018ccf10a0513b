import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { VerificationState } from '../../../contract/verification-states.ts'
import { errorText, type CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { VerificationDialog } from './profile-verification-dialog.tsx'
import classes from './profile-verification.module.css'

type Documents = CallOutput<'profile.documents'>
type Submission = Documents['submissions'][number]

/** Whether the customer is verified, what was sent, and which operator opened it when and why. */
export function Verification() {
  const documents = useCall('profile.documents', {})
  const [open, setOpen] = useState(false)
  if (documents.isPending) return <Loading lines={3} />
  if (documents.isError) return <Failed message={errorText(documents.error)} onRetry={() => documents.refetch()} />
  const { state, submissions } = documents.data
  return (
    <>
      <div className={classes.state}>
        <p>
          <strong>{stateTitles[state]}</strong> {stateWords(documents.data)}
        </p>
        {(state === 'unverified' || state === 'rejected') && (
          <Button variant={state === 'rejected' ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            {state === 'rejected' ? 'Send another document' : 'Verify now'}
          </Button>
        )}
      </div>
      {submissions.length > 0 && (
        <ul className={classes.sent} aria-label={t`Documents you have sent`}>
          {submissions.map((submission, index) => (
            // The newest one's reason stands above.
            <Sent key={submission.sentAt} submission={{ ...submission, reason: index === 0 ? null : submission.reason }} />
          ))}
        </ul>
      )}
      {open && <VerificationDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const stateTitles: Record<VerificationState, string> = {
  unverified: 'Not verified',
  submitted: 'Being checked',
  verified: 'Verified',
  rejected: 'Not accepted',
  withdrawn: 'Withdrawn',
}

function stateWords({ state, reason }: Documents): string {
  if (state === 'submitted') return 'An operator looks at your documents. You will get a mail when that is done.'
  if (state === 'verified') return 'You can withdraw.'
  if (state === 'rejected') return reason ?? 'You can send another document.'
  return 'Depositing and trading need no identity check; withdrawing does.'
}

const sideWords = { page: 'it', front: 'the front', back: 'the back' } as const

function Sent({ submission: { mode, state, sentAt, decidedAt, reason, deleteAt, deleted, openings } }: { submission: Submission }) {
  return (
    <li>
      <div className={classes.top}>
        <strong>{mode}</strong>
        <span>
          <Trans>sent</Trans> <Time at={sentAt} />
        </span>
        <span>{decidedAt ? `${stateTitles[state].toLowerCase()} on ${dateText(decidedAt)}` : 'being checked'}</span>
        {deleted ? <span><Trans>pictures deleted</Trans></span> : deleteAt && <span><Trans>pictures are deleted on {dateText(deleteAt)}</Trans></span>}
      </div>
      {reason && <p className={classes.small}>{reason}</p>}
      {openings.length === 0 ? (
        <p className={classes.small}><Trans>Nobody has opened {deleted ? 'it' : 'it so far'}.</Trans></p>
      ) : (
        <ul className={classes.openings} aria-label={`Who opened this ${mode}`}>
          {openings.map(({ at, side, operator, reason: why }) => (
            <li key={`${at} ${side}`}>
              <Time at={at} />
              <p>
                <Trans><strong>{operator}</strong> opened {sideWords[side]}: {why}</Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const dateText = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
}
