import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSend } from '../../../data/call-form.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { useState } from 'react'
import { call, errorText } from '../../../data/call.ts'
import { useCall, useRefetch } from '../../../data/queries.ts'
import { Money } from '../../../ui/text/money.tsx'
import { RobotDialog, type RobotState } from './robot-dialog.tsx'
import { RobotDrawing } from './robot-drawing.tsx'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import classes from './robot.module.css'
import panel from '../panel.module.css'

/**
 * Shows the robot. Its frame is cyan while it is INACTIVE and red otherwise. Source: docs/spec/product.md section 2,
 * "Dashboard".
 */
export function Robot() {
  const { data: robot, error, refetch } = useCall('robot', {})
  const { busy, send } = useSend({ title: t`ROBOT`, refetch: useRefetch('robot', 'user') })
  const [setting, setSetting] = useState(false)
  const active = robot?.state === 'ACTIVE'
  return (
    <section className={`${panel.panel} ${classes.robot}`} aria-label={t`Robot`}>
      <div className={classes.top}>
        <span className={classes.frame} data-active={active}>
          <RobotDrawing />
        </span>
        <div>
          <h2 className={panel.title}>
            <Trans>Robot</Trans>
          </h2>
          <p className={classes.status} role="status">
            {robot ? stateText(robot) : ' '}
          </p>
          {robot && (
            <p className={classes.says}>
              {robot.note ?? (active ? t`Waiting for a signal.` : t`The robot isn’t placing trades.`)}
            </p>
          )}
          {error && !robot && <p className={classes.says}>{errorText(error)}</p>}
        </div>
      </div>
      {robot?.run && <Run robot={robot} run={robot.run} />}
      <ButtonRow>
        {!robot && error && (
          <Button variant="default" size="sm" onClick={() => refetch()}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {robot && active && (
          <Button color="red" size="sm" loading={busy} onClick={() => send(() => call('robot.stop', {}))}>
            <Trans>Stop robot</Trans>
          </Button>
        )}
        {robot?.plan && !active && (
          <Button size="sm" loading={busy} onClick={() => send(() => call('robot.start', {}))}>
            <Trans>Start robot</Trans>
          </Button>
        )}
        {robot && !active && (
          <Button variant="default" size="sm" disabled={busy} onClick={() => setSetting(true)}>
            {robot.plan ? t`Change settings` : t`Set up robot`}
          </Button>
        )}
      </ButtonRow>
      {robot && setting && (
        <RobotDialog
          robot={robot}
          onClose={() => setSetting(false)}
          save={(settings) => send(() => call('robot.set', settings))}
          busy={busy}
        />
      )}
    </section>
  )
}

/** Returns the robot's state in the page's language. The English text equals `robot.status`. */
function stateText({ state, status, plan, strategies }: RobotState): string {
  if (state === 'INACTIVE') return t`INACTIVE`
  const strategy = strategies.find(({ id }) => id === plan?.strategy)?.name
  return strategy ? t`ACTIVE: ${strategy}` : status
}

function Run({ robot, run }: { robot: RobotState; run: NonNullable<RobotState['run']> }) {
  const openCount = run.open
  return (
    <Facts layout="grid">
      <Fact term={t`Trades`}>
        {run.trades}
        {openCount > 0 && ` (${t`${openCount} open`})`}
      </Fact>
      <Fact term={t`Result since start`} className={run.result.startsWith('-') ? panel.down : undefined}>
        <Money amount={run.result} unit={robot.cur} />
      </Fact>
      <Fact term={t`Result today`} className={robot.resultToday.startsWith('-') ? panel.down : undefined}>
        <Money amount={robot.resultToday} unit={robot.cur} />
      </Fact>
      <Fact term={t`Remaining loss limit`}>
        <Money amount={run.left} unit={robot.cur} />
      </Fact>
    </Facts>
  )
}
