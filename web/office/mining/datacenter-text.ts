import { t } from '@lingui/core/macro'
import type { DatacenterId, MinerRecord } from '../../../contract/mining.ts'

const texts = (): Record<DatacenterId, string> => ({
  iceland: t`Practice datacenter North, Iceland (simulated)`,
  sweden: t`Practice datacenter East, Sweden (simulated)`,
})

/** Where a contract mines, in the page's language; the server says it in English. */
export function datacenterText({ datacenter, datacenterId }: Pick<MinerRecord, 'datacenter' | 'datacenterId'>): string {
  return datacenterId ? texts()[datacenterId] : datacenter
}
