import { t } from '@lingui/core/macro'
import { useCall } from '../../data/queries.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { AuthenticatorApp } from './security-app.tsx'
import { CloseAccount, ExportData, FreezeAccount } from './security-account.tsx'
import { Keys } from './security-keys.tsx'
import { Passkeys } from './security-passkeys.tsx'
import { Sessions, SignIns } from './security-sessions.tsx'
import { Webhooks } from './security-webhooks.tsx'
import classes from './security.module.css'

export const meta = officeMeta(() => t`Security`)

/** Shows and changes the account's security settings. */
export default function Security() {
  const security = useCall('security', {})
  return (
    <Page
      title={t`Security`}
      words={t`Control who can access your account and what they can do. We email you about every change.`}
    >
      {!security.isSuccess && (
        <Panel>
          <div className={security.isPending ? classes.place : undefined}>
            <Unanswered query={security} lines={8} />
          </div>
        </Panel>
      )}
      {security.data && (
        <>
          {security.data.frozen && <FreezeAccount frozen={security.data.frozen} />}
          <div className={classes.columns}>
            <AuthenticatorApp security={security.data} />
            <Passkeys passkeys={security.data.passkeys} />
          </div>
          <Sessions />
          <SignIns />
          {!security.data.frozen && <FreezeAccount frozen={null} />}
          <Keys />
          <Webhooks />
          <ExportData />
          <CloseAccount />
        </>
      )}
    </Page>
  )
}
