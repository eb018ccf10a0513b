import { sql, type QueryExecutorProvider } from 'kysely'
import { z } from 'zod'
import { invariant } from '../http/refused.ts'

// Column types as the driver returns them, under their PostgreSQL names. They describe a query's rows, and the rows'
// TypeScript type is derived from the description.

/** Also used for `smallint`. */
export const int4 = z.number()
/** Also used for `numeric` without decimals. */
export const int8 = z.bigint()
/** An `int8` whose values fit exactly into a number. */
export const int8AsNumber = z.bigint().transform(Number)
/** Epoch milliseconds. */
export const ms = int8AsNumber
/** An integer whose values the database limits to `T`. */
export const int4Of = <T extends number>() => int4 as unknown as z.ZodType<T, T>
export const float8 = z.number()
export const bool = z.boolean()
/** Also used for `uuid` and enumerations. */
export const text = z.string()
/** Text whose values the database limits to `T`, by a constraint or an enumeration. */
export const textOf = <T extends string>() => text as unknown as z.ZodType<T, T>
export const bytea = z.instanceof(Buffer)
export const timestamptz = z.date()
/** JSON that our own code wrote as a `T`. The database doesn't constrain its structure. */
export const json = <T>() => z.custom<T>((value) => value !== undefined && typeof value !== 'bigint')

/** Describes the rows of a query by the name and type of each column. Names with underscores become camel case. */
export const row = z.strictObject

/** The type of the rows that a description from `row` describes. */
export type RowOf<Description extends z.ZodType> = z.output<Description>

/** Returns the names of a description's columns for a SELECT, as columns of `table` if it is given. */
export const columnsOf = (description: z.ZodObject, table?: string) =>
  sql.raw(
    Object.keys(description.shape)
      .map((key) => `${table ? `${table}.` : ''}${snakeCase(key)}`)
      .join(', '),
  )

type Columns = Record<string, unknown>
type Tag<Result> = (text: TemplateStringsArray, ...parameters: unknown[]) => Promise<Result>

/** Returns a tag that executes its statement and returns the rows. See `checkRows`. */
export const queryRows =
  <Description extends z.ZodType>(ex: QueryExecutorProvider, description: Description): Tag<RowOf<Description>[]> =>
  async (text, ...parameters) =>
    checkRows(description, await sql(text, ...parameters).execute(ex))

/** Returns a tag that executes its statement and returns the first row, if there is one. See `checkRows`. */
export const queryFirst =
  <Description extends z.ZodType>(
    ex: QueryExecutorProvider,
    description: Description,
  ): Tag<RowOf<Description> | undefined> =>
  async (text, ...parameters) => {
    const { rows } = await sql(text, ...parameters).execute(ex)
    return checkRows(description, { rows: rows.slice(0, 1) })[0]
  }

/** Returns a tag for a statement that always returns exactly one row. See `checkRows`. */
export const queryOne =
  <Description extends z.ZodType>(ex: QueryExecutorProvider, description: Description): Tag<RowOf<Description>> =>
  async (text, ...parameters) => {
    const { rows } = await sql(text, ...parameters).execute(ex)
    invariant(rows.length === 1, `The statement returned ${rows.length} rows instead of one`)
    return checkRows(description, { rows })[0]!
  }

/**
 * Returns the rows of a result with columns named in camel case. Throws if the columns or their types don't match the
 * description, which means that the statement or the description is wrong. A row's content can't cause this error,
 * except for null in a column that the description says is never null.
 */
export function checkRows<Description extends z.ZodType>(
  description: Description,
  { rows }: { rows: readonly unknown[] },
): RowOf<Description>[] {
  const [first] = rows
  if (first === undefined) return []
  const names = Object.keys(first as Columns).map((name) => [name, camelCase(name)] as const)
  const isRenamed = names.some(([name, key]) => name !== key)
  return rows.map((found) => {
    const { success, data, error } = description.safeParse(isRenamed ? renamed(found as Columns, names) : found)
    invariant(success, `A row differs from its description: ${error?.issues.map(faultOf).join('; ')}`)
    return data as RowOf<Description>
  })
}

function renamed(columns: Columns, names: readonly (readonly [string, string])[]): Columns {
  const result: Columns = {}
  for (const [name, key] of names) result[key] = columns[name]
  return result
}

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Names only columns and types, because a row's content may be personal data. */
const faultOf = ({ path, code, message }: z.core.$ZodIssue) =>
  [path.join('.'), code, code === 'unrecognized_keys' ? message : ''].filter(Boolean).join(' ')
