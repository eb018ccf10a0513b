import { useCall } from '../../data/queries.ts'
import { Icon } from '../../ui/icons.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './verification-banner.module.css'

/** Shown while the account is not verified. Source: product.md section 2, dashboard. */
export function VerificationBanner() {
  const { data: user } = useCall('user', {})
  const popup = usePopup()
  if (!user || user.is_verified !== 0) return null
  return (
    <div className={classes.banner}>
      <Icon name="shield" size={18} />
      <p>
        <strong>Inactive account</strong> <span>Trading needs no identity check; withdrawing does.</span>
      </p>
      <button
        type="button"
        onClick={() =>
          popup({
            title: 'ID VERIFICATION',
            msg: 'Identity checks are not open yet in this version, and nothing you can do now needs one.',
            type: 'warning',
          })
        }
      >
        Verify now
      </button>
    </div>
  )
}
