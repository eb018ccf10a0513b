import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { type FactorDemand, factorDemands } from '../../../api/calls/identity/factor-demand.ts'
import type { SettingValue } from '../../../api/calls/operators/desk-settings.ts'
import type { SettingKey } from '../../../api/sentences/setting-words.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { groupDigits, percentText } from '../../ui/text/number-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { factorDemandTexts, settingTexts } from '../words.ts'
import { bpsOfPercent, percentOfBps } from './percent.ts'
import own from './settings.module.css'

export const meta = () => deskMeta(t`Rates and limits`)

type Setting = { key: SettingKey; value: unknown; version: number }
type Change = CallOutput<'operators.settings'>['changes'][number]

const fieldWords = (): Record<string, string> => ({
  stocks: t`Stocks`,
  forex: t`Forex`,
  crypto: t`Crypto`,
  minStake: t`Minimum stake`,
  maxStake: t`Maximum stake`,
  maxOpenTrades: t`Open trades per customer`,
  maxOpenStake: t`Open stakes per customer`,
  maxExposure: t`House exposure per symbol and second`,
  onVerification: t`Amount on verification`,
  turnoverTimes: t`Required turnover, as a multiple of the bonus`,
  coolingHours: t`Waiting time (hours)`,
})
const wholeNumbers = new Set(['maxOpenTrades', 'turnoverTimes', 'coolingHours'])
/** Fields that store basis points and show per cent. */
const rates = new Set(['stocks', 'forex', 'crypto'])

