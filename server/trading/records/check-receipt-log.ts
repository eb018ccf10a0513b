import { formatAmount, type CashAsset } from '../../../api/money.ts'
import type { TradeReceipt } from '../../../api/calls/trading/trading.ts'
import { openBatchProof, type TransferRecord, type Trust } from '../../../packages/verify/src/index.ts'
import type { Check } from './receipt-check.ts'

const name = 'transparency log'

const refusals: Record<Extract<ReturnType<typeof openBatchProof>, { refused: string }>['refused'], string> = {
  malformed: 'a proof is malformed',
  wrong_origin: 'a checkpoint has another log’s name',
  unknown_key: 'a checkpoint isn’t signed with this key',
  wrong_signature: 'a checkpoint’s signature is wrong',
  too_few_witnesses: 'too few witnesses have cosigned a checkpoint',
  not_included: 'the log doesn’t contain a batch',
  not_a_batch: 'a proof is not about a batch of the ledger',
  transfer_not_included: 'a batch doesn’t contain a transfer',
}

/**
 * Checks that the transparency log contains the receipt's transfers exactly as the receipt states them. The stake's
 * transfer has the order as its note, so the log contains the order too. Source: docs/spec/proof.md section 5.
 */
export function checkLog({ transfers, log }: TradeReceipt, trust: Trust): Check {
  const fail = (detail: string): Check => ({ name, result: 'fail', detail })
  if (!log)
    return { name, result: 'open', detail: 'the receipt has no proof yet: download it again after a few seconds' }
  const proven = new Map<string, TransferRecord & { batch: string }>()
  let newest = 0
  for (const batch of log) {
    const opened = openBatchProof(batch, trust)
    if ('refused' in opened) return fail(refusals[opened.refused])
    newest = Math.max(newest, opened.checkpoint.size)
    for (const record of opened.transfers)
      proven.set(record.id, { ...record, batch: `${opened.shard}/${opened.batch}` })
  }
  const missing = transfers.find((transfer) => !isSame(transfer, proven.get(transfer.id)))
  if (missing) return fail(`the log doesn’t contain transfer ${missing.id} as the receipt states it`)
  if (proven.size !== transfers.length) return fail('the log contains transfers that the receipt doesn’t list')
  return { name, result: 'pass', detail: `${transfers.length} transfers, in the log of ${newest} entries` }
}

type Stated = TradeReceipt['transfers'][number]

const isSame = (stated: Stated, record: (TransferRecord & { batch: string }) | undefined): boolean =>
  record !== undefined &&
  stated.kind === record.kind &&
  stated.asset === record.asset &&
  stated.amount === formatAmount(record.amountMinor, record.asset as CashAsset) &&
  stated.at === record.atMs &&
  stated.batch === record.batch &&
  stated.from === record.from &&
  stated.to === record.to &&
  stated.order === record.reference &&
  stated.note === record.note
