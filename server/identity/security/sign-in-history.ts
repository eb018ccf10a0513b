import type { OutputOf, InputOf } from '../../../api/call.ts'
import type { signins } from '../../../api/calls/identity/security.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { Platform } from '../../platform/platform.ts'
import { shardCount, uuidv7 } from '../../platform/random.ts'
import { truncatedAddress } from '../../platform/http/network.ts'
import type { Visitor } from '../sign-in/sessions.ts'
import type { CustomerKey, SignInMethod } from '../store.ts'
import { deleteSignInsBefore, insertSignIn, listSignIns, type SignInOutcome } from './account-store.ts'
import { browserName } from '../../platform/http/browser-name.ts'

const keptMs = 180 * 86_400_000
const pageSize = 20

/**
 * The sign-in history. A refused attempt runs the insert even for an unknown address, without effect, so that both
 * cases take the same time.
 */
export class SignInHistory {
  readonly #platform: Pick<Platform, 'clock' | 'db' | 'log' | 'random'>

  constructor(platform: Pick<Platform, 'clock' | 'db' | 'log' | 'random'>) {
    this.#platform = platform
  }

  /** Resolves when the entry is written. A failure is logged and doesn't prevent the sign-in. */
  async note(key: CustomerKey, visitor: Visitor, method: SignInMethod, outcome: SignInOutcome): Promise<void> {
    const { clock, db, log, random } = this.#platform
    const entry = {
      id: uuidv7(clock.nowMs(), random),
      at: clock.now(),
      network: truncatedAddress(visitor.ip),
      browser: browserName(visitor.userAgent),
      method,
      outcome,
    }
    await insertSignIn(db, key, entry).catch((error: unknown) => log.warn({ err: error }, 'could not record a sign-in'))
  }

  /** Records a wrong password for a customer or, if `key` is undefined, for an unknown address. */
  recordWrongPassword(key: CustomerKey | undefined, visitor: Visitor): Promise<void> {
    const { clock, random } = this.#platform
    const nobody = () => ({ customerId: uuidv7(clock.nowMs(), random), shard: random.below(shardCount) })
    return this.note(key ?? nobody(), visitor, 'password', 'wrong_password')
  }

  async deleteOld(): Promise<void> {
    await deleteSignInsBefore(this.#platform.db, new Date(this.#platform.clock.nowMs() - keptMs))
  }
}

/** Returns a page of the customer's sign-ins, newest first. */
export async function listOwnSignIns(
  { db }: Pick<Platform, 'db'>,
  { p }: InputOf<typeof signins>,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof signins>> {
  const entries = await listSignIns(db, session, pageSize, (p - 1) * pageSize)
  return entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}
