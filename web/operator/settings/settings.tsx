import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { type FactorDemand, factorDemands } from '../../../api/calls/factor-demand.ts'
import type { SettingValue } from '../../../api/calls/desk-settings.ts'
import type { SettingKey } from '../../../api/sentences/setting-words.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { factorDemandTexts, settingTexts } from '../words.ts'

export const meta = () => deskMeta(t`Rates and limits`)

type Setting = { key: SettingKey; value: unknown; version: number }
type Change = CallOutput<'operators.settings'>['changes'][number]

const fieldWords = (): Record<string, string> => ({
  stocks: t`Stocks, basis points`,
  forex: t`Forex, basis points`,
  crypto: t`Crypto, basis points`,
  minStake: t`Minimum stake`,
  maxStake: t`Maximum stake`,
  maxOpenTrades: t`Open trades per customer`,
  maxOpenStake: t`Open stakes per customer`,
  maxExposure: t`House exposure per symbol and second`,
  onVerification: t`Amount on verification`,
  turnoverTimes: t`Required turnover, as a multiple of the bonus`,
  coolingHours: t`Waiting time (hours)`,
})
const wholeNumbers = new Set(['stocks', 'forex', 'crypto', 'maxOpenTrades', 'turnoverTimes', 'coolingHours'])

/** Returns a setting's fields in display order, because the database doesn't keep their order. */
function fieldsOf(value: object): [string, unknown][] {
  const order = Object.keys(fieldWords())
  return Object.entries(value).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
}

/** Shows the settings whose changes take effect immediately, with their history. */
export default function Settings() {
  const settings = useCall('operators.settings', {})
  const [changing, setChanging] = useState<Setting>()
  return (
    <Page title={t`Rates and limits`} words={t`Changes apply from now on. Existing agreements keep their terms.`}>
      <Answered query={settings} lines={8}>
        {(data) => (
          <>
            {(data.settings as Setting[]).map((setting) => (
              <Panel key={setting.key} title={settingTexts()[setting.key].label}>
                <div className={classes.stack}>
                  <p className={classes.quiet}>{settingTexts()[setting.key].words}</p>
                  <Value value={setting.value} />
                  <ButtonRow end>
                    <Button size="xs" variant="default" onClick={() => setChanging(setting)}>
                      <Trans>Change</Trans>
                    </Button>
                  </ButtonRow>
                </div>
              </Panel>
            ))}
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
      {changing && <ChangeSetting setting={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

const isDemand = (value: unknown): value is FactorDemand => factorDemands.some((demand) => demand === value)

function inWords(value: unknown): string {
  if (value === null || value === '') return t`not set`
  return isDemand(value) ? factorDemandTexts()[value] : groupDigits(String(value))
}

function Value({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return <strong>{inWords(value)}</strong>
  return (
    <Facts layout="grid">
      {fieldsOf(value).map(([name, one]) => (
        <Fact key={name} term={fieldWords()[name] ?? name}>
          {inWords(one)}
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
            .map(([name, one]) => `${fieldWords()[name] ?? name} ${inWords(one)}`)
            .join(', ')
        : inWords(value),
  },
  { head: t`By`, cell: ({ by }) => <span className={classes.name}>{by}</span> },
  { head: t`Reason`, cell: ({ reason }) => reason },
]

type Form = Record<string, string>
const single = 'value'

function formOf(value: unknown): Form {
  if (typeof value !== 'object' || value === null) return { [single]: String(value ?? '') }
  return Object.fromEntries(fieldsOf(value).map(([name, one]) => [name, String(one ?? '')]))
}

/**
 * Sends anything but a whole number as typed, so that the server refuses `8,000` instead of receiving an empty field.
 */
const wholeNumber = (text: string) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text)

function valueOf(form: Form): unknown {
  if (single in form) return form[single]
  return Object.fromEntries(
    Object.entries(form).map(([name, text]) => [name, wholeNumbers.has(name) ? wholeNumber(text.trim()) : text.trim()]),
  )
}

function ChangeSetting({ setting: { key, value, version }, onClose }: { setting: Setting; onClose: () => void }) {
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
            label={fieldWords()[name] ?? label}
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
