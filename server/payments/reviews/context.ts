import type { Identity } from '../../identity/public.ts'
import type { Operators } from '../../operators/public.ts'
import type { Platform } from '../../platform/platform.ts'

export type ReviewsContext = Pick<Platform, 'db' | 'clock' | 'random' | 'bus'> & {
  identity: Pick<Identity, 'details' | 'addExporter'>
  operators: Pick<Operators, 'audit'>
}
