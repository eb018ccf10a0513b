import { useCall } from '../../data/queries.ts'
import { useRootData } from '../../document/root-data.ts'
import { useSiteName } from '../../document/site-name.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from './print-head.module.css'

/** Print only: shows the site's name and the account's owner. */
export function PrintHead() {
  const installation = useRootData()
  const { data: user } = useCall('user', {})
  return (
    <div className={classes.head}>
      <span className={classes.site}>
        <Logo size={22} /> <strong>{useSiteName()}</strong>{' '}
        <span dir="ltr">{installation && new URL(installation.publicUrl).host}</span>
      </span>
      {user && (
        <span>
          {user.name}, <span dir="ltr">{user.email}</span>
        </span>
      )}
    </div>
  )
}
