import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
} from 'kysely'

/** What is to be done once the transaction of a connection has committed. */
const waiting = new WeakMap<DatabaseConnection, (() => void)[]>()

/** Runs `work` when the transaction commits, never when it is rolled back; at once outside of a transaction. */
export async function afterCommit<DB>(ex: Kysely<DB>, work: () => void): Promise<void> {
  if (!ex.isTransaction) return work()
  await ex.getExecutor().provideConnection(async (connection) => {
    waiting.set(connection, [...(waiting.get(connection) ?? []), work])
  })
}

/** PostgreSQL with `afterCommit`. */
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
