import { t } from '@lingui/core/macro'
import type { DatacenterId, MinerRecord } from '../../../api/calls/mining/mining.ts'

const texts = (): Record<DatacenterId, string> => ({
  iceland: t`Practice datacenter North, Iceland (simulated)`,
  sweden: t`Practice datacenter East, Sweden (simulated)`,
})

/** Returns a contract's datacenter in the page's language. The server sends it in English. */
export function datacenterText({ datacenter, datacenterId }: Pick<MinerRecord, 'datacenter' | 'datacenterId'>): string {
  return datacenterId ? texts()[datacenterId] : datacenter
}