/** Returns a setting's fields in display order, because the database doesn't keep their order. */
function fieldsOf(value: object): [string, unknown][] {
  const order = Object.keys(fieldWords())
  return Object.entries(value).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

/** Shows the settings whose changes take effect immediately, with their history. */
export default function Settings() {
  const settings = useCall('operators.settings', {})
  const catalogue = useCatalogueRates()
  const [changing, setChanging] = useState<Setting>()
  return (
    <Page title={t`Rates and limits`} words={t`Changes apply from now on. Existing agreements keep their terms.`}>
      <Answered query={settings} lines={8}>
        {(data) => (
          <>
            <div className={own.columns}>
              {(data.settings as Setting[]).map((setting) => (
                <Panel key={setting.key} title={settingTexts()[setting.key].label}>
                  <div className={classes.stack}>
                    <Value value={setting.value} catalogue={catalogue} settingKey={setting.key} />
                    <p className={classes.small}>{settingTexts()[setting.key].words}</p>
                    <ButtonRow end>
                      <Button size="xs" variant="default" onClick={() => setChanging(setting)}>
                        <Trans>Change</Trans>
                      </Button>
                    </ButtonRow>
                  </div>
                </Panel>
              ))}
            </div>
            <Panel title={t`Changes`}>
              <Table
                label={t`Changes`}
                columns={changeColumns()}
                rows={data.changes}
                empty={t`No changes yet. All settings have their default values.`}
              />
            </Panel>
          </>
        )}
      </Answered>
      {changing && <ChangeSetting setting={changing} catalogue={catalogue} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

const isDemand = (value: unknown): value is FactorDemand => factorDemands.some((demand) => demand === value)

function valueText(value: unknown, name = ''): string {
  if (value === null || value === '') return rates.has(name) ? t`catalogue rate` : t`not set`
  if (rates.has(name) && typeof value === 'number') return percentText(value)
  return isDemand(value) ? factorDemandTexts()[value] : groupDigits(String(value))
}

type Rates = Readonly<Record<string, string>>

/** Returns the payout rates in the catalogue by asset class, such as `80%` or `75%–85%`; empty while loading. */
function useCatalogueRates(): Rates {
  const { data } = useCall('symbols', {}, { staleTime: 60_000 })
  return Object.fromEntries(
    [...rates].flatMap((name) => {
      const found = (data ?? []).flatMap((symbol) => (symbol.class === name ? symbol.payoutBps : []))
      if (found.length === 0) return []
      const [low, high] = [Math.min(...found), Math.max(...found)]
      return [[name, low === high ? percentText(low) : `${percentText(low)}–${percentText(high)}`]]
    }),
  )
}

function Value({ value, catalogue, settingKey }: { value: unknown; catalogue: Rates; settingKey: SettingKey }) {
  if (typeof value !== 'object' || value === null) {
    const isDefault = value === '' && settingKey === 'messagesMailbox'
    return <strong>{isDefault ? t`the support address in the operator’s profile` : valueText(value)}</strong>
  }
  return (
    <Facts layout="grid">
      {fieldsOf(value).map(([name, one]) => (
        <Fact key={name} term={fieldWords()[name] ?? name}>
          {one === null && catalogue[name] ? (
            <>
              {catalogue[name]} <span className={classes.small}>{t`catalogue`}</span>
            </>
          ) : (
            valueText(one, name)
          )}
        </Fact>
      ))}
    </Facts>
  )
}

const changeColumns = (): Column<Change>[] => [
  { head: t`When`, cell: ({ at }) => <Time at={at} /> },
  { head: t`Setting`, cell: ({ key }) => settingTexts()[key as SettingKey]?.label ?? key },
  {
    head: t`New value`,
    cell: ({ value }) =>
      typeof value === 'object' && value !== null
        ? fieldsOf(value)
            .map(([name, one]) => `${fieldWords()[name] ?? name} ${valueText(one, name)}`)
            .join(', ')
        : valueText(value),
  },
  { head: t`By`, cell: ({ by }) => <span className={classes.name}>{by}</span> },
  { head: t`Reason`, cell: ({ reason }) => reason },
]

type Form = Record<string, string>
const single = 'value'

function formOf(value: unknown): Form {
  if (typeof value !== 'object' || value === null) return { [single]: String(value ?? '') }
  return Object.fromEntries(
    fieldsOf(value).map(([name, one]) => [
      name,
      rates.has(name) && typeof one === 'number' ? percentOfBps(one) : String(one ?? ''),
    ]),
  )
}

/**
 * Sends anything but a whole number as typed, so that the server refuses `8,000` instead of receiving an empty field.
 */
const wholeNumber = (text: string) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text)

function typedValue(name: string, text: string): unknown {
  if (rates.has(name)) return bpsOfPercent(text)
  return wholeNumbers.has(name) ? wholeNumber(text.trim()) : text.trim()
}

function valueOf(form: Form): unknown {
  if (single in form) return form[single]
  return Object.fromEntries(Object.entries(form).map(([name, text]) => [name, typedValue(name, text)]))
}

/** Describes the value that holds now, beside its field. */
function inForce(value: unknown, name: string, catalogue: Rates): string {
  const present = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : value
  const shown = valueText(present, name)
  const rate = catalogue[name]
  return present === null && rate ? t`Current value: ${rate} (catalogue)` : t`Current value: ${shown}`
}

type ChangeProps = { setting: Setting; catalogue: Rates; onClose: () => void }

function ChangeSetting({ setting: { key, value, version }, catalogue, onClose }: ChangeProps) {
  const [form, setForm] = useState(() => formOf(value))
  const change = useChange(t`SETTING`)
  const { label, words } = settingTexts()[key]
  const fields = key === 'customerSecondFactor' ? [] : Object.entries(form)
  const save = (reason: string) =>
    change('operators.changesetting', { key, value: valueOf(form) as SettingValue<SettingKey>, version, reason }, [
      'operators.settings',
      'operators.approvals',
    ])
  return (
    <Decision
      title={label}
      words={words}
      reasonLabel={t`Reason`}
      confirm={t`Save change`}
      onClose={onClose}
      onConfirm={save}
    >
      <div className={classes.pair}>
        {key === 'customerSecondFactor' && (
          <SelectField
            label={label}
            value={form[single]}
            onChange={(event) => setForm({ [single]: event.currentTarget.value })}
            data={factorDemands.map((demand) => ({ value: demand, label: factorDemandTexts()[demand] }))}
          />
        )}
        {fields.map(([name, text]) => (
          <TextField
            key={name}
            label={rates.has(name) ? `${fieldWords()[name]} (%)` : (fieldWords()[name] ?? label)}
            description={inForce(value, name, catalogue)}
            inputMode={key === 'messagesMailbox' ? 'email' : 'decimal'}
            autoComplete="off"
            value={text}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Decision>
  )
}
