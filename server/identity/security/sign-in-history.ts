import type { OutputOf, InputOf } from '../../../contract/call.ts'
import type { signins } from '../../../contract/security.ts'
import type { Session } from '../../platform/http.ts'
import type { Platform } from '../../platform/platform.ts'
import { uuidv7 } from '../../platform/random.ts'
import { truncatedAddress } from '../network.ts'
import type { Visitor } from '../sessions.ts'
import type { CustomerKey, SignInMethod } from '../store.ts'
import { deleteSignInsBefore, insertSignIn, listSignIns, type SignInOutcome } from './account-store.ts'
import { browserName } from './browser-name.ts'

const keptMs = 180 * 86_400_000
const pageSize = 20

/** The history of sign-ins. Written beside the answer, so that a known address takes no longer than an unknown one. */
export class SignInHistory {
  readonly #platform: Pick<Platform, 'clock' | 'db' | 'log' | 'random'>
  readonly #underWay = new Set<Promise<void>>()

  constructor(platform: Pick<Platform, 'clock' | 'db' | 'log' | 'random'>) {
    this.#platform = platform
  }

  note(key: CustomerKey, visitor: Visitor, method: SignInMethod, outcome: SignInOutcome): void {
    const { clock, db, log, random } = this.#platform
    const entry = { id: uuidv7(clock.nowMs(), random), at: clock.now(), network: truncatedAddress(visitor.ip), browser: browserName(visitor.userAgent), method, outcome }
    const writing = insertSignIn(db, key, entry)
      .catch((error: unknown) => log.warn({ err: error }, 'sign-in not noted'))
      .finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
  }

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async deleteOld(): Promise<void> {
    await deleteSignInsBefore(this.#platform.db, new Date(this.#platform.clock.nowMs() - keptMs))
  }

  /** One page, newest first. */
  async list(session: Session, { p }: InputOf<typeof signins>): Promise<OutputOf<typeof signins>> {
    const entries = await listSignIns(this.#platform.db, session, pageSize, (p - 1) * pageSize)
    return entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  }
}
