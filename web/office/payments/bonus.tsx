import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSend } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { call, type CallOutput } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { sumText } from '../../ui/text/sum-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Meter } from '../../ui/lists/meter.tsx'
import { RulesOriginal } from '../rules-original.tsx'
import classes from './bonus.module.css'

type BonusState = CallOutput<'bonus'>

/** Shows the bonus account: its balance, and how much of each bonus is unlocked. */
export function Bonus() {
  const bonus = useCall('bonus', {})
  if (!bonus.isSuccess) return <Unanswered query={bonus} lines={3} />
  const { cur, balance, locked, free, grants, rule } = bonus.data
  const onVerification = sumText(cur, rule.onVerification)
  return (
    <div className={classes.bonus}>
      <Facts layout="grid">
        <Fact term={t`Balance`}>
          <Money amount={balance} unit={cur} />
        </Fact>
        <Fact term={t`Locked`}>
          <Money amount={locked} unit={cur} />
        </Fact>
        <Fact term={t({ message: 'Unlocked', context: 'not bound by terms' })}>
          <Money amount={free} unit={cur} />
        </Fact>
      </Facts>
      {grants.length === 0 && (
        <p>
          {Number(rule.onVerification) > 0
            ? t`When you verify your identity, you get a one-time bonus of ${onVerification} in practice money.`
            : t`You don’t have a bonus yet.`}
        </p>
      )}
      {grants.length > 0 && (
        <ul className={classes.grants} aria-label={t`Bonuses`}>
          {grants.map((grant) => (
            <Grant key={grant.id} grant={grant} cur={cur} />
          ))}
        </ul>
      )}
      <p className={classes.small}>
        {rule.words} <RulesOriginal />
      </p>
      {Number(free) > 0 && <Release free={free} cur={cur} />}
    </div>
  )
}

function Grant({ grant, cur }: { grant: BonusState['grants'][number]; cur: string }) {
  const { why } = grant
  const share = Number(grant.turnover) === 0 ? 1 : Number(grant.settled) / Number(grant.turnover)
  return (
    <li>
      <div className={classes.row}>
        <span>
          <Money amount={grant.amount} unit={cur} /> <small>{why}</small>
        </span>
        <small>{dateTimeText(grant.at)}</small>
      </div>
      <Meter className={classes.meter} value={share} label={t`Settled stakes for the bonus: ${why}`} />
      <small>
        {grant.met ? (
          <Trans>Unlocked. You can move it to your trading account.</Trans>
        ) : (
          <Trans>
            <Money amount={grant.settled} unit={cur} /> of <Money amount={grant.turnover} unit={cur} /> in stakes
            settled.
          </Trans>
        )}
      </small>
    </li>
  )
}

function Release({ free, cur }: { free: string; cur: string }) {
  const sum = sumText(cur, free)
  const { busy, send } = useSend({ title: t`BONUS`, refetch: useRefetch('bonus', 'user', 'totalbalance') })
  const release = () => send((idempotencyKey) => call('bonus.release', {}, { idempotencyKey }))
  return (
    <div>
      <Button variant="default" loading={busy} onClick={() => void release()}>
        <Trans>Move {sum} to trading</Trans>
      </Button>
    </div>
  )
}
