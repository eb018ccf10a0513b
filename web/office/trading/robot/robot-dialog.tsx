import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallInput, CallOutput } from '../../../data/call.ts'
import { FormDialog } from '../../../shell/form-dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields/fields.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { groupDigits } from '../../../ui/text/number-text.ts'
import { useMarket } from '../symbols/market.tsx'
import classes from './robot-dialog.module.css'

export type RobotState = CallOutput<'robot'>
type RobotSettings = CallInput<'robot.set'>
type Props = {
  robot: RobotState
  busy: boolean
  onClose: () => void
  save: (settings: RobotSettings) => Promise<unknown>
}

/** Shows the robot's settings, with the average cost at even odds. */
export function RobotDialog({ robot, busy, onClose, save }: Props) {
  const [strategy, setStrategy] = useState(robot.plan?.strategy ?? robot.strategies[0]!.id)
  const [stake, setStake] = useState(robot.plan?.stake ?? robot.minStake)
  const [symbols, setSymbols] = useState<string[]>(robot.plan?.symbols ?? ['EURUSD'])
  const [hours, setHours] = useState(robot.plan?.hours ?? '')
  const [lossLimit, setLossLimit] = useState(robot.plan?.lossLimit ?? '50.00')
  const { cur } = robot
  const chosen = robot.strategies.find(({ id }) => id === strategy)
  async function submit() {
    if (await save({ strategy, stake: stake.trim(), symbols, hours, lossLimit: lossLimit.trim() })) onClose()
  }
  return (
    <FormDialog
      title={<Trans>Robot settings</Trans>}
      closeButton
      coversPhone
      busy={busy}
      action={t`Save`}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label={t`Strategy`}
        data={robot.strategies.map(({ id, name }) => ({ value: id, label: name }))}
        value={strategy}
        onChange={(event) => setStrategy(event.currentTarget.value)}
      />
      <p className={classes.rules}>{chosen?.rules}</p>
      <SymbolChoice robot={robot} chosen={symbols} onChange={setSymbols} />
      <div className={classes.pair}>
        <TextField
          label={t`Stake per trade, in ${cur}`}
          inputMode="decimal"
          autoComplete="off"
          value={stake}
          onChange={(event) => setStake(event.currentTarget.value)}
        />
        <TextField
          label={t`Loss limit, in ${cur}`}
          inputMode="decimal"
          autoComplete="off"
          value={lossLimit}
          onChange={(event) => setLossLimit(event.currentTarget.value)}
        />
      </div>
      <p className={classes.small}>
        <Trans>
          The robot counts its losses from each start and counts open stakes as losses. It stops before an order could
          exceed the limit.
        </Trans>
      </p>
      <TextField
        label={t`Hours in UTC`}
        description={t`For example 08:00-12:00, 13:00-17:00. Leave empty to trade all day.`}
        autoComplete="off"
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Expectation robot={robot} symbols={symbols} stake={stake} />
    </FormDialog>
  )
}

function SymbolChoice({
  robot,
  chosen,
  onChange,
}: {
  robot: RobotState
  chosen: string[]
  onChange: (symbols: string[]) => void
}) {
  const { symbols: named } = useMarket()
  const toggle = (symbol: string, on: boolean) =>
    onChange(on ? [...chosen, symbol] : chosen.filter((one) => one !== symbol))
  const chosenCount = chosen.length
  return (
    <fieldset className={classes.symbols}>
      <legend>
        <Trans>Symbols, up to ten ({chosenCount} selected)</Trans>
      </legend>
      <div className={classes.symbolList}>
        {robot.symbols.map(({ symbol }) => (
          <label key={symbol} title={named.find((one) => one.symbol === symbol)?.name}>
            <input
              type="checkbox"
              checked={chosen.includes(symbol)}
              onChange={(event) => toggle(symbol, event.currentTarget.checked)}
            />{' '}
            {symbol}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shows the average result of a stake if the strategy is right half the time. Source: docs/spec/truth.md section 3. */
function Expectation({ robot, symbols, stake }: { robot: RobotState; symbols: string[]; stake: string }) {
  const odds = robot.symbols.filter(({ symbol }) => symbols.includes(symbol))
  const worst = odds.reduce<(typeof odds)[number] | undefined>(
    (held, one) => (held && held.expectedBps <= one.expectedBps ? held : one),
    undefined,
  )
  if (!worst || !/^\d+(\.\d{1,2})?$/.test(stake.trim())) return null
  const expected = ((Number(stake) * worst.expectedBps) / 10_000).toFixed(2)
  const { symbol } = worst
  const payout = groupDigits(String(worst.payoutBps / 100))
  const breakEven = groupDigits((worst.breakEvenBps / 100).toFixed(1))
  return (
    <p className={classes.expectation}>
      <Trans>
        At even odds, the average result per trade is <Money shown amount={expected} unit={robot.cur} /> ({symbol},
        payout {payout}%). To break even, the strategy must be right {breakEven}% of the time. None of these strategies
        is known to achieve that.
      </Trans>
    </p>
  )
}
