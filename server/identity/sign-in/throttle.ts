import type { Platform } from '../../platform/platform.ts'
import {
  createThrottle as create,
  type Throttle as PlatformThrottle,
  type ThrottleSubject as Subject,
} from '../../platform/http/throttle.ts'
import { hashKey } from '../details/personal-data.ts'
import { lockThrottle, saveThrottle } from '../store.ts'
import { throttlePolicies, type ThrottleName } from './throttle-rule.ts'

export type Throttle = PlatformThrottle<ThrottleName>
export type ThrottleSubject = Subject<ThrottleName>

/** Creates the limits on customers' attempts. */
export function createThrottle({ clock, db, keys }: Pick<Platform, 'clock' | 'db' | 'keys'>): Throttle {
  const store = { lock: lockThrottle, save: saveThrottle }
  return create({ clock, db }, { key: hashKey(keys, 'throttle'), policies: throttlePolicies, store })
}
