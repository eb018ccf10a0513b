import { alarmWords, type AlarmKind, type alarmsCalls } from '../../../api/calls/operators/alarms.ts'
import type { OutputOf } from '../../../api/call.ts'
import { textsOfStored } from '../../platform/stored-phrase.ts'
import type { OperatorsContext } from '../context.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Lists the open alarms, the most recently raised first. */
export async function listAlarms({
  alarms,
}: Pick<OperatorsContext, 'alarms'>): Promise<OutputOf<(typeof alarmsCalls)['alarms']>> {
  const open = await alarms.open()
  return open.map(({ kind, subject, details, firstAtMs, lastAtMs, count }) => ({
    id: `${kind} ${subject}`,
    kind,
    words: alarmWords[kind as AlarmKind] ?? kind,
    subject,
    details,
    ...textsOfStored(details),
    first: iso(firstAtMs),
    last: iso(lastAtMs),
    count,
  }))
}
