import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { minedCoins } from '../../../api/mining-coins.ts'
import type { DatacenterId } from '../../../api/calls/mining/mining.ts'
import type { CallOutput } from '../../data/call.ts'
import { Part } from '../article.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { Figure } from '../figure.tsx'
import { Table } from '../../ui/lists/table.tsx'

type Place = CallOutput<'datacenters'>[number]

/** The server returns English names of places and countries. */
const placeNames = (): Record<DatacenterId, string> => ({
  iceland: t`Practice datacenter North`,
  sweden: t`Practice datacenter East`,
})
const countryNames = (): Record<string, string> => ({ Iceland: t`Iceland`, Sweden: t`Sweden` })

const titleOf = (country: string) => t`${country} (simulated)`

/**
 * Compares the simulated datacenters of the practice pool: specifications and hardware. Source: docs/spec/product.md
 * section 2.
 */
export function Datacenters({ places }: { places: CallOutput<'datacenters'> }) {
  const figure = (at: string, as: FigureFormat) => <Figure call="datacenters" of={places} at={at} as={as} />
  const rows: { id: string; head: string; cell: (place: Place, index: number) => ReactNode }[] = [
    { id: 'name', head: t`Name`, cell: ({ id }) => placeNames()[id] },
    { id: 'fee', head: t`Pool fee`, cell: (_, index) => figure(`${index}.feeBps`, 'percent') },
    {
      id: 'rejected',
      head: t`Work that arrives too late to count`,
      cell: (_, index) => figure(`${index}.rejectedBps`, 'percent'),
    },
    ...minedCoins.map((coin) => ({
      id: coin,
      head: t`Hardware for ${coin}`,
      cell: ({ hardware }: Place, index: number) => {
        const at = hardware.findIndex((one) => one.coin === coin)
        const one = hardware[at]
        if (!one) return '–'
        const { algorithm } = one
        const rate = figure(`${index}.hardware.${at}.rate`, 'text')
        return one.kind === 'machines' ? (
          <Trans>
            {algorithm} machines with {rate} each
          </Trans>
        ) : (
          <Trans>Servers with {rate} each</Trans>
        )
      },
    })),
  ]
  return (
    <Part title={t`The datacenters`} id="places">
      <Table
        label={t`Locations and hardware`}
        narrow="scroll"
        rows={rows}
        columns={[
          { head: t`Property`, isRowHead: true, cell: ({ head }) => head },
          ...places.map((place, index) => ({
            head: titleOf(countryNames()[place.country] ?? place.country),
            cell: ({ cell }: (typeof rows)[number]) => cell(place, index),
          })),
        ]}
      />
    </Part>
  )
}
