import type { OperatorRequest } from '../../../platform/http/actions.ts'
import type { OutputOf, InputOf } from '../../../../api/call.ts'
import { outcome } from '../../../../api/sentences/outcomes.ts'
import type { scannersList, scannersResume } from '../../../../api/calls/payments/payments.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { ChainAway } from '../../chains/adapter.ts'
import type { PaymentsContext } from '../../context.ts'
import { ChainReader } from './chain-reader.ts'
import { endHalt, listScanners, lockScanner, readHalt } from './scan-store.ts'
import { fieldsOfStored } from '../../../platform/stored-phrase.ts'

/** `scanners`: returns how far each chain's scanner has read. */
export async function showScanners({ chains, db }: PaymentsContext): Promise<OutputOf<typeof scannersList>> {
  return Promise.all(
    (await listScanners(db)).map(async ({ coin, height, haltedAtMs, haltReason }) => ({
      id: coin,
      coin,
      height,
      tip: await chains.adapters[coin].tip().then((tip) => tip.height, nullIfUnreachable),
      halted: haltReason === null ? null : { at: Number(haltedAtMs), ...fieldsOfStored('reason', haltReason) },
    })),
  )
}

function nullIfUnreachable(error: Error): null {
  if (error instanceof ChainAway) return null
  throw error
}

/**
 * `scanners.resume`: resumes a halted scanner on the current chain after an operator has checked it. Credits for
 * payments below the window remain; the comparison of reserves shows whether the coins are still held.
 */
export async function resumeScanner(
  context: PaymentsContext,
  { coin, reason }: InputOf<typeof scannersResume>,
  { session: { operatorId } }: OperatorRequest,
): Promise<OutputOf<typeof scannersResume>> {
  const { db, log, operators } = context
  try {
    const top = await db.transaction().execute(async (tx) => {
      await lockScanner(tx, coin)
      const halted = await readHalt(tx, coin)
      if (halted === null) throw new Refused('not_halted', { coin })
      await operators.audit(tx, { operatorId, action: 'scanners.resume', subject: coin, reason, details: { halted } })
      await endHalt(tx, coin)
      return new ChainReader(context, coin).resume(tx)
    })
    log.warn({ coin, height: top.height }, 'deposit scanner resumed')
    return outcome('scanner_resumed', { coin, height: top.height })
  } catch (error) {
    if (error instanceof ChainAway) throw new Refused('chain_away', { coin })
    throw error
  }
}
