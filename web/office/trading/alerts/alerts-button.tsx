import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useCall } from '../../../data/queries.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Glyph } from '../glyphs.tsx'
import { AlertsDialog } from './alerts-dialog.tsx'
import classes from './alerts.module.css'

/** Opens the price alerts. Shows how many wait for their price, and whether one has fired since they were last seen. */
export function AlertsButton() {
  const { data } = useCall('alerts', {})
  const [isOpen, setOpen] = useState(false)
  const count = data?.open.length ?? 0
  const isNew = data?.fired.some((alert) => alert.isNew) ?? false
  const label = isNew
    ? t`Price alerts: one has fired`
    : count === 0
      ? t`Price alerts`
      : t`Price alerts, ${count} active`
  return (
    <>
      <IconButton label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={classes.bell} data-new={isNew}>
          <Glyph name="bell" size={20} />
          {count > 0 && <small aria-hidden="true">{count}</small>}
        </span>
      </IconButton>
      {isOpen && <AlertsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
