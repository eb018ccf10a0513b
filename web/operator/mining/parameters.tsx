import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { minedCoins, type MinedCoin } from '../../../api/mining-coins.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'

export const meta = () => deskMeta(t`Mining`)

type Parameters = CallOutput<'mining.parameters'>[number]

/** Removes trailing zeros. */
const figure = (decimal: string) => <span dir="ltr">{groupDigits(shortDecimal(decimal))}</span>

const columns = (): Column<Parameters>[] => [
  { head: t`Coin`, cell: ({ coin, algorithm }) => <Mined coin={coin} algorithm={algorithm} /> },
  { head: t`Difficulty`, cell: ({ difficulty }) => figure(difficulty), end: true },
  { head: t`Subsidy`, cell: ({ subsidy }) => figure(subsidy), end: true },
  { head: t`Block`, cell: ({ height }) => figure(String(height)), end: true },
  {
    head: t`Source`,
    cell: ({ source, observedOn }) => (
      <span>
        {source} <span className={classes.name}>({observedOn})</span>
      </span>
    ),
  },
  {
    head: t`In effect from`,
    cell: ({ from }) => (from === 0 ? t`installation` : <Time at={new Date(from).toISOString()} />),
  },
  { head: t`State`, cell: ({ state }) => stateTexts()[state] },
]

const stateTexts = (): Record<Parameters['state'], string> => ({
  announced: t`announced`,
  in_force: t`in force`,
  past: t`past`,
  replaced: t`replaced by a correction`,
})

/** Lists the difficulty and subsidy of each mined coin, with all earlier values. */
export default function MiningParameters() {
  const parameters = useCall('mining.parameters', {})
  const [changing, setChanging] = useState<MinedCoin>()
  const [correcting, setCorrecting] = useState<Parameters>()
  const withCorrection: Column<Parameters>[] = [
    ...columns(),
    {
      head: t`Correction`,
      end: true,
      cell: (row) =>
        row.state !== 'replaced' && (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Correct values of ${row.coin}, block ${row.height}`}
            onClick={() => setCorrecting(row)}
          >
            <Trans>Correct values</Trans>
          </Button>
        ),
    },
  ]
  return (
    <Page
      title={t`Mining`}
      words={t`Contract outputs are computed from these parameters. A second operator approves each change, which \
takes effect a day later. A correction replaces wrong parameters for every day that hasn’t been paid yet.`}
    >
      <Panel title={t`Parameters, newest first`}>
        <div className={classes.toolbar}>
          {minedCoins.map((coin) => (
            <Button key={coin} size="xs" variant="default" onClick={() => setChanging(coin)}>
              <Trans>Change {coin}</Trans>
            </Button>
          ))}
        </div>
        <Answered query={parameters} lines={6}>
          {(rows) => <Table label={t`Parameters`} columns={withCorrection} rows={rows} empty={t`No parameters yet.`} />}
        </Answered>
      </Panel>
      {changing && (
        <Change
          coin={changing}
          now={parameters.data?.find(({ coin, state }) => coin === changing && state === 'in_force')}
          onClose={() => setChanging(undefined)}
        />
      )}
      {correcting && (
        <Change coin={correcting.coin} now={correcting} wrong={correcting} onClose={() => setCorrecting(undefined)} />
      )}
    </Page>
  )
}

function Mined({ coin, algorithm }: Pick<Parameters, 'coin' | 'algorithm'>) {
  return (
    <div className={classes.name}>
      <strong>{coin}</strong>
      <p className={classes.small}>{algorithm}</p>
    </div>
  )
}

const fields = () =>
  [
    { name: 'difficulty', label: t`Difficulty` },
    { name: 'subsidy', label: t`Block subsidy, in coins` },
    { name: 'height', label: t`Block height` },
    { name: 'observedOn', label: t`Observed on (for example 2026-01-31)` },
  ] as const

type ChangeProps = { coin: MinedCoin; now: Parameters | undefined; wrong?: Parameters; onClose: () => void }

/** Proposes new parameters for a coin, or a correction of `wrong`. */
function Change({ coin, now, wrong, onClose }: ChangeProps) {
  const [form, setForm] = useState({
    difficulty: now?.difficulty ?? '',
    subsidy: now?.subsidy ?? '',
    height: String(now?.height ?? ''),
    observedOn: '',
  })
  const change = useChange(t`MINING`)
  const save = (source: string) =>
    wrong
      ? change('mining.parameters.correct', { coin, source, from: wrong.from, ...form }, ['mining.parameters'])
      : change('mining.parameters.set', { coin, source, ...form }, ['mining.parameters'])
  return (
    <Decision
      title={wrong ? t`Correct the parameters of ${coin}` : t`Change the parameters of ${coin}`}
      words={t`Parameters and their source are public. A second operator has to approve them.`}
      reasonLabel={t`Source`}
      reasonHint={t`Where the figures come from, so that anyone can check them.`}
      confirm={t`Propose`}
      onClose={onClose}
      onConfirm={save}
    >
      <div className={classes.pair}>
        {fields().map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Decision>
  )
}
