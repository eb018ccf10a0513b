import { t } from '@lingui/core/macro'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
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
      {security.isPending && (
        <Panel>
          <div className={classes.place}>
            <Loading lines={8} />
          </div>
        </Panel>
      )}
      {security.isError && (
        <Panel>
          <Failed message={errorText(security.error)} onRetry={() => security.refetch()} />
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
          <Keys />
          <Webhooks />
          <div className={classes.columns}>
            {!security.data.frozen && <FreezeAccount frozen={null} />}
            <ExportData />
          </div>
          <CloseAccount />
        </>
      )}
    </Page>
  )
}
