import { sealerOfPurpose, type SealedValues } from '../platform/secrets/sealed-values.ts'
import { listPaymentReceiptFiles } from './deposits/store.ts'
import { paymentReceiptPurpose } from './deposits/upload-payment-receipt.ts'
import { destinationPlace, destinationPurpose } from './withdrawals/address-book/destination.ts'

/** The encrypted columns and files of this module. */
export const paymentsSealed: SealedValues = {
  columns: ['payments.addresses', 'payments.withdrawals'].map((table) => ({
    table,
    keys: ['shard', 'customer_id', 'id'],
    column: 'destination_sealed',
    sealerOf: sealerOfPurpose(destinationPurpose),
    boundTo: (row) => destinationPlace(row['customer_id']!),
  })),
  files: [{ purpose: paymentReceiptPurpose, list: listPaymentReceiptFiles }],
}
