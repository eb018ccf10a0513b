import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import classes from './desk.module.css'

/** Shows the buttons that edit and retire a plan. */
export function PlanButtons({ onEdit, onRetire }: { onEdit: () => void; onRetire: () => void }) {
  return (
    <ButtonRow end>
      <Button size="xs" variant="default" onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="xs" variant="default" onClick={onRetire}>
        <Trans>Retire</Trans>
      </Button>
    </ButtonRow>
  )
}

/** Shows a plan's name, and whether the plan is retired. */
export function PlanName({ plan: { plan, retiredAt } }: { plan: { plan: string; retiredAt: unknown } }) {
  return (
    <span className={classes.name}>
      <strong>{plan}</strong>{' '}
      {retiredAt !== null && (
        <Badge>
          <Trans>retired</Trans>
        </Badge>
      )}
    </span>
  )
}
