import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { minedCoins, type MinedCoin } from '../../../contract/mining-coins.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { withCatalogue } from '../../language/catalogues.ts'
import { refusalText } from '../../language/refusal-text.ts'
import { TextField } from '../../ui/fields.tsx'
import { groupDigits } from '../../ui/number-text.ts'
import { shortDecimal } from '../../ui/short-decimal.ts'
import classes from '../desk.module.css'
import { DeskPage, deskMeta, Panel } from '../page.tsx'
import { Answered, type Column, Decision, Table, Time, useChange } from '../parts.tsx'

// The sources of the first parameters are among what the server says. Without its catalogue they stay English, which is better than no page.
await withCatalogue('refusals').catch(() => {})

export const meta = () => deskMeta(t`Mining`)

type Parameters = CallOutput<'mining.parameters'>[number]

/** Decimals that say nothing are left out. */
const figure = (decimal: string) => <span dir="ltr">{groupDigits(shortDecimal(decimal))}</span>

const columns = (): Column<Parameters>[] => [
  { head: t`Coin`, cell: ({ coin, algorithm }) => <Mined coin={coin} algorithm={algorithm} /> },
  { head: t`Difficulty`, cell: ({ difficulty }) => figure(difficulty), end: true },
  { head: t`Subsidy`, cell: ({ subsidy }) => figure(subsidy), end: true },
  { head: t`Block`, cell: ({ height }) => figure(String(height)), end: true },
  { head: t`Source`, cell: ({ source, observedOn }) => <span>{refusalText(source)} <span className={classes.name}>({observedOn})</span></span> },
  { head: t`In force since`, cell: ({ from }) => (from === 0 ? t`installation` : <Time at={new Date(from).toISOString()} />) },
]

/** Difficulty and subsidy of each mined coin, with all that ever were. */
export default function MiningParameters() {
  const parameters = useCall('mining.parameters', {})
  const [changing, setChanging] = useState<MinedCoin>()
  return (
    <DeskPage title={t`Mining`} words={t`What the outputs of contracts are computed from. A change counts from its moment on; what has accrued stays as it was.`}>
      <Panel title={t`Parameters, newest first`}>
        <div className={classes.toolbar}>
          {minedCoins.map((coin) => (
            <Button key={coin} size="xs" variant="default" onClick={() => setChanging(coin)}>
              <Trans>Change {coin}</Trans>
            </Button>
          ))}
        </div>
        <Answered query={parameters} lines={6}>
          {(rows) => <Table label={t`Parameters`} columns={columns()} rows={rows} empty={t`There are none.`} />}
        </Answered>
      </Panel>
      {changing && <Change coin={changing} now={parameters.data?.find(({ coin }) => coin === changing)} onClose={() => setChanging(undefined)} />}
    </DeskPage>
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
    { name: 'observedOn', label: t`Observed on, such as 2026-01-31` },
  ] as const

function Change({ coin, now, onClose }: { coin: MinedCoin; now: Parameters | undefined; onClose: () => void }) {
  const [form, setForm] = useState({ difficulty: now?.difficulty ?? '', subsidy: now?.subsidy ?? '', height: String(now?.height ?? ''), observedOn: '' })
  const change = useChange(t`MINING`)
  const save = (source: string) => change('mining.parameters.set', { coin, source, ...form }, ['mining.parameters'])
  return (
    <Decision title={t`Parameters of ${coin}`} words={t`They are public, with their source.`} reasonLabel={t`Source`} reasonHint={t`Where the figures come from, so that anyone can look them up.`} confirm={t`Put into force`} onClose={onClose} onConfirm={save}>
      <div className={classes.pair}>
        {fields().map(({ name, label }) => (
          <TextField key={name} label={label} autoComplete="off" value={form[name]} onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })} />
        ))}
      </div>
    </Decision>
  )
}
