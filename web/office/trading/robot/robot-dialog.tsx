import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type CallInput, type CallOutput, errorText } from '../../../data/call.ts'
import { useCall } from '../../../data/queries.ts'
import { FormDialog } from '../../../shell/form-dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SelectField, TextField } from '../../../ui/fields/fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
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
          Each start resets the robot’s loss count. Open stakes count as losses. The robot stops before an order could
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
      <Preview input={{ strategy, stake: stake.trim(), symbols: symbols.join(','), hours }} />
    </FormDialog>
  )
}

type PreviewInput = { strategy: string; stake: string; symbols: string; hours: string }

/** Shows what the settings would have traded in the last 24 hours. */
function Preview({ input }: { input: PreviewInput }) {
  const [asked, setAsked] = useState<PreviewInput>()
  const { data, error, isFetching } = useCall('robot.preview', asked ?? input, {
    enabled: asked !== undefined,
  })
  const isCurrent = JSON.stringify(asked) === JSON.stringify(input)
  return (
    <section className={classes.preview} aria-label={t`Last 24 hours`}>
      <Button
        variant="default"
        size="sm"
        loading={isFetching}
        disabled={input.symbols === ''}
        onClick={() => setAsked(input)}
      >
        <Trans>Test on the last 24 hours</Trans>
      </Button>
      <div role="status">
        {isCurrent && error ? <p className={classes.small}>{errorText(error)}</p> : null}
        {isCurrent && data && (
          <>
            <Facts layout="grid">
              <Fact term={t`Trades`}>{data.trades}</Fact>
              <Fact term={t`Won`}>{data.won}</Fact>
              <Fact term={t`Result`} tone={data.result.startsWith('-') ? 'down' : 'up'}>
                <Money shown amount={data.result} unit={data.cur} />
              </Fact>
              <Fact term={t`Expected at even odds`}>
                <Money shown amount={data.expected} unit={data.cur} />
              </Fact>
            </Facts>
            <p className={classes.small}>
              <Trans>
                Computed from published prices, without the loss limit. Past results don’t predict future ones.
              </Trans>
            </p>
          </>
        )}
      </div>
    </section>
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
          <Checkbox
            key={symbol}
            title={named.find((one) => one.symbol === symbol)?.name}
            checked={chosen.includes(symbol)}
            onChange={(on) => toggle(symbol, on)}
          >
            {symbol}
          </Checkbox>
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
