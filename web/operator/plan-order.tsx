import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Column } from '../ui/lists/table.tsx'
import classes from './plan-order.module.css'

type Plan = { id: string; plan: string; retiredAt: unknown }

/** Returns the list with the element at `from` moved to `to`. */
export function moved<Element>(list: readonly Element[], from: number, to: number): Element[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}

/**
 * Returns the plans with an order that the operator is changing, and a column whose buttons move an offered plan up and
 * down. `onOrder` saves the IDs of the offered plans and resolves once the list is up to date.
 */
export function usePlanOrder<Row extends Plan>(
  plans: readonly Row[],
  onOrder: ((ids: string[]) => Promise<unknown>) | undefined,
): { rows: Row[]; column: Column<Row>[] } {
  const [pending, setPending] = useState<string[]>()
  const offered = plans.filter(({ retiredAt }) => retiredAt === null)
  const placeOf = (id: string) => pending?.indexOf(id) ?? -1
  const ordered = pending ? offered.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) : offered

  async function move(from: number, to: number) {
    const ids = moved(
      ordered.map(({ id }) => id),
      from,
      to,
    )
    setPending(ids)
    await onOrder?.(ids)
    setPending((newest) => (newest === ids ? undefined : newest))
  }

  const column: Column<Row> = {
    head: t({ message: 'Order', context: 'of a list' }),
    cell: (row) => {
      const place = ordered.indexOf(row)
      if (place < 0) return null
      return (
        <Mover
          row={row}
          isFirst={place === 0}
          isLast={place === ordered.length - 1}
          onMove={(step) => void move(place, place + step)}
        />
      )
    },
  }
  return { rows: [...ordered, ...plans.filter(({ retiredAt }) => retiredAt !== null)], column: onOrder ? [column] : [] }
}

type MoverProps = { row: Plan; isFirst: boolean; isLast: boolean; onMove: (step: -1 | 1) => void }

/** The buttons stay enabled for assistive technology at the ends, because a disabled button loses the focus. */
function Mover({ row: { plan: name }, isFirst, isLast, onMove }: MoverProps) {
  return (
    <span className={classes.mover}>
      <IconButton label={t`Move ${name} up`} aria-disabled={isFirst} onClick={() => !isFirst && onMove(-1)}>
        <Icon name="chevron" size={16} className={classes.up} />
      </IconButton>
      <IconButton label={t`Move ${name} down`} aria-disabled={isLast} onClick={() => !isLast && onMove(1)}>
        <Icon name="chevron" size={16} />
      </IconButton>
    </span>
  )
}
