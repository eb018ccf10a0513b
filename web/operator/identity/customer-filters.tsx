import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { CallInput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import classes from '../desk.module.css'
import { flagTexts } from '../words.ts'
import own from './customers.module.css'

export type Filter = Required<CallInput<'customers.export'>>

/** The filter that lists every customer. */
export const everyone: Filter = { search: '', show: 'all', country: '', flag: '', active: '', order: 'newest' }

const viewOptions = (): { value: Filter['show']; label: string }[] => [
  { value: 'all', label: t`All` },
  { value: 'unverified', label: t`Not verified` },
  { value: 'verified', label: t`Verified` },
  { value: 'flagged', label: t`Flagged` },
  { value: 'frozen', label: t`Frozen` },
  { value: 'closed', label: t`Closed` },
]

const orderOptions = (): { value: Filter['order']; label: string }[] => [
  { value: 'newest', label: t`Newest first` },
  { value: 'oldest', label: t`Oldest first` },
  { value: 'active', label: t`Last active` },
  { value: 'balance', label: t`Largest balance` },
  { value: 'result', label: t`Largest profit` },
  { value: 'loss', label: t`Largest loss` },
]

const flagOptions = () => [
  { value: '', label: t`With or without flags` },
  ...Object.entries(flagTexts()).map(([value, label]) => ({ value, label })),
]

const activeOptions = (): { value: Filter['active']; label: string }[] => [
  { value: '', label: t`Any time` },
  { value: 'day', label: t`In the last 24 hours` },
  { value: 'week', label: t`In the last 7 days` },
  { value: 'month', label: t`In the last 30 days` },
  { value: 'not_month', label: t`More than 30 days ago` },
  { value: 'not_quarter', label: t`More than 90 days ago` },
]

type Props = { filter: Filter; onChange: (part: Partial<Filter>) => void; mayName: boolean }

/** Fields that search, filter and sort the customer list. */
export function CustomerFilters({ filter, onChange, mayName }: Props) {
  const [typed, setTyped] = useState('')
  const countries = useCall('customers.countries', {}, { staleTime: 300_000 })
  function submit(event: FormEvent) {
    event.preventDefault()
    onChange({ search: typed.trim() })
  }
  const isFiltered = JSON.stringify({ ...filter, order: '' }) !== JSON.stringify({ ...everyone, order: '' })
  return (
    <>
      <form className={classes.toolbar} onSubmit={submit} role="search">
        <TextField
          className={classes.grow}
          label={mayName ? t`Name, email address or ID` : t`Full email address or ID`}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="md">
          <Trans>Search</Trans>
        </Button>
        <Button
          size="md"
          variant="default"
          disabled={!isFiltered}
          onClick={() => (setTyped(''), onChange({ ...everyone, order: filter.order }))}
        >
          <Trans>Clear filters</Trans>
        </Button>
      </form>
      <Tabs label={t`View`} value={filter.show} onChange={(show) => onChange({ show })} options={viewOptions()} />
      <div className={`${classes.toolbar} ${own.filters}`}>
        <SelectField
          label={t`Sort by`}
          value={filter.order}
          onChange={(event) => onChange({ order: event.currentTarget.value as Filter['order'] })}
          data={orderOptions()}
        />
        <SelectField
          label={t`Country`}
          value={filter.country}
          onChange={(event) => onChange({ country: event.currentTarget.value })}
          data={[
            { value: '', label: t`All countries` },
            ...(countries.data ?? []).map(({ code, name, customers }) => ({
              value: code,
              label: `${name} (${customers})`,
            })),
          ]}
        />
        <SelectField
          label={t`Flag`}
          value={filter.flag}
          onChange={(event) => onChange({ flag: event.currentTarget.value as Filter['flag'] })}
          data={flagOptions()}
        />
        <SelectField
          label={t`Last active`}
          value={filter.active}
          onChange={(event) => onChange({ active: event.currentTarget.value as Filter['active'] })}
          data={activeOptions()}
        />
      </div>
    </>
  )
}
