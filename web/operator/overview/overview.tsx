import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Alarms } from './alarms.tsx'
import classes from '../desk.module.css'
import { useMe } from '../shell/me.ts'
import { deskMenu } from '../shell/menu.ts'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Scanners } from '../payments/scanners.tsx'
import { Exposures } from '../trading/exposure.tsx'
import { UnsettledTrades } from '../trading/unsettled.tsx'
import { permissionTexts } from '../words.ts'

export const meta = () => deskMeta(t`Overview`)

/** Shows the signed-in operator's pending decisions and permissions. */
export default function Overview() {
  const { data: me } = useMe()
  if (!me) return null
  const permissions = permissionTexts()
  const queues = deskMenu()
    .flatMap(({ entries }) => entries)
    .filter(({ queue }) => queue !== undefined)
  const mine = queues.filter(({ permission }) => permission && me.permissions.includes(permission))
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
      {mine.length > 0 && (
        <div className={classes.cards}>
          {mine.map(({ label, to, queue }) => {
            const waiting = me.waiting[queue!] ?? 0
            return (
              <Link key={to} to={to} className={classes.card} data-waiting={waiting > 0 || undefined}>
                <strong>{waiting}</strong>
                {label}
              </Link>
            )
          })}
        </div>
      )}
      {me.permissions.includes('alarms.read') && (
        <>
          <Alarms />
          <UnsettledTrades />
          <Exposures />
        </>
      )}
      {me.permissions.includes('rates.manage') && <Scanners />}
      <Panel title={t`Your permissions`}>
        <ul className={classes.facts}>
          {me.permissions.map((permission) => (
            <li key={permission}>{permissions[permission]}</li>
          ))}
        </ul>
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
    </Page>
  )
}
