import type { ReactNode } from 'react'
import { Empty } from '../page-state.tsx'
import classes from './table.module.css'

export type Column<Row> = {
  head: string
  cell: (row: Row, place: number) => ReactNode
  /** Shown instead of `head`, such as a check box for all rows. */
  headCell?: ReactNode
  /** Aligns amounts and buttons at the end, on one line. */
  end?: boolean
  /** The cells are the headers of their rows. */
  isRowHead?: boolean
  /** Styles the cells. */
  className?: string | undefined
  /** Content of the footer. */
  foot?: ReactNode
}

export type TableProps<Row extends { id: string | number }> = {
  /** Accessible name. */
  label: string
  /** Shows the name above the table. */
  caption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Shown instead of a table without rows. */
  empty?: string
  /** On narrow screens, each row becomes a card, the table scrolls sideways, or `className` changes the layout. */
  narrow?: 'cards' | 'scroll' | 'own'
  /** Marks rows for styles: the value of `data-mark`. */
  markOf?: (row: Row) => string | undefined
  className?: string | undefined
}

/** A table. The roles are explicit because cards change the display, which removes the implicit roles. */
export function Table<Row extends { id: string | number }>({
  label,
  caption = false,
  columns,
  rows,
  empty,
  narrow = 'cards',
  markOf,
  className = '',
}: TableProps<Row>) {
  if (empty !== undefined && rows.length === 0) return <Empty title={empty} />
  const table = (
    <table
      role="table"
      className={`${classes.table} ${className}`}
      data-narrow={narrow}
      aria-label={caption || narrow === 'scroll' ? undefined : label}
    >
      {caption && <caption>{label}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, headCell, end }) => (
            <th key={head} role="columnheader" scope="col" data-end={end}>
              {headCell ?? head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => (
          <tr key={row.id} role="row" data-mark={markOf?.(row)}>
            {columns.map((column) => (
              <Cell key={column.head} column={column}>
                {column.cell(row, place)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map(({ head, end, foot }) => (
              <td key={head} role="cell" data-label={head} data-end={end}>
                {foot}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  if (narrow !== 'scroll') return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      {table}
    </div>
  )
}

function Cell<Row>({
  column: { head, end, isRowHead, className },
  children,
}: {
  column: Column<Row>
  children: ReactNode
}) {
  const shared = { className, 'data-label': head, 'data-end': end, children }
  return isRowHead ? <th role="rowheader" scope="row" {...shared} /> : <td role="cell" {...shared} />
}
