import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import type { Ledger } from '../../ledger/public.ts'
import type { Operators } from '../../operators/public.ts'
import type { Platform } from '../../platform/platform.ts'
import { invariant } from '../../platform/http/refused.ts'
import { createSealer, type Sealer } from '../../platform/secrets/sealing.ts'
import { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { IdentityContext } from '../context.ts'
import { notesPurpose, type PersonalData } from '../details/personal-data.ts'

/** Returns a short fact about a customer, or null if there is none. Provided by another module. */
export type DeskFact = (customerId: string) => Promise<PhraseValue | null>

/**
 * Returns the results of these customers' settled trades in their currency, in minor units; those of all customers if
 * `customerIds` is undefined. Provided by another module.
 */
export type ResultsOf = (customerIds: readonly string[] | undefined) => Promise<ReadonlyMap<string, bigint>>

/** Dependencies of the operators' customer pages. */
export type DeskContext = Pick<Platform, 'bus' | 'clock' | 'db' | 'mail' | 'mailWriter' | 'random'> & {
  ledger: Pick<Ledger, 'post' | 'balances' | 'balancesIn' | 'history'>
  personal: PersonalData
  unreadable: UnreadableRows
  sessions: Pick<Sessions, 'announceRevoked'>
  notes: Sealer
  operators: Operators | undefined
  /** Keyed by label. */
  facts: Map<string, DeskFact>
  results: { of: ResultsOf }
}

/** Dependencies of corrections, which change a customer's details. */
export type CorrectionContext = DeskContext & { identity: IdentityContext }

export function createDeskContext(
  platform: Platform,
  neighbours: Pick<DeskContext, 'ledger' | 'personal' | 'operators' | 'sessions'>,
): DeskContext {
  const { bus, clock, db, keys, mail, mailWriter, random } = platform
  return {
    bus,
    clock,
    db,
    mail,
    mailWriter,
    random,
    notes: createSealer(keys, notesPurpose, random),
    facts: new Map(),
    results: { of: async () => new Map() },
    unreadable: new UnreadableRows(platform),
    ...neighbours,
  }
}

/** Returns the operators module, which authenticates every operator call. Throws if it is missing. */
export function operatorsOf({ operators }: DeskContext): Operators {
  invariant(operators, 'operators’ calls require the operators module')
  return operators
}
