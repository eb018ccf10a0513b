import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import classes from './clause-tools.module.css'

/** Opens or closes all clauses of the page, and prints them. */
export function ClauseTools() {
  const [open, setOpen] = useState(false)
  function toggle() {
    for (const clause of document.querySelectorAll('main details')) (clause as HTMLDetailsElement).open = !open
    setOpen(!open)
  }
  return (
    <div className={classes.tools} data-screen-only>
      <Button variant="default" size="xs" onClick={toggle}>
        {open ? <Trans>Close all</Trans> : <Trans>Open all</Trans>}
      </Button>
      <PrintButton size="xs" />
    </div>
  )
}
