import { Trans } from '@lingui/react/macro'
import { passwordStrength } from './password-strength.ts'
import classes from './password-meter.module.css'

/** Shows how hard a new password is to guess, as four bars and a label. */
export function PasswordMeter({ password, own, id }: { password: string; own?: readonly string[]; id?: string }) {
  if (password === '') {
    return (
      <p id={id} className={classes.hint}>
        <Trans>At least 8 characters. A few words in a row are easy to remember.</Trans>
      </p>
    )
  }
  const { score, words } = passwordStrength(password, own)
  return (
    <div className={classes.meter} data-score={score}>
      <span className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= Math.max(1, score) || undefined} />
        ))}
      </span>
      <p id={id} className={classes.hint} role="status">
        {words}
      </p>
    </div>
  )
}
