import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { type ReactNode, useState } from 'react'
import type { OwnLimitName } from '../../../api/calls/limits/own-limits.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { SuggestedValues } from '../../ui/fields/suggested-values.tsx'
import { Meter } from '../../ui/lists/meter.tsx'
import { Money } from '../../ui/text/money.tsx'
import { moneyText } from '../../ui/text/number-text.ts'
import { Time } from '../../language/time.tsx'
import { limitWords, minutesText } from './limit-words.ts'
import classes from './limits.module.css'
import { useCallForm, useSend } from '../../data/call-form.ts'

export type Limit = CallOutput<'limits'>['limits'][number]

/** Shows one limit: its value and usage, a pending change, and a form to change it. */
export function LimitRow({ limit, cur }: { limit: Limit; cur: string }) {
  const [changing, setChanging] = useState(false)
  const words = limitWords()[limit.name]
  const { field } = words
  return (
    <li>
      <div className={classes.row}>
        <div>
          <span className={classes.small}>{words.label}</span>
          <Value limit={limit} value={limit.value} cur={cur} />
          <Used limit={limit} cur={cur} />
        </div>
        {!changing && (
          <Button
            variant="default"
            size="sm"
            onClick={() => setChanging(true)}
            aria-label={limit.value === null ? t`Set: ${field}` : t`Change: ${field}`}
          >
            {limit.value === null ? t`Set` : t`Change`}
          </Button>
        )}
      </div>
      {limit.waiting && <Waiting limit={limit} waiting={limit.waiting} cur={cur} />}
      {changing && <ChangeForm limit={limit} cur={cur} onDone={() => setChanging(false)} />}
    </li>
  )
}

const noneText = ({ name }: Limit) => limitWords()[name].none

function Quantity({ unit, value, cur }: { unit: Limit['unit']; value: string; cur: string }) {
  return unit === 'money' ? <Money amount={value} unit={cur} /> : minutesText(Number(value))
}

function Value({ limit, value, cur }: { limit: Limit; value: string | null; cur: string }) {
  if (value === null) return <span className={classes.none}>{noneText(limit)}</span>
  return (
    <span className={classes.value}>
      <Quantity unit={limit.unit} value={value} cur={cur} />
    </span>
  )
}

/** Describes how much of a limit has been used. */
function usedWords(name: OwnLimitName, used: ReactNode): ReactNode {
  switch (name) {
    case 'deposit_day':
      return <Trans>{used} deposited today</Trans>
    case 'deposit_week':
      return <Trans>{used} deposited this week</Trans>
    case 'deposit_month':
      return <Trans>{used} deposited this month</Trans>
    case 'loss_day':
      return <Trans>{used} lost today</Trans>
    case 'loss_week':
      return <Trans>{used} lost this week</Trans>
    case 'loss_month':
      return <Trans>{used} lost this month</Trans>
    case 'session_day':
      return <Trans>{used} today</Trans>
    default:
      return used
  }
}

function Used({ limit: { name, unit, value, used }, cur }: { limit: Limit; cur: string }) {
  if (used === null) return null
  const words = (
    <span className={classes.small}>{usedWords(name, <Quantity unit={unit} value={used} cur={cur} />)}</span>
  )
  if (value === null) return words
  const { field } = limitWords()[name]
  const share = Number(value) === 0 ? 1 : Math.min(1, Number(used) / Number(value))
  return (
    <>
      <Meter className={classes.meter} value={share} label={t`Used: ${field}`} marksFull />
      {words}
    </>
  )
}

function Waiting({ limit, waiting, cur }: { limit: Limit; waiting: NonNullable<Limit['waiting']>; cur: string }) {
  const { busy, send } = useSend(useLimitCalls())
  const newLimit =
    waiting.value === null ? noneText(limit) : <Quantity unit={limit.unit} value={waiting.value} cur={cur} />
  return (
    <div className={classes.waiting}>
      <span>
        <Trans>
          {newLimit} from <Time at={new Date(waiting.from).toISOString()} />
        </Trans>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        onClick={() => send(() => call('limits.cancel', { name: limit.name }))}
      >
        <Trans>Keep current limit</Trans>
      </Button>
    </div>
  )
}

function ChangeForm({ limit, cur, onDone }: { limit: Limit; cur: string; onDone: () => void }) {
  const { field } = limitWords()[limit.name]
  const { form, values, busy, change, submit, onSubmit } = useCallForm({
    ...useLimitCalls(),
    values: { value: limit.value ?? '' },
    send: ({ value }, _key, way: 'none' | undefined) =>
      call('limits.set', { name: limit.name, value: way ? '' : value.trim() }),
    onDone,
  })

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit}>
      <TextField
        label={limit.unit === 'money' ? t`${field}, in ${cur}` : field}
        description={t`A lower limit applies immediately. A higher limit, or none, applies after 24 hours.`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={values.value}
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      <SuggestedValues
        label={t`Suggested values`}
        options={limitWords()[limit.name].suggested.map((value) => ({
          value,
          label: limit.unit === 'money' ? moneyText(value, cur) : minutesText(Number(value)),
        }))}
        chosen={values.value}
        onChoose={(value) => change({ value })}
      />
      <ButtonRow>
        <Button type="submit" loading={busy} disabled={values.value.trim() === ''}>
          <Trans>Save</Trans>
        </Button>
        {limit.value !== null && (
          <Button variant="default" disabled={busy} onClick={() => void submit('none')}>
            {noneText(limit)}
          </Button>
        )}
        <Button variant="subtle" color="gray" disabled={busy} onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}

/** Returns the popups' title for calls that change limits, and a function that refetches the limits. */
export const useLimitCalls = () => ({ title: t`LIMITS`, refetch: useRefetch('limits', 'limits.reality') })
