import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { activityGroups, tradeReasons, type ActivityGroup } from '../../../../api/activity.ts'
import { coinAssets } from '../../../../api/assets.ts'
import { useCall } from '../../../data/queries.ts'
import { accountName } from '../../../shell/statement-words.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/fields/fields.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { stateWords } from '../trades/settled.ts'
import { groupNames, reasonNames } from './activity-words.ts'
import classes from './activity.module.css'
import { filterNames, type ActivityFilter, type FilterName } from './use-activity-filter.ts'

const accounts = [
  'trading',
  'bonus',
  'farming',
  ...coinAssets.map((coin) => `mining:${coin}`),
  'refund:BTC',
  'refund:ETH',
]

type Props = {
  filter: ActivityFilter
  onChange: (changed: Partial<ActivityFilter>) => void
  search: string
  onSearch: (search: string) => void
}

/** The search and the filters of activity. On phones, the filters open on demand. */
export function Filters({ filter, onChange, search, onSearch }: Props) {
  const [open, setOpen] = useState(false)
  const symbols = useCall('symbols', {}, { staleTime: Infinity })
  const used = filterNames.filter((name) => filter[name] !== '').length
  const any = { value: '', label: t({ message: 'All', comment: 'no filter' }) }
  const field = (name: FilterName) => ({
    value: filter[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  const clear = () => {
    onChange(Object.fromEntries(filterNames.map((name) => [name, ''])))
    onSearch('')
  }
  return (
    <search className={classes.filters} aria-label={t`Filter transactions`}>
      <TextField
        className={classes.search}
        type="search"
        label={t({ message: 'Search', comment: 'label of a search field' })}
        placeholder={t`Symbol, type, note or ID`}
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        leftSection={<Icon name="search" size={16} />}
      />
      <span className={classes.filterButton}>
        <Button variant="default" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {used > 0 ? t`Filters (${used})` : t`Filters`}
        </Button>
      </span>
      <div className={classes.choices} data-open={open}>
        <SelectField
          label={t({ message: 'Type', comment: 'kind of transaction' })}
          {...field('group')}
          data={[any, ...(Object.keys(activityGroups) as ActivityGroup[]).map(asOption(groupNames()))]}
        />
        <SelectField
          label={t`Account`}
          {...field('account')}
          data={[any, ...accounts.map((value) => ({ value, label: accountName(value) }))]}
        />
        <SelectField
          label={t`Symbol`}
          {...field('symbol')}
          data={[any, ...(symbols.data ?? []).map(({ symbol }) => symbol).toSorted()]}
        />
        <SelectField
          label={t`Result`}
          {...field('result')}
          data={[any, ...Object.entries(stateWords()).map(([value, label]) => ({ value, label }))]}
        />
        <SelectField
          label={t({ message: 'Why', comment: 'why a trade was placed' })}
          {...field('reason')}
          data={[any, ...tradeReasons.map(asOption(reasonNames()))]}
        />
        <TextField label={t`First day`} type="date" {...field('from')} />
        <TextField label={t`Last day`} type="date" {...field('to')} />
        {(used > 0 || search !== '') && (
          <Button variant="default" onClick={clear}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </div>
    </search>
  )
}

const asOption =
  <Value extends string>(names: Record<Value, string>) =>
  (value: Value) => ({ value, label: names[value] })
