import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import type { DocumentMode, VerificationState } from '../../../api/states/verification-states.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { dayText } from '../../language/time-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { VerificationDialog } from './profile-verification-dialog.tsx'
import classes from './profile-verification.module.css'

type Documents = CallOutput<'profile.documents'>
type Submission = Documents['submissions'][number]

/** Shows whether the customer is verified, what they sent, and which operator opened it, when and why. */
export function Verification() {
  const documents = useCall('profile.documents', {})
  const [open, setOpen] = useState(false)
  if (!documents.isSuccess) return <Unanswered query={documents} lines={3} />
  const { state, submissions } = documents.data
  return (
    <>
      <div className={classes.state}>
        <p>
          <strong>{stateTitles()[state]}</strong> {stateWords(documents.data)}
        </p>
        {(state === 'unverified' || state === 'rejected') && (
          <Button variant={state === 'rejected' ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            {state === 'rejected' ? t`Send another document` : t`Verify now`}
          </Button>
        )}
      </div>
      {submissions.length > 0 && (
        <ul className={classes.sent} aria-label={t`Documents you have sent`}>
          {submissions.map((submission, index) => (
            // The newest submission's reason is shown above.
            <SubmissionItem
              key={submission.sentAt}
              submission={{ ...submission, reason: index === 0 ? null : submission.reason }}
            />
          ))}
        </ul>
      )}
      {open && <VerificationDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const stateTitles = (): Record<VerificationState, string> => ({
  unverified: t`Not verified`,
  submitted: t`Being checked`,
  verified: t`Verified`,
  rejected: t`Not accepted`,
  withdrawn: t({ message: 'Withdrawn', context: 'documents' }),
})

function stateWords({ state, reason }: Documents): string {
  if (state === 'submitted') return t`An operator is checking your documents. We’ll email you the result.`
  if (state === 'verified') return t`You can withdraw.`
  if (state === 'rejected') return reason ?? t`You can send another document.`
  return t`You can deposit and trade without an identity check. Verify your identity to withdraw.`
}

const modeNames = (): Record<DocumentMode, string> => ({
  Passport: t`Passport`,
  'Drivers License': t`Drivers License`,
  'National ID': t`National ID`,
})

/** Returns the decision on a document with its date. */
function decidedWords(state: VerificationState, day: string): string {
  if (state === 'verified') return t`verified on ${day}`
  if (state === 'rejected') return t`not accepted on ${day}`
  if (state === 'withdrawn') return t`withdrawn on ${day}`
  return state === 'submitted' ? t`under review since ${day}` : t`not verified on ${day}`
}

function SubmissionItem({
  submission: { mode, state, sentAt, decidedAt, reason, deleteAt, deleted, openings },
}: {
  submission: Submission
}) {
  const name = modeNames()[mode]
  const deletionDay = deleteAt && dayText(deleteAt)
  return (
    <li>
      <div className={classes.top}>
        <strong>{name}</strong>
        <span>
          <Trans>
            sent <Time at={sentAt} />
          </Trans>
        </span>
        <span>{decidedAt ? decidedWords(state, dayText(decidedAt)) : t`being checked`}</span>
        {deleted && (
          <span>
            <Trans>images deleted</Trans>
          </span>
        )}
        {!deleted && deletionDay && (
          <span>
            <Trans>images will be deleted on {deletionDay}</Trans>
          </span>
        )}
      </div>
      {reason && <p className={classes.small}>{reason}</p>}
      {openings.length === 0 ? (
        <p className={classes.small}>{deleted ? t`Nobody has opened it.` : t`Nobody has opened it yet.`}</p>
      ) : (
        <ul className={classes.openings} aria-label={t`Who opened this ${name}`}>
          {openings.map(({ at, side, operator, reason: why }) => (
            <li key={`${at} ${side}`}>
              <Time at={at} />
              <p>
                <OpeningText operator={operator} side={side} reason={why} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Shows who opened which side of a document, and why. */
function OpeningText({ operator, side, reason }: Pick<Submission['openings'][number], 'operator' | 'side' | 'reason'>) {
  if (side === 'page') {
    return (
      <Trans>
        <strong>{operator}</strong> opened it: {reason}
      </Trans>
    )
  }
  return side === 'front' ? (
    <Trans>
      <strong>{operator}</strong> opened the front: {reason}
    </Trans>
  ) : (
    <Trans>
      <strong>{operator}</strong> opened the back: {reason}
    </Trans>
  )
}
