import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'

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
