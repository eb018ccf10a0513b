import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import type { HidingReason } from '../../../api/sentences/review-words.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { hidingReasonTexts, reviewKindNames } from '../words.ts'

export const meta = () => deskMeta(t`Reviews`)

type Review = CallOutput<'reviews.list'>[number]
const reasonOptions = () => Object.entries(hidingReasonTexts()).map(([value, label]) => ({ value, label }))

/** Lists customers' reviews of plans. Text can be hidden for a published reason; stars can't. */
export default function Reviews() {
  const reviews = useCall('reviews.list', {})
  const [hiding, setHiding] = useState<Review>()
  const [reason, setReason] = useState<HidingReason>('personal_data')
  const change = useChange(t`REVIEW`)
  const columns: Column<Review>[] = [
    { head: t`Plan`, cell: ({ kind, plan }) => `${reviewKindNames()[kind]}, ${plan}` },
    { head: t`Stars`, cell: ({ rating }) => rating },
    {
      head: t`Review`,
      cell: ({ name, text, hidden }) => (
        <div>
          <strong>{name}</strong>
          <p className={classes.small}>{text || t`No text`}</p>
          {hidden && <Hidden reason={hidden} />}
        </div>
      ),
    },
    { head: t`Written`, cell: ({ at }) => <Time at={new Date(at).toISOString()} /> },
    {
      head: t`Change`,
      end: true,
      cell: (one) => (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            one.hidden ? void change('reviews.unhide', { id: one.id }, ['reviews.list']) : setHiding(one)
          }
        >
          {one.hidden ? t`Show text` : t`Hide text`}
        </Button>
      ),
    },
  ]
  return (
    <Page
      title={t`Reviews`}
      words={t`The latest 100 reviews. A published reason replaces hidden text. The stars still count.`}
    >
      <Panel>
        <Answered query={reviews}>
          {(list) => <Table label={t`Reviews`} columns={columns} rows={list} empty={t`No reviews yet`} />}
        </Answered>
      </Panel>
      {hiding && (
        <Decision
          title={hideTitle(hiding)}
          confirm={t`Hide text`}
          danger
          onClose={() => setHiding(undefined)}
          onConfirm={() => change('reviews.hide', { id: hiding.id, reason }, ['reviews.list'])}
        >
          <SelectField
            label={t`Published reason`}
            data={reasonOptions()}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value as HidingReason)}
          />
        </Decision>
      )}
    </Page>
  )
}

const hideTitle = ({ name }: Review) => t`Hide the text written by ${name}?`

function Hidden({ reason }: { reason: string }) {
  return (
    <p className={classes.small}>
      <Trans>Hidden: {reason}</Trans>
    </p>
  )
}
