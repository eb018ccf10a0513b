import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { hidingReasons, type HidingReason } from '../../../contract/review-words.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField } from '../../ui/fields.tsx'
import classes from '../desk.module.css'
import { DeskPage, deskMeta, Panel } from '../page.tsx'
import { Answered, type Column, Decision, Table, Time, useChange } from '../parts.tsx'

export const meta = deskMeta('Reviews')

type Review = CallOutput<'reviews.list'>[number]
const reasonOptions = Object.entries(hidingReasons).map(([value, label]) => ({ value, label }))

/** What customers write of plans. Words can be hidden for a published reason; stars cannot. */
export default function Reviews() {
  const reviews = useCall('reviews.list', {})
  const [hiding, setHiding] = useState<Review>()
  const [reason, setReason] = useState<HidingReason>('personal_data')
  const change = useChange('REVIEW')
  const columns: Column<Review>[] = [
    { head: 'Plan', cell: ({ kind, plan }) => `${kind}, ${plan}` },
    { head: 'Stars', cell: ({ rating }) => rating },
    {
      head: 'Review',
      cell: ({ name, text, hidden }) => (
        <div>
          <strong>{name}</strong>
          <p className={classes.small}>{text || 'No words'}</p>
          {hidden && <p className={classes.small}><Trans>Hidden: {hidden}</Trans></p>}
        </div>
      ),
    },
    { head: 'Written', cell: ({ at }) => <Time at={new Date(at).toISOString()} /> },
    {
      head: 'Change',
      end: true,
      cell: (one) => (
        <Button size="xs" variant="default" onClick={() => (one.hidden ? void change('reviews.unhide', { id: one.id }, ['reviews.list']) : setHiding(one))}>
          {one.hidden ? 'Show again' : 'Hide words'}
        </Button>
      ),
    },
  ]
  return (
    <DeskPage title={t`Reviews`} words={t`The newest hundred. The reason for hiding stands in the place of the words; the stars go on counting.`}>
      <Panel>
        <Answered query={reviews}>{(list) => <Table label={t`Reviews`} columns={columns} rows={list} empty={t`No reviews yet`} />}</Answered>
      </Panel>
      {hiding && (
        <Decision title={`Hide the words of ${hiding.name}?`} confirm={t`Hide words`} danger onClose={() => setHiding(undefined)} onConfirm={() => change('reviews.hide', { id: hiding.id, reason }, ['reviews.list'])}>
          <SelectField label={t`Published reason`} data={reasonOptions} value={reason} onChange={(event) => setReason(event.currentTarget.value as HidingReason)} />
        </Decision>
      )}
    </DeskPage>
  )
}
