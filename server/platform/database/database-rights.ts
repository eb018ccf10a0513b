import { runMigrations } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { connectDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { bool, checkRows, row, text } from './rows.ts'

/** The role that the application signs in as. `password` is set only if we create the role ourselves. */
export type ApplicationRole = { name: string; password?: string }

/**
 * Migrates the database as its owner, and grants the application's role exactly what it needs. Returns the applied
 * migrations. Without a role, the application runs as the owner and nothing is granted.
 */
export async function prepareDatabase(ownerUrl: string, role: ApplicationRole | undefined): Promise<string[]> {
  const { db, pool, stop } = await connectDatabase(ownerUrl, 2)
  try {
    const applied = await migrate(db)
    // graphile-worker's tables also belong to the owner: the application may change jobs but not tables. They are
    // created here, because emails are queued before jobs start.
    await runMigrations({ pgPool: pool })
    if (role) {
      await inTransaction(pool, async (client) => {
        if (role.password !== undefined) await ensureRole(client, role.name, role.password)
        await grantRights(client, role.name)
      })
    }
    return applied
  } finally {
    await stop()
  }
}

const ownsRow = row({ owns: bool })

/** Returns whether the role of this pool's connections could change tables and triggers. */
export async function ownsTables(pool: Pool): Promise<boolean> {
  const rows = checkRows(
    ownsRow,
    await pool.query(
      `SELECT coalesce(bool_or(pg_has_role(relowner, 'MEMBER')), false) AS owns FROM pg_class
     WHERE relnamespace = 'platform'::regnamespace AND relkind = 'r'`,
    ),
  )
  return rows[0]!.owns
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Two processes that start together would otherwise change the same catalogue rows.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('tallystick.rights'))")
    await work(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function ensureRole(client: PoolClient, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
  const limits = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
  await client.query(
    `${verb} ROLE ${client.escapeIdentifier(name)} ${limits} PASSWORD ${client.escapeLiteral(password)}`,
  )
}

const statementRow = row({ statement: text })

/** Grants missing rights and revokes excess ones. Writes nothing if the rights are already correct. */
async function grantRights(client: PoolClient, role: string): Promise<void> {
  const statements = checkRows(statementRow, await client.query(missingGrants, [role]))
  for (const { statement } of statements) await client.query(statement)
}

/**
 * Derives the rights from the tables: a comment `rights: SELECT, INSERT` lists them; otherwise the application may read
 * and change rows, except where a trigger forbids it. Never grants TRUNCATE, REFERENCES or TRIGGER. Partitions are
 * accessed through their parent table.
 */
const missingGrants = `
  WITH application AS (SELECT oid, quote_ident(rolname) AS name FROM pg_roles WHERE rolname = $1),
  schemas AS (SELECT oid, nspname, nspacl FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public')),
  relations AS (
    SELECT c.oid, c.relkind, c.relacl, c.relrowsecurity, format('%I.%I', s.nspname, c.relname) AS name,
      substring(obj_description(c.oid, 'pg_class') FROM '^rights: ([A-Z, ]+)') AS named,
      (SELECT coalesce(bit_or(t.tgtype::int), 0) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND t.tgqual IS NULL AND t.tgattr = ''::int2vector
          AND p.proname IN ('refuse_change', 'keep_openings')) AS refused
    FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'S') AND NOT c.relispartition
  ), wanted AS (
    SELECT r.*, CASE
      WHEN r.relkind = 'S' THEN ARRAY['USAGE']
      WHEN r.named IS NOT NULL THEN ARRAY(SELECT trim(right_name)
        FROM unnest(string_to_array(r.named, ',')) AS right_name ORDER BY 1)
      WHEN r.relkind = 'v' THEN ARRAY['SELECT']
      -- Bits of pg_trigger.tgtype: 4 INSERT, 8 DELETE, 16 UPDATE.
      ELSE ARRAY(SELECT right_name
        FROM (VALUES ('DELETE', 8), ('INSERT', 4), ('SELECT', 0), ('UPDATE', 16)) AS v(right_name, bit)
      WHERE r.refused & bit = 0 ORDER BY 1)
    END AS rights,
    ARRAY(SELECT x.privilege_type FROM aclexplode(r.relacl) x, application a WHERE x.grantee = a.oid
      ORDER BY 1) AS present
    FROM relations r
  )
  SELECT format('GRANT USAGE ON SCHEMA %I TO %s', s.nspname, a.name) AS statement FROM schemas s, application a
    WHERE NOT EXISTS (SELECT FROM aclexplode(s.nspacl) x WHERE x.grantee = a.oid AND x.privilege_type = 'USAGE')
  UNION ALL
  SELECT format('REVOKE ALL ON %s %s FROM %s', CASE w.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, w.name,
    a.name) FROM wanted w, application a
    WHERE NOT w.present <@ w.rights
  UNION ALL
  SELECT format('GRANT %s ON %s %s TO %s', array_to_string(w.rights, ', '),
    CASE w.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, w.name, a.name) FROM wanted w, application a
    WHERE w.present <> w.rights AND cardinality(w.rights) > 0
  UNION ALL
  -- graphile-worker's row-level security hides its tables' rows from everyone but the owner. With this policy, only the
  -- grants above apply.
  SELECT format('CREATE POLICY by_grant ON %s USING (true) WITH CHECK (true)', w.name) FROM wanted w
    WHERE w.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = w.oid)`
