import { plural, t } from '@lingui/core/macro'
import { Alarms } from './alarms.tsx'
import { useMe } from '../shell/me.ts'
import { deskMeta } from '../meta.ts'
import { Page } from '../../shell/page.tsx'
import { Scanners } from '../payments/scanners.tsx'
import { Exposures } from '../trading/exposure.tsx'
import { UnsettledTrades } from '../trading/unsettled.tsx'
import { BusinessFigures } from './figures.tsx'
import { Queues } from './queues.tsx'

export const meta = () => deskMeta(t`Overview`)

/** Shows what waits for the signed-in operator, how business is going, and the state of the installation. */
export default function Overview() {
  const { data: me } = useMe()
  if (!me) return null
  const [firstName = ''] = me.name.split(' ')
  const total = Object.values(me.waiting).reduce((sum, count) => sum + count, 0)
  return (
    <Page
      title={t`Welcome back, ${firstName}`}
      words={
        total === 0
          ? t`You’re all caught up.`
          : plural(total, { one: '# item needs a decision.', other: '# items need a decision.' })
      }
    >
      <Queues me={me} />
      {me.permissions.includes('figures.read') && <BusinessFigures />}
      {me.permissions.includes('alarms.read') && (
        <>
          <Exposures />
          <Alarms />
          <UnsettledTrades />
        </>
      )}
      {me.permissions.includes('rates.manage') && <Scanners />}
    </Page>
  )
}
