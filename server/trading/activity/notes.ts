import { createSealer, type Sealer } from '../../platform/secrets/sealing.ts'
import { sealerOfPurpose, type SealedValues } from '../../platform/secrets/sealed-values.ts'
import type { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TradeReason } from '../../../api/activity.ts'

const tradeNotesKey = 'trading notes'

/** The encrypted column of notes. */
export const notesSealed: SealedValues['columns'] = [
  {
    table: 'trading.notes',
    keys: ['shard', 'customer_id', 'trade_id'],
    column: 'words_sealed',
    sealerOf: sealerOfPurpose(tradeNotesKey),
    boundTo: (row) => `${row['customer_id']}/${row['trade_id']}`,
  },
]

/** Why a trade was placed, as stored. */
type StoredNote = { customerId: string; id: string; reason: TradeReason | null; wordsSealed: Buffer | null }

/** Encrypts and decrypts the texts of notes. */
export type Notes = {
  seal(text: string, customerId: string, tradeId: string): Buffer
  /** Returns the note of a trade. A text that can't be decrypted is empty and raises an alarm. */
  read(note: StoredNote): { reason: TradeReason; text: string } | null
}

export function createNotes({ keys, random }: Pick<Platform, 'keys' | 'random'>, unreadable: UnreadableRows): Notes {
  const sealer: Sealer = createSealer(keys, tradeNotesKey, random)
  return {
    seal: (text, customerId, tradeId) => sealer.seal(text, `${customerId}/${tradeId}`),
    read({ customerId, id, reason, wordsSealed }) {
      if (reason === null) return null
      const text =
        wordsSealed && unreadable.read(`note on trade ${id}`, () => sealer.open(wordsSealed, `${customerId}/${id}`))
      return { reason, text: text ?? '' }
    },
  }
}
