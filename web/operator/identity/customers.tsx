import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { callForBytes } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall } from '../../data/queries.ts'
import { downloadBlob } from '../../shell/download.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { deskMeta } from '../meta.ts'
import { useMay } from '../shell/me.ts'
import { BulkActions } from './bulk-actions.tsx'
import { customerColumns } from './customer-columns.tsx'
import { CustomerFilters, everyone, type Filter } from './customer-filters.tsx'
import own from './customers.module.css'

export const meta = () => deskMeta(t`Customers`)

/** Lists customers with search, filters, balances and results, and acts on the selected ones. */
export default function Customers() {
  const mayName = useMay('customers.names')
  const mayManage = useMay('customers.manage')
  const [filter, setFilter] = useState(everyone)
  const [p, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // With names, each load is logged, so window focus doesn't refetch. Navigating back to this page does.
  const customers = useCall('customers', { ...filter, p }, { staleTime: Infinity, refetchOnMount: 'always' })
  function change(part: Partial<Filter>) {
    setFilter({ ...filter, ...part })
    setPage(1)
    setSelected(new Set())
  }
  function toggle(ids: readonly string[], on: boolean) {
    const next = new Set(selected)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    setSelected(next)
  }
  const shown = customers.data?.customers ?? []
  return (
    <Page
      title={t`Customers`}
      words={
        mayName
          ? t`Each page you view here is recorded in the audit log, along with the customers on it.`
          : t`Names and email addresses stay masked until you open a customer’s page. Opening one is logged.`
      }
    >
      <Panel>
        <CustomerFilters filter={filter} onChange={change} mayName={mayName} />
        <BulkActions
          chosen={shown.filter(({ id }) => selected.has(id))}
          mayManage={mayManage}
          onDone={() => setSelected(new Set())}
        >
          <Export filter={filter} />
        </BulkActions>
        <div className={own.list}>
          <Answered query={customers} lines={12}>
            {({ customers: list, more }) => (
              <>
                <Table
                  label={t`Customers`}
                  columns={customerColumns({ list, selected, toggle: mayManage ? toggle : undefined })}
                  rows={list}
                  markOf={({ id }) => (selected.has(id) ? 'selected' : undefined)}
                  empty={emptyText(filter, mayName)}
                />
                <Pager page={p} isLast={!more} onPage={(page) => (setPage(page), setSelected(new Set()))} />
              </>
            )}
          </Answered>
        </div>
      </Panel>
    </Page>
  )
}

function emptyText({ search, show, country, flag, active }: Filter, mayName: boolean): string {
  // Any of these filters can exclude a customer whom the search would find.
  const isNarrowed = show !== 'all' || country !== '' || flag !== '' || active !== ''
  if (search === '' || isNarrowed) return t`No customers match these filters.`
  return mayName
    ? t`No customer has this name, email address or ID. Name searches match the beginning of each word.`
    : t`No customer has this email address or ID.`
}

function Export({ filter }: { filter: Filter }) {
  const { busy, send } = useSend({ title: t`EXPORT` })
  const save = () =>
    send(async () => downloadBlob('tallystick-customers.csv', await callForBytes('customers.export', filter)))
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void save()}
    >
      <Trans>Export as CSV</Trans>
    </Button>
  )
}
