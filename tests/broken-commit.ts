import pg from 'pg'
import { vi } from 'vitest'

/**
 * Breaks the connection right after the commit of the first transaction whose SQL contains `part`. With `code`, makes
 * that COMMIT fail with this SQLSTATE instead. `vi.restoreAllMocks` undoes this.
 */
export function breakCommitOf(part: string, code?: string): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>
  const writing = new WeakSet<pg.Client>()
  let broken = false
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const text = String((given[0] as { text?: string }).text ?? given[0])
    if (text.includes(part)) writing.add(this)
    const isCommit = /^commit$/i.test(text)
    if (broken || !isCommit || !writing.has(this)) return query.apply(this, given) as never
    broken = true
    if (code)
      return query
        .call(this, 'ROLLBACK')
        .then(() => Promise.reject(Object.assign(new Error('failed'), { code }))) as never
    return query.apply(this, given).then(() => Promise.reject(new Error('Connection terminated unexpectedly'))) as never
  } as never)
}
