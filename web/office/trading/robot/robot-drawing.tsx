import { t } from '@lingui/core/macro'
import classes from './robot.module.css'

export function RobotDrawing() {
  return (
    <svg viewBox="0 0 96 96" role="img" aria-label={t`Drawing of a robot`} className={classes.drawing}>
      <path className={classes.line} d="M48 12v10" />
      <circle className={classes.lamp} cx="48" cy="10" r="4" />
      <rect className={classes.head} x="20" y="22" width="56" height="38" rx="12" />
      <rect className={classes.face} x="28" y="31" width="40" height="18" rx="9" />
      <circle className={classes.lamp} cx="39" cy="40" r="4" />
      <circle className={classes.lamp} cx="57" cy="40" r="4" />
      <path className={classes.line} d="M15 36v12M81 36v12M42 60v6M54 60v6" />
      <path className={classes.head} d="M28 88V76a10 10 0 0 1 10-10h20a10 10 0 0 1 10 10v12" />
      <path className={classes.trace} d="m38 80 6-6 6 5 9-9" />
    </svg>
  )
}
