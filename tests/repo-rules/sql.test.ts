import { expect, it } from 'vitest'
import { modules, type ModuleName } from '../../server/modules.ts'
import { isTest, readSource, sources, tablesSql, type Source } from './sources.ts'

/** Modules' public SQL functions and their input types: the only names in a schema that other modules may use. */
const publicNames = new Set([
  'ledger.post_transfers',
  'ledger.post_transfers_of_shard',
  'ledger.new_transfer',
  'ledger.post_plain',
  'ledger.plain_accounts',
  'ledger.plain_kinds',
  'ledger.plain_transfers',
  'ledger.available_of',
  'ledger.reserved_of',
  'ledger.held_of',
  'markets.strike_and_exit',
  'markets.seams_between',
])
const names = Object.keys(modules) as ModuleName[]

const migrationModule = ({ file }: Source) =>
  names.find((name) => new RegExp(`^db/migrations/\\d+-${name}(-|\\.)`).test(file))
const codeModule = ({ file }: Source) => names.find((name) => file.startsWith(`server/${name}/`))

/** Returns schema-qualified names in SQL that belong to another module and aren't public. */
function foreignNames(source: Source, own: string | undefined): string[] {
  const others = names.filter((name) => name !== own).join('|')
  const keywords = 'FROM|JOIN|INTO|UPDATE|TABLE|ON|EXECUTE|PERFORM|CALL'
  const builders = "(?:selectFrom|insertInto|updateTable|deleteFrom|Join)\\('"
  const pattern = new RegExp(`(?:\\b(?:${keywords}|${builders})\\s*|\\W)((?:${others})\\.[a-z_]+)`, 'g')
  const sqlNames = [...source.code.matchAll(pattern)].map((match) => match[1]!)
  return [...new Set(sqlNames)].filter((name) => !publicNames.has(name)).map((name) => `${source.file}: ${name}`)
}

it('lists the public names in db/README.md', () => {
  const section = readSource('db/README.md').text.split('## Public names')[1]!
  const listed = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual([...publicNames])
})

it('uses no other module’s schema in a module’s SQL or migrations', () => {
  const found = sources(['db/migrations', 'server'], ['.sql']).flatMap((source) => {
    const own = codeModule(source) ?? migrationModule(source)
    return own ? foreignNames(source, own) : []
  })
  expect(found).toEqual([])
})

it('defines each SQL function once, in a file with its name, below a comment that describes it', () => {
  expect(sources(['db/migrations', 'server'], ['.sql']).flatMap(wrongDefinitions)).toEqual([])
  const file = 'server/a/sql/b.sql'
  const find = (text: string) => wrongDefinitions({ file, text, code: text.replace(/--.*$/gm, '') })
  expect(find('-- Returns 1.\nCREATE FUNCTION a.b() RETURNS int')).toEqual([])
  expect(find('-- Returns 1.\nCREATE FUNCTION a.b();\nCREATE FUNCTION a.b(int)')).toEqual([`${file}: defines a.b, a.b`])
  expect(find('-- Does it.\nCREATE FUNCTION a.b();\nCREATE PROCEDURE a.c()')).toEqual([`${file}: defines a.b, a.c`])
  expect(find('CREATE PROCEDURE a.b()\n-- Says nothing above.')).toEqual([`${file}: has no comment above a.b`])
  expect(find('-- Returns 1.\nCREATE OR REPLACE FUNCTION b() RETURNS int')).toEqual([`${file}: defines public.b`])
  expect(wrongDefinitions({ file: 'db/migrations/0002-a.sql', text: '', code: 'CREATE FUNCTION f() AS' })).toHaveLength(
    1,
  )
})

/** Returns the tables that have no comment directly above them, such as `alerts.notices`. */
const undescribedTables = (text: string) =>
  [...text.matchAll(/^(?<!^--.*\n)CREATE TABLE ([\w.]+)/gm)].map(([, name]) => name!)

it('describes each table in a comment directly above it', () => {
  const files = sources(['server'], ['tables.sql'])
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap(({ text }) => undescribedTables(text))).toEqual([])
  expect(undescribedTables('-- Rows.\nCREATE TABLE a.b (x int);\nCREATE TABLE a.c (x int);')).toEqual(['a.c'])
  expect(undescribedTables('-- Schema.\n\nCREATE TABLE a.b (x int);')).toEqual(['a.b'])
})

/** Returns what is wrong with the functions of a file. Migrations and `tables.sql` define none, other files one. */
function wrongDefinitions({ file, text, code }: Source): string[] {
  const create = /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|AGGREGATE)\s+"?(?:(\w+)"?\."?)?(\w+)/gi
  const defined = [...code.matchAll(create)]
  // A name without a schema would go to the search path's first one, which is `public`.
  const names = defined.map(([, schema, name]) => `${schema ?? 'public'}.${name}`)
  const expected = /\/sql\/(?!tables\.sql$)/.test(file) ? [file] : []
  if (
    JSON.stringify(defined.map(([, schema, name]) => functionFile(schema ?? 'public', name!))) !==
    JSON.stringify(expected)
  )
    return [`${file}: defines ${names.join(', ')}`]
  const hasComment = /^(?:--.*\n)+CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE)/.test(text)
  return names.length > 0 && !hasComment ? [`${file}: has no comment above ${names.join()}`] : []
}

