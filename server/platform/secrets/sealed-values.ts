import type { Executor } from '../database/database.ts'
import type { Keys } from './keys.ts'
import { lookupRootPlace, lookupRootPurpose } from './open-keys.ts'
import type { Random } from '../random.ts'
import { createByteSealer, purposeKey, type ByteSealer } from './sealing.ts'

/**
 * A column of encrypted values, for `npm run keys:rotate`. `tests/repo-rules/sealed.test.ts` compares the listed
 * columns with the schema.
 */
export type SealedColumn = {
  table: string
  /** Columns that identify a row, unique together and in the order of an index. */
  keys: readonly string[]
  /** Returns a sealer that decrypts the values, including those in older layouts. */
  sealerOf(keys: Pick<Keys, 'ring'>, random: Random): ByteSealer
  /** Returns the context that binds a value, from the row's `keys` and `bindings` as text. */
  boundTo(row: Record<string, string>): string
  /** Other columns that `boundTo` needs, as text; bytes as hexadecimal digits. */
  bindings?: readonly string[]
} & (
  | { column: string }
  | { jsonColumn: string; field: string; boundBy: string; where: { column: string; equals: string } }
)

/** Encrypted files with one purpose. `list` returns the ids and owners of the referenced files that follow an id. */
export type SealedFiles = {
  purpose: string
  list(db: Executor, afterId: string, limit: number): Promise<{ id: string; owner: string }[]>
}

/** A module's encrypted values. */
export type SealedValues = { columns: readonly SealedColumn[]; files?: readonly SealedFiles[] }

/** Returns the sealer for a purpose, with the same key as `createSealer` uses. */
export const sealerOfPurpose =
  (purpose: string): SealedColumn['sealerOf'] =>
  (keys, random) =>
    createByteSealer(keys, (secretKey) => purposeKey(secretKey, purpose), random)

/** Key derivation purpose for queued emails. */
export const mailPurpose = 'platform mails'

export const platformSealed: SealedValues = {
  columns: [
    {
      table: 'platform.look_up_root',
      keys: ['only_row'],
      column: 'root_sealed',
      sealerOf: sealerOfPurpose(lookupRootPurpose),
      boundTo: () => lookupRootPlace,
    },
    {
      table: 'platform.mails',
      keys: ['id'],
      column: 'mail_sealed',
      sealerOf: sealerOfPurpose(mailPurpose),
      boundTo: ({ id }) => id!,
    },
  ],
}
