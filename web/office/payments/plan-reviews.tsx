import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { TextAreaField } from '../../ui/fields/fields.tsx'
import { useState } from 'react'
import { longestReview, type ReviewKind } from '../../../api/sentences/review-words.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Empty } from '../../ui/page-state.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import classes from './plan-reviews.module.css'

type Reviewed = { kind: ReviewKind; plan: string; title: string }

/** Shows a plan's average rating, with a button that opens its reviews. */
export function PlanReviews({ kind, plan, title }: Reviewed) {
  const ratings = useCall('reviews.plans', {})
  const mine = useCall('reviews.mine', {})
  const [open, setOpen] = useState(false)
  if (!ratings.data) return null
  const rating = ratings.data.find((one) => one.kind === kind && one.plan === plan)
  const held = mine.data?.find((one) => one.kind === kind && one.plan === plan)
  if (!rating && !held) return <small className={classes.none}>{t`No reviews yet`}</small>
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setOpen(true)}>
        {rating ? (
          <>
            <span aria-hidden="true">
              <Stars rating={Number(rating.average)} />
            </span>{' '}
            {groupDigits(rating.average)} · {countText(rating.count)}
          </>
        ) : (
          <Trans>No reviews yet. Write the first one</Trans>
        )}
        <span className="visually-hidden">
          {' '}
          <Trans>for {title}</Trans>
        </span>
      </button>
      {open && <ReviewsDialog kind={kind} plan={plan} title={title} held={held} onClose={() => setOpen(false)} />}
    </>
  )
}

const countText = (count: number) => plural(count, { one: '# review', other: '# reviews' })

function Stars({ rating }: { rating: number }) {
  const shown = groupDigits(String(rating))
  return (
    <span className={classes.stars} role="img" aria-label={t`${shown} of 5 stars`}>
      {'★'.repeat(Math.round(rating))}
      <span className={classes.rest}>{'★'.repeat(5 - Math.round(rating))}</span>
    </span>
  )
}

type Held = CallOutput<'reviews.mine'>[number]

function ReviewsDialog({
  kind,
  plan,
  title,
  held,
  onClose,
}: Reviewed & { held: Held | undefined; onClose: () => void }) {
  const [p, setPage] = useState(1)
  const reviews = useCall('reviews', { kind, plan, p })
  const pages = Math.ceil((reviews.data?.count ?? 0) / 10)
  return (
    <Dialog title={<Trans>Reviews of {title}</Trans>} closeButton onClose={onClose}>
      {held && <ReviewForm held={held} />}
      <Unanswered query={reviews} lines={3} />
      {reviews.data?.count === 0 && <Empty title={t`No reviews yet`} icon="star" />}
      {reviews.data && reviews.data.count > 0 && (
        <ul className={classes.list} aria-label={t`Reviews`}>
          {reviews.data.list.map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
      )}
      <Pager page={p} isLast={p >= pages} onPage={setPage} />
      <p className={classes.small}>
        <Trans>Only customers who have or have had this plan can review it, once each. Every rating counts.</Trans>
      </p>
    </Dialog>
  )
}

function Review({
  review: { rating, name, at, edited, hidden, text },
}: {
  review: CallOutput<'reviews'>['list'][number]
}) {
  const when = dateTimeText(at)
  return (
    <li>
      <Stars rating={rating} /> <strong>{name}</strong> <small>{edited ? t`${when}, edited` : when}</small>
      {hidden ? (
        <p className={classes.hidden}>
          <Trans>We have hidden this text: {hidden}</Trans>
        </p>
      ) : (
        text && <p>{text}</p>
      )}
    </li>
  )
}

const starOptions = [1, 2, 3, 4, 5].map((stars) => ({ value: String(stars), label: `${stars} ★` }))

function ReviewForm({ held }: { held: Held }) {
  const hidden = held.review?.hidden
  const { values, busy, change, field, onSubmit } = useCallForm({
    title: t`REVIEW`,
    values: { rating: held.review ? String(held.review.rating) : '', text: held.review?.text ?? '' },
    refetch: useRefetch('reviews', 'reviews.plans', 'reviews.mine'),
    send: ({ rating, text }) =>
      call('reviews.write', { kind: held.kind, plan: held.plan, rating: Number(rating), text }),
  })
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <Choice
        label={t`Your rating`}
        options={starOptions}
        value={values.rating}
        onChange={(rating) => change({ rating })}
      />
      <TextAreaField
        label={t`Your review`}
        description={t`Public, with your first name and initial.`}
        rows={3}
        maxLength={longestReview}
        {...field('text')}
      />
      {hidden && (
        <p className={classes.hidden}>
          <Trans>We have hidden your text: {hidden} Your rating still counts.</Trans>
        </p>
      )}
      <ButtonRow>
        <Button type="submit" loading={busy} disabled={values.rating === ''}>
          {held.review ? t`Update review` : t`Publish review`}
        </Button>
      </ButtonRow>
    </form>
  )
}
