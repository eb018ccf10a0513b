import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DatacenterId } from '../../../contract/calls/mining.ts'
import type { CallOutput } from '../../data/call.ts'
import { Part } from '../article.tsx'
import { Figure } from '../figure.tsx'
import { Facts } from '../../ui/lists/facts.tsx'

/** The server returns English names of places and countries. */
const placeNames = (): Record<DatacenterId, string> => ({
  iceland: t`Practice datacenter North`,
  sweden: t`Practice datacenter East`,
})
const countryNames = (): Record<string, string> => ({ Iceland: t`Iceland`, Sweden: t`Sweden` })

const titleOf = (country: string) => t`${country} (simulated)`

/**
 * The simulated datacenters of the practice pool with their specifications and hardware, one section each. Source:
 * docs/spec/product.md section 2.
 */
export function Datacenters({ places }: { places: CallOutput<'datacenters'> }) {
  return places.map((place, index) => (
    <Part key={place.id} title={titleOf(countryNames()[place.country] ?? place.country)} id={place.id}>
      <Facts
        layout="rows"
        facts={[
          { name: t`Name`, value: placeNames()[place.id] },
          { name: t`Pool fee`, value: <Figure call="datacenters" of={places} at={`${index}.feeBps`} as="percent" /> },
          {
            name: t`Work that arrives too late to count`,
            value: <Figure call="datacenters" of={places} at={`${index}.rejectedBps`} as="percent" />,
          },
          ...place.hardware.map(({ coin, algorithm, kind }, at) => {
            const rate = <Figure call="datacenters" of={places} at={`${index}.hardware.${at}.rate`} as="text" />
            const value =
              kind === 'machines' ? (
                <Trans>
                  {algorithm} machines with {rate} each
                </Trans>
              ) : (
                <Trans>Servers with {rate} each</Trans>
              )
            return { name: t`Hardware for ${coin}`, value }
          }),
        ]}
      />
    </Part>
  ))
}
