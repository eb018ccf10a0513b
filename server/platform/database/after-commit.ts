import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
} from 'kysely'

/** Work to run once a connection's transaction has committed. */
const waiting = new WeakMap<DatabaseConnection, (() => void)[]>()

/**
 * Runs `work` after the transaction has committed, never after a rollback. Outside a transaction, runs it immediately.
 */
export async function afterCommit<DB>(ex: Kysely<DB>, work: () => void): Promise<void> {
  if (!ex.isTransaction) return work()
  await ex.getExecutor().provideConnection(async (connection) => {
    waiting.set(connection, [...(waiting.get(connection) ?? []), work])
  })
}

/** A PostgreSQL dialect that supports `afterCommit`. */
export class CommittingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new CommittingDriver(this.#config)
  }
}

class CommittingDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const works = waiting.get(connection) ?? []
    waiting.delete(connection)
    await super.commitTransaction(connection)
    for (const work of works) work()
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    waiting.delete(connection)
    await super.rollbackTransaction(connection)
  }
}