const functionFile = (schema: string, name: string) => `server/${schema}/sql/${name.replaceAll('_', '-')}.sql`

it('uses no other module’s schema in a store', () => {
  const stores = sources(['server'], ['store.ts']).filter((source) => codeModule(source))
  expect(
    stores.flatMap((source) =>
      foreignNames({ ...source, code: source.code.replace(/^import .*$/gm, '') }, codeModule(source)),
    ),
  ).toEqual([])
})

it('has SQL only in stores, the platform and migrations', () => {
  const files = sources(['server'], ['.ts']).filter(
    (source) => codeModule(source) && !isTest(source) && !source.file.endsWith('store.ts'),
  )
  const statements = [
    /sql`|\.query\(|\.query</,
    /\b(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+[a-z_"]+\b.*\b(FROM|SET|VALUES|WHERE)\b/,
  ]
  const found = files.filter(({ code }) => statements.some((pattern) => pattern.test(code)))
  expect(found.map(({ file }) => file)).toEqual([])
})

/** What reads rows with a hand-written type, or the driver's rows without a check. */
const uncheckedRows = [
  /\bsql</,
  /\.(?:query|executeQuery|execute)</,
  /\{ rows[^}]*\} = await [\w.]+\.query\(/,
  /\.rows(?:\[|\.(?:at|entries|every|filter|find|flatMap|forEach|map|reduce|slice|some|values)\()/,
  /\bof (?:\(await )?\w+(?:\([^()]*\))?\)?\.rows\b/,
]
const unchecked = ({ file, code }: Source) =>
  uncheckedRows.flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))].map(([found]) => `${file}: ${found}`))

it('describes the rows of every query', () => {
  const files = sources(['server'], ['.ts']).filter((source) => !isTest(source))
  expect(files.flatMap(unchecked)).toEqual([])
  const bad = (code: string) => unchecked({ file: 'a.ts', text: '', code })
  expect(bad('const { rows } = await sql<Row>`SELECT 1`.execute(db)')).toHaveLength(1)
  expect(bad('const { rows } = await pool.query(text)')).toHaveLength(1)
  expect(bad("const found = (await pool.query<Row>('SELECT 1')).rows[0]")).toHaveLength(2)
  expect(bad('const result = await pool.query(text)\nreturn result.rows.map(({ id }) => id)')).toHaveLength(1)
  expect(bad('for (const { id } of result.rows) use(id)')).toHaveLength(1)
})

it('detects a query on another schema', () => {
  const source = { file: 'server/trading/store.ts', text: '', code: 'SELECT balance FROM ledger.accounts' }
  expect(foreignNames(source, 'trading')).toEqual(['server/trading/store.ts: ledger.accounts'])
})

/** Keys that find a customer before the shard is known, so they can’t contain it. */
const keysWithoutShard = [
  'affiliates.code (code)',
  'copying.experts (customer_id)',
  'copying.experts (id)',
  'identity.address (address_hash)',
  'identity.credential (credential_hash)',
  'identity.name_token (token, customer_id)',
  'identity.person_mark (mark, customer_id)',
  'payments.deposit_addresses (coin, address)',
  'payments.deposit_addresses (coin, index)',
]

/** Returns the keys of sharded tables that don't contain the shard, such as `identity.address (address_hash)`. */
function keysAcrossShards(schema: string): string[] {
  const tables = [...schema.matchAll(/^CREATE TABLE ([\w.]+) \(\n(.*?)\n\)/gms)]
    .filter(([, , body]) => /^ {2}shard /m.test(body!))
    .map(([, name, body]) => ({ name: name!, body: body! }))
  const keyOfTable = /^ {2}(?:CONSTRAINT \w+ )?(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/gm
  const keyOfColumn = /^ {2}(\w+) [^(\n]*\b(?:PRIMARY KEY|UNIQUE)\b/gm
  const keys = tables.flatMap(({ name, body }) =>
    [keyOfTable, keyOfColumn].flatMap((pattern) =>
      [...body.matchAll(pattern)].map(([, columns]) => ({ name, columns: columns! })),
    ),
  )
  const indexes = [...schema.matchAll(/CREATE UNIQUE INDEX \w+ ON ([\w.]+)[^(]*\(([^)]*)\)/g)]
    .map(([, name, columns]) => ({ name: name!, columns: columns! }))
    .filter(({ name }) => tables.some((table) => table.name === name))
  return [...keys, ...indexes]
    .filter(({ columns }) => !/\bshard\b/.test(columns))
    .map(({ name, columns }) => `${name} (${columns})`)
}

it('has the shard in each key of a sharded table, except in keys that find a customer', () => {
  const schema = tablesSql()
  expect(schema.match(/^ {2}shard smallint NOT NULL/gm)!.length).toBeGreaterThan(50)
  expect(keysAcrossShards(schema).sort()).toEqual(keysWithoutShard)
  expect(keysAcrossShards('CREATE TABLE a.b (\n  shard smallint,\n  PRIMARY KEY (id)\n)')).toEqual(['a.b (id)'])
  expect(keysAcrossShards('CREATE TABLE a.b (\n  shard smallint,\n  id uuid PRIMARY KEY\n)')).toEqual(['a.b (id)'])
})
