import { networkOf } from '../platform/network.ts'
import { Refused } from '../platform/refused.ts'
import type { OperatorsContext } from './context.ts'
import { failuresLifeMs, freeTries, lockOutWaitMs } from './lock-out-rule.ts'
import { countFailure, forgetFailures, readFailures } from './people-store.ts'

/** Counts a try as failed before it is made, so that a hundred at once are no more than a hundred in a row. Throws `locked_out`. */
export async function countTry({ db, clock, hashOf }: OperatorsContext, email: string, ip: string): Promise<void> {
  const nowMs = clock.nowMs()
  const subjects = [
    { key: hashOf('failures', `address ${email}`), free: freeTries.address, of: 'address' },
    { key: hashOf('failures', `network ${networkOf(ip)}`), free: freeTries.network, of: 'network' },
  ].sort((a, b) => a.key.compare(b.key))
  await db.transaction().execute(async (tx) => {
    for (const { key, free, of } of subjects) {
      const failures = await readFailures(tx, key)
      const isOver = !failures || nowMs - failures.lastAtMs >= failuresLifeMs
      const waitMs = failures ? lockOutWaitMs(failures.count, failures.lastAtMs, nowMs, free) : 0
      if (waitMs > 0) throw new Refused('locked_out', { seconds: Math.ceil(waitMs / 1000), of })
      if (isOver && failures) await forgetFailures(tx, key)
      await countFailure(tx, key, isOver ? 1 : failures.count + 1, nowMs)
    }
  })
}

/** What was tried was right: forgets the failures of the address; the network's stay counted but for this one, which ages. */
export async function forgiveTries({ db, hashOf }: OperatorsContext, email: string): Promise<void> {
  await forgetFailures(db, hashOf('failures', `address ${email}`))
}
