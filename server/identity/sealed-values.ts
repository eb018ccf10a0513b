import { sealerOfPurpose, type SealedColumn, type SealedValues } from '../platform/secrets/sealed-values.ts'
import { notesPurpose, personalDataPurpose, type PersonalField } from './details/personal-data.ts'
import { documentPurpose, photoPurpose } from './verification/context.ts'
import { listDocumentFiles, listPhotoFiles } from './verification/store.ts'

function personal(table: string, customer: string, column: string, field: PersonalField): SealedColumn {
  const sealerOf = sealerOfPurpose(personalDataPurpose)
  return { table, keys: ['shard', customer], column, sealerOf, boundTo: (row) => `${row[customer]}/${field}` }
}

/** Lists this module's encrypted values. */
export const identitySealed: SealedValues = {
  columns: [
    personal('identity.customer', 'id', 'name_sealed', 'name'),
    personal('identity.customer', 'id', 'email_sealed', 'email'),
    personal('identity.customer', 'id', 'phone_sealed', 'phone'),
    personal('identity.email_proposal', 'customer_id', 'email_sealed', 'email'),
    {
      ...personal('identity.former_email', 'customer_id', 'email_sealed', 'email'),
      keys: ['shard', 'customer_id', 'id'],
    },
    personal('identity.totp', 'customer_id', 'secret_sealed', 'totp'),
    {
      table: 'identity.note',
      keys: ['shard', 'id'],
      bindings: ['customer_id'],
      column: 'words_sealed',
      sealerOf: sealerOfPurpose(notesPurpose),
      boundTo: (row) => `${row['customer_id']}/${row['id']}`,
    },
  ],
  files: [
    { purpose: documentPurpose, list: listDocumentFiles },
    { purpose: photoPurpose, list: listPhotoFiles },
  ],
}
