import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

/** Prints the page or saves it as a PDF. */
export function PrintButton({ size }: { size?: 'xs' }) {
  return (
    <Button variant="default" size={size} leftSection={<Icon name="print" size={16} />} onClick={() => window.print()}>
      <Trans>Print</Trans>
    </Button>
  )
}
