import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../shell/page.tsx'
import { ageText } from '../age.tsx'
import { deskMenu } from '../shell/menu.ts'
import classes from './queues.module.css'

type Me = CallOutput<'operators.me'>

const tones: Record<Me['oldest'][string]['state'], Tone> = { fresh: 'plain', soon: 'wait', late: 'bad' }

/** Lists the queues that the operator may decide, with the length of each and the age of its oldest item. */
export function Queues({ me }: { me: Me }) {
  const mine = deskMenu()
    .flatMap(({ entries }) => entries)
    .filter(({ queue, permission }) => queue && permission && me.permissions.includes(permission))
  if (mine.length === 0) return null
  return (
    <Panel title={t`Pending decisions`}>
      <ul className={classes.queues}>
        {mine.map(({ label, to, icon, queue = '' }) => {
          const waiting = me.waiting[queue] ?? 0
          const oldest = me.oldest[queue]
          return (
            <li key={to}>
              <Link to={to} data-waiting={waiting > 0 || undefined}>
                <span className={classes.name}>
                  <Icon name={icon} size={18} />
                  {label}
                </span>
                <strong>{waiting}</strong>
                {oldest ? (
                  <span className={classes.age}>
                    <Badge tone={tones[oldest.state]}>{t`oldest: ${ageText(oldest.ageMs)}`}</Badge>
                    <span>{goalText(oldest)}</span>
                  </span>
                ) : (
                  <span className={classes.age}>
                    <Trans>nothing waiting</Trans>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function goalText({ withinDays, state }: Me['oldest'][string]): string {
  if (state === 'late')
    return plural(withinDays, { one: 'waiting over # business day', other: 'waiting over # business days' })
  return plural(withinDays, { one: 'due within # business day', other: 'due within # business days' })
}
