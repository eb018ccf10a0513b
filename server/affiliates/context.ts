import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Platform } from '../platform/platform.ts'

export type AffiliatesNeighbours = {
  ledger: Pick<Ledger, 'post' | 'balance' | 'houseBalance'>
  markets: Pick<Markets, 'lastTick' | 'symbol'>
  identity: Pick<Identity, 'customer' | 'details' | 'standing' | 'otherOpenAccounts' | 'addExporter' | 'onRegistered'>
}

export type AffiliatesContext = Pick<Platform, 'clock' | 'db' | 'random' | 'config' | 'log' | 'bus' | 'mailWriter'> &
  AffiliatesNeighbours

/**
 * Returns the first name and an initial. The terms allow other people in the programme to see a name only in this form.
 */
export async function shortName({ identity }: AffiliatesContext, customerId: string): Promise<string> {
  const details = await identity.details(customerId)
  return details ? shortened(details.name) : ''
}

export function shortened(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const last = words.length > 1 ? [...words.at(-1)!][0]! : undefined
  return last ? `${first} ${last.toLocaleUpperCase('en')}.` : first
}
