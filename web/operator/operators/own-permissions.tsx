import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import classes from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { useMe } from '../shell/me.ts'
import { permissionTexts, rolesText } from '../words.ts'

/** Lists the operator's roles and permissions, and the rules that hold for everyone at the desk. */
export function OwnPermissions() {
  const { data: me } = useMe()
  if (!me) return null
  const permissions = permissionTexts()
  const roles = rolesText(me.roles)
  return (
    <>
      <Panel title={t`Your permissions`}>
        <div className={classes.stack}>
          <p className={classes.quiet}>
            <Trans>Your roles: {roles}</Trans>
          </p>
          <ul className={classes.facts}>
            {me.permissions.map((permission) => (
              <li key={permission}>{permissions[permission]}</li>
            ))}
          </ul>
        </div>
      </Panel>
      <Panel title={t`House rules`}>
        <ul className={classes.stack}>
          <li>
            <Trans>Every change and every view of personal data is written to an audit log that nobody can edit.</Trans>
          </li>
          <li>
            <Trans>
              Nobody edits balances. A correction is a transfer with a reason that the customer can read, and a second
              operator approves it.
            </Trans>
          </li>
          <li>
            <Trans>Nobody, including you, can set the result of a trade.</Trans>
          </li>
        </ul>
      </Panel>
    </>
  )
}
