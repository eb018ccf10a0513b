import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReviewKind } from '../../api/sentences/review-words.ts'
import { useCall } from '../data/queries.ts'
import { groupDigits } from '../ui/text/number-text.ts'
import { Time } from '../language/time.tsx'
import { path } from '../paths.ts'
import { Link } from 'react-router'
import { Answered } from '../shell/answered.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Pager } from '../ui/lists/pager.tsx'
import type { Column } from '../ui/lists/table.tsx'
import classes from './desk.module.css'
import { useMay } from './shell/me.ts'

type Plan = { id: string; plan: string }
const reviewsPerPage = 10

/** Returns a column with each plan's average rating, which opens its reviews. */
export function useReviewsColumn<Row extends Plan>(kindOf: (row: Row) => ReviewKind): Column<Row> {
  const ratings = useCall('reviews.plans', {})
  const ratingOf = (row: Row) => ratings.data?.find((one) => one.plan === row.id && one.kind === kindOf(row))
  return {
    head: t`Reviews`,
    cell: (row) => {
      const rating = ratingOf(row)
      if (!rating) return <span className={classes.quiet}>–</span>
      return <Rated plan={row} kind={kindOf(row)} average={rating.average} count={rating.count} />
    },
  }
}

type RatedProps = { plan: Plan; kind: ReviewKind; average: string; count: number }

function Rated({ plan, kind, average, count }: RatedProps) {
  const [open, setOpen] = useState(false)
  const stars = groupDigits(average)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="star" size={14} />} onClick={() => setOpen(true)}>
        <bdi>{stars}</bdi> <Plural value={count} one="(# review)" other="(# reviews)" />
      </Button>
      {open && <PlanReviews plan={plan} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

function PlanReviews({ plan, kind, onClose }: Pick<RatedProps, 'plan' | 'kind'> & { onClose: () => void }) {
  const [p, setPage] = useState(1)
  const reviews = useCall('reviews', { kind, plan: plan.id, p })
  const mayHide = useMay('announcements.manage')
  const name = plan.plan
  return (
    <Dialog
      title={t`Reviews of ${name}`}
      size="large"
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <Answered query={reviews} lines={6}>
        {({ list }) => (
          <div className={classes.stack}>
            {list.map(({ id, name: author, rating, text, at, hidden: reason }) => (
              <article key={id} className={classes.item}>
                <div className={classes.itemTop}>
                  <span>
                    <strong dir="auto">{author}</strong> <Plural value={rating} one="# star" other="# stars" />
                  </span>
                  <Time at={new Date(at).toISOString()} />
                </div>
                <p className={classes.body} dir="auto">
                  {reason ? t`Hidden: ${reason}` : text || t`No text`}
                </p>
              </article>
            ))}
            <Pager page={p} isLast={list.length < reviewsPerPage} onPage={setPage} />
          </div>
        )}
      </Answered>
      {mayHide && (
        <p className={classes.small}>
          <Link to={path('operatorReviews')}>
            <Trans>Hide or show reviews on the Reviews page</Trans>
          </Link>
        </p>
      )}
    </Dialog>
  )
}
