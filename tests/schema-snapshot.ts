import type { Pool } from 'pg'

/** Excludes the schemas of PostgreSQL and of libraries, and the table of applied migrations. */
const notOurs = "n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public', 'graphile_worker')"

/**
 * Returns the definitions of all our schemas as PostgreSQL prints them, without partitions and sorted by name. Two
 * databases with the same definitions therefore have the same text.
 */
export async function schemaSnapshot(pool: Pool): Promise<string> {
  const parts: string[] = []
  for (const { name } of await lines(
    pool,
    `SELECT n.nspname AS name FROM pg_namespace n WHERE ${notOurs} ORDER BY 1`,
  )) {
    parts.push(`CREATE SCHEMA ${name};`)
    for (const query of [enums, types, tables, views, functions, triggers]) {
      for (const { text } of await lines(pool, query, name)) parts.push(text)
    }
  }
  return parts.join('\n\n') + '\n'
}

async function lines(pool: Pool, query: string, schema?: string): Promise<{ name: string; text: string }[]> {
  return (await pool.query(query, schema === undefined ? [] : [schema])).rows
}

const enums = `
  SELECT format(E'CREATE TYPE %I.%I AS ENUM (%s);', n.nspname, t.typname,
    (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
      FROM pg_enum e WHERE e.enumtypid = t.oid)) AS text
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE n.nspname = $1 AND t.typtype = 'e' ORDER BY t.typname`

const columnText = "format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))"

const types = `
  SELECT format(E'CREATE TYPE %I.%I AS (\\n%s\\n);', n.nspname, c.relname,
    (SELECT string_agg(${columnText}, E',\\n' ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)) AS text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'c' ORDER BY c.relname`

/** Prints columns, constraints, storage options, indexes without a constraint, and non-default rights. */
const tables = `
  SELECT format(E'CREATE %sTABLE %I.%I (\\n%s\\n)%s%s;',
      CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, n.nspname, c.relname,
      concat_ws(E',\\n',
        (SELECT string_agg(${columnText} || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
            || CASE WHEN a.attgenerated <> '' THEN format(' GENERATED ALWAYS AS (%s) %s',
                      pg_get_expr(d.adbin, d.adrelid), CASE a.attgenerated WHEN 's' THEN 'STORED' ELSE 'VIRTUAL' END)
                    WHEN a.attidentity <> '' THEN ' GENERATED AS IDENTITY'
                    WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END,
            E',\\n' ORDER BY a.attnum)
          FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
        (SELECT string_agg(format('  CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), E',\\n'
            ORDER BY k.contype DESC, k.conname)
          FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype <> 'n')),
      CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END,
      CASE WHEN c.reloptions IS NOT NULL THEN ' WITH (' || array_to_string(c.reloptions, ', ') || ')' ELSE '' END)
    || coalesce((SELECT string_agg(E'\\n' || pg_get_indexdef(i.indexrelid) || ';', ''
          ORDER BY i.indexrelid::regclass::text) FROM pg_index i
        WHERE i.indrelid = c.oid
          AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)), '')
    || coalesce((SELECT E'\\n-- rights: ' || string_agg(CASE WHEN x.grantee = c.relowner THEN 'owner'
            WHEN x.grantee = 0 THEN 'public' ELSE x.grantee::regrole::text END || ' ' || lower(x.privilege_type), ', '
        ORDER BY x.grantee, x.privilege_type) FROM aclexplode(c.relacl) x
        -- Skips an owner who has all eight rights.
        WHERE x.grantee <> c.relowner
          OR (SELECT count(*) FROM aclexplode(c.relacl) o WHERE o.grantee = c.relowner) < 8), '') AS text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`

const views = `
  SELECT format(E'CREATE %sVIEW %I.%I AS\\n%s', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END,
      n.nspname, c.relname, pg_get_viewdef(c.oid, true)) AS text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('v', 'm') ORDER BY c.relname`

const functions = `
  SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' AS text
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1 AND p.prokind IN ('f', 'p')
  ORDER BY p.proname, pg_get_function_identity_arguments(p.oid)`

const triggers = `
  SELECT pg_get_triggerdef(t.oid) || ';' AS text
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND NOT t.tgisinternal AND NOT c.relispartition ORDER BY c.relname, t.tgname`
