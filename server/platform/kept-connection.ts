import type { Pool, PoolClient } from 'pg'

/** Longer than any pause between queries under load; short, so that nobody waits for it at the end. */
const keptForMs = 100

/**
 * A connection that stays with one kind of work while there is any: the server's process behind it then has tables, plans and pages at hand,
 * instead of each of the pool's processes by turns. Goes back to the pool in a pause, and a broken one at once. For one query at a time.
 */
export function keepConnection(pool: Pick<Pool, 'connect'>): Pick<Pool, 'query'> {
  let kept: PoolClient | undefined
  let pause: NodeJS.Timeout | undefined

  function release(error?: Error): void {
    kept?.off('error', release)
    kept?.release(error)
    kept = undefined
  }

  async function connect(): Promise<PoolClient> {
    const client = await pool.connect()
    // The server can go away between two queries.
    client.on('error', release)
    return client
  }

  async function query(asked: string): Promise<unknown> {
    clearTimeout(pause)
    try {
      kept ??= await connect()
      return await kept.query(asked)
    } catch (error) {
      // What the server refuses leaves the connection as it was.
      if ((error as { severity?: unknown }).severity !== 'ERROR') release(error as Error)
      throw error
    } finally {
      pause = setTimeout(release, keptForMs)
    }
  }
  return { query: query as Pool['query'] }
}
