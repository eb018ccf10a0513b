import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useEffect, useRef, useState } from 'react'
import { type RejectionReason, rejectionReasonNames } from '../../../api/states/verification-states.ts'
import type { CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { SelectField } from '../../ui/fields/fields.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import desk from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { Decision, useDecide } from '../parts.tsx'
import { Time } from '../../language/time.tsx'
import { documentNames, rejectionReasonTexts } from '../words.ts'
import classes from './document-viewer.module.css'

type Props = {
  waiting: CallOutput<'verifications'>['waiting'][number]
  documents: CallOutput<'verifications.open'>
  onDone: () => void
}

const sideNames = () => ({
  page: t`Photo page`,
  front: t({ message: 'Front', context: 'side of a card' }),
  back: t({ message: 'Back', context: 'side of a card' }),
})

/** Shows an opened document next to the account's details, with the buttons to verify or reject. */
export function DocumentViewer({
  waiting: { customer, verification },
  documents: { name, country, mode, sentAt, pictures },
  onDone,
}: Props) {
  const document = documentNames()[mode]
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState<RejectionReason>('unreadable')
  const decide = useDecide(t`VERIFICATION`)
  const { busy, send } = useSend({ title: t`VERIFICATION` })
  const refresh = ['verifications'] as const
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [])

  async function approve() {
    if (await send(() => decide('verifications.approve', { customer, verification }, refresh))) onDone()
  }

  async function reject(): Promise<boolean> {
    const done = await decide('verifications.reject', { customer, verification, reason }, refresh)
    if (done) onDone()
    return done
  }

  return (
    <div ref={place} className={classes.viewer} tabIndex={-1}>
      <Panel title={t`${document} of ${name}`}>
        <Facts layout="grid">
          <Fact term={t`Account name`}>{name}</Fact>
          <Fact term={t`Account country`}>{country}</Fact>
          <Fact term={t`Sent`}>
            <Time at={sentAt} />
          </Fact>
          <Fact term={t`Customer`}>
            <span className={desk.mono}>{customer}</span>
          </Fact>
        </Facts>
        <div className={classes.pictures}>
          {pictures.map(({ side, picture }) => (
            <Picture key={side} label={sideNames()[side]} address={picture} />
          ))}
        </div>
        <div className={classes.decision}>
          <ButtonRow end>
            <Button variant="default" onClick={onDone}>
              <Trans>Close</Trans>
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)}>
              <Trans>Reject…</Trans>
            </Button>
            <Button loading={busy} onClick={() => void approve()}>
              <Trans>Approve</Trans>
            </Button>
          </ButtonRow>
        </div>
        {rejecting && (
          <Decision
            title={t`Reject the document`}
            words={t`The customer sees this reason in an email and on their profile, and can send another document.`}
            confirm={t`Reject`}
            danger
            onConfirm={reject}
            onClose={() => setRejecting(false)}
          >
            <SelectField
              label={t`Reason`}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value as RejectionReason)}
              data={rejectionReasonNames.map((value) => ({ value, label: shortNames()[value] }))}
              description={rejectionReasonTexts()[reason]}
            />
          </Decision>
        )}
      </Panel>
    </div>
  )
}

const shortNames = (): Record<RejectionReason, string> => ({
  unreadable: t`Unreadable`,
  cut_off: t`Part missing`,
  wrong_document: t`Wrong document`,
  expired: t`Expired`,
  other_name: t`Different name`,
  not_genuine: t`Not genuine`,
  under_age: t`Under 18`,
})

/** Shows a picture at the available width; clicking it shows the full size with scrolling. */
function Picture({ label, address }: { label: string; address: string }) {
  const [large, setLarge] = useState(false)
  return (
    <figure className={classes.picture} data-large={large || undefined}>
      <figcaption>
        {label}
        <button type="button" aria-pressed={large} onClick={() => setLarge(!large)}>
          {large ? t`Fit` : t`Full size`}
        </button>
      </figcaption>
      <div>
        <img src={address} alt={t`${label} of the document`} />
      </div>
    </figure>
  )
}
