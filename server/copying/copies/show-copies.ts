import { type PhraseValue, sentenceFields } from '../../../api/sentences/sentences.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { copiesGaps, CopyRecord, GapRecord } from '../../../api/calls/copying/copying.ts'
import { experts, skipWords } from '../../../api/experts.ts'
import { assets, formatAmount, type CashAsset } from '../../../api/money.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CopyingContext } from '../context.ts'
import { listGaps, sumGaps, type GapLine } from './copies-store.ts'
import { findRelation, listRelations, type StopReason } from './relations-store.ts'

const pageSize = 50
const stopPhrases: Record<StopReason, PhraseValue | null> = {
  customer: null,
  stop_loss: { phrase: 'copy_stopped_by_stop_loss' },
  expert: { phrase: 'copy_stopped_with_expert' },
}

/** `copies`: lists the customer's current and past copy relations. */
export async function listCopies(
  { db }: CopyingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<CopyRecord[]> {
  return (await listRelations(db, session)).map((relation) => {
    const {
      id,
      expertId,
      state,
      mode,
      amountMinor,
      asset,
      classes,
      maxStakeMinor,
      stopLossMinor,
      startedAtMs,
      stoppedAtMs,
      stopReason,
      copied,
      skipped,
      openCopies,
      resultMinor,
      feeMinor,
      shareAboveMinor,
    } = relation
    const amount = (minor: bigint) => formatAmount(minor, asset)
    const amountOrNull = (minor: bigint | null) => (minor === null ? null : amount(minor))
    return {
      id,
      tid: expertId,
      name: experts.find((expert) => expert.id === expertId)?.name ?? expertId,
      state,
      mode,
      amount: amount(amountMinor),
      cur: assets[asset].symbol,
      classes: classes ?? [],
      maxStake: amountOrNull(maxStakeMinor),
      stopLoss: amountOrNull(stopLossMinor),
      startedAt: startedAtMs,
      stoppedAt: stoppedAtMs,
      ...sentenceFields('stopReason', stopReason && stopPhrases[stopReason]),
      copied,
      skipped,
      open: openCopies,
      result: amount(resultMinor),
      feePaid: amount(feeMinor),
      highWater: amount(shareAboveMinor),
    }
  })
}

/** `copies.gaps`: returns the gap ledger of one relation. Throws `not_found`. */
export async function showGaps(
  { db }: CopyingContext,
  { id, p = 1 }: { id: string; p?: number | undefined },
  { session }: CustomerRequest,
): Promise<OutputOf<typeof copiesGaps>> {
  const relation = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? await findRelation(db, session, id)
    : undefined
  if (!relation) throw new Refused('not_found')
  const { asset } = relation
  const [lines, sums] = await Promise.all([
    listGaps(db, session, id, pageSize, (p - 1) * pageSize),
    sumGaps(db, session, id),
  ])
  const amount = (minor: bigint) => formatAmount(minor, asset)
  return {
    cur: assets[asset].symbol,
    lines: lines.map((line) => gapRecord(line, asset)),
    count: sums.lines,
    sums: {
      expert: amount(sums.expertMinor),
      skip: amount(sums.skipMinor),
      delay: amount(sums.delayMinor),
      price: amount(sums.priceMinor),
      rounding: amount(sums.roundingMinor),
      fee: amount(-sums.feeMinor),
      mine: amount(sums.copiesMinor - sums.feeMinor),
    },
  }
}

/** Returns the customer's current and past copy relations, each with its whole gap ledger. */
export async function exportCopies(context: CopyingContext, session: Session) {
  const copies = []
  for (const copy of await listCopies(context, {}, { session })) {
    const gaps: GapRecord[] = []
    for (let p = 1; ; p++) {
      const { lines } = await showGaps(context, { id: copy.id, p }, { session })
      gaps.push(...lines)
      if (lines.length < pageSize) break
    }
    copies.push({ ...copy, gaps })
  }
  return copies
}

/** Why a copy was not placed. A code from an earlier version is shown unchanged. */
function skipFields(code: string | null) {
  if (code !== null && !Object.hasOwn(skipWords, code)) return { reason: code, reasonPhrase: null }
  return sentenceFields('reason', code === null ? null : { phrase: `copy_skipped_${code as keyof typeof skipWords}` })
}

function gapRecord(line: GapLine, asset: CashAsset): GapRecord {
  const amount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, asset))
  const isFee = line.week !== null
  const parts = {
    expert: amount(line.expertMinor),
    skip: amount(line.skipMinor),
    delay: amount(line.delayMinor),
    price: amount(line.priceMinor),
    rounding: amount(line.roundingMinor),
    fee: line.isDone ? amount(isFee ? line.mineMinor : 0n) : null,
    mine: amount(line.mineMinor),
  }
  const at = Number(line.decidedAtMs)
  if (isFee)
    return {
      id: `${line.orderId}-${line.week}`,
      kind: 'fee',
      at,
      symbol: null,
      type: null,
      state: 'fee',
      reason: null,
      reasonPhrase: null,
      stake: null,
      trade: null,
      ...parts,
    }
  return {
    id: line.orderId,
    kind: 'copy',
    at,
    symbol: line.symbol,
    type: line.type,
    trade: line.tradeId,
    state: line.tradeId === null ? 'skipped' : line.isDone ? 'copied' : 'open',
    ...skipFields(line.code),
    stake: line.tradeId === null ? null : amount(line.stakeMinor),
    ...parts,
  }
}
