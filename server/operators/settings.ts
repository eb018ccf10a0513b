import type { OutputOf } from '../../contract/call.ts'
import { deskSettings, settingKeys, type SettingKey, type SettingValue } from '../../contract/desk-settings.ts'
import { parseAmount } from '../../contract/money.ts'
import type { operatorsCalls } from '../../contract/operators.ts'
import type { Executor } from '../platform/database.ts'
import type { OperatorSession } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import { propose } from './approvals.ts'
import { recordAudit } from './audit.ts'
import type { OperatorsContext } from './context.ts'
import type { Execute } from './public.ts'
import { insertSetting, listSettingChanges, readSetting } from './settings-store.ts'

const changesShown = 50

/** The value that counts now: the newest that was set, or the initial one. */
export async function settingOf<K extends SettingKey>(ex: Executor, key: K): Promise<SettingValue<K>> {
  const stored = await readSetting(ex, key)
  return (stored ? stored.value : deskSettings[key].initial) as SettingValue<K>
}

export async function showSettings({ db }: OperatorsContext): Promise<OutputOf<(typeof operatorsCalls)['operators.settings']>> {
  const settings = await Promise.all(
    settingKeys.map(async (key) => {
      const stored = await readSetting(db, key)
      return { key, value: stored ? stored.value : deskSettings[key].initial, version: stored?.version ?? 0 }
    }),
  )
  const changes = await listSettingChanges(db, changesShown)
  return {
    settings,
    changes: changes.map(({ key, version, value, name, changedAtMs, reason }) => ({ id: `${key}/${version}`, key, value, by: name, at: new Date(Number(changedAtMs)).toISOString(), reason })),
  }
}

type Change = { key: SettingKey; value?: unknown; version: number; reason: string }

/** The action's name among the approvals. */
export const changeOfSetting = 'operators.changesetting'

/**
 * Changes a setting at once; raising the amount from which a second operator is asked, only when a second one approves: else whoever
 * wants to act alone would raise it first. Throws `bad_value`, `changed_meanwhile`.
 */
export async function changeSetting(context: OperatorsContext, change: Change, { operatorId }: OperatorSession) {
  const { key, version, reason } = change
  const value = checkedValue(change)
  const needsSecond = await context.db.transaction().execute(async (tx) => {
    if (!(await takesAwayTheSecond(tx, key, value))) {
      await writeSetting(context, tx, { ...change, value }, operatorId)
      return false
    }
    if (((await readSetting(tx, key))?.version ?? 0) !== version) throw new Refused('changed_meanwhile')
    const words = `A second operator is asked above $${value as string} and no longer above $${await settingOf(tx, 'secondOperatorAboveUsd')}. Reason: ${reason}`
    await propose(context, tx, { proposedBy: operatorId, action: changeOfSetting, subject: key, amountMinor: parseAmount(value as string, 'USD')!, asset: 'USD', words, input: { key, value, version, reason } })
    return true
  })
  if (needsSecond) return { type: 'success' as const, msg: 'A second operator has to approve this.' }
  context.bus.publish('setting.changed', { key })
  return { type: 'success' as const, msg: 'Changed. It counts from now on.' }
}

/** What a second operator's approval of a change does. Throws `changed_meanwhile`. */
export function createChangeApproved(context: OperatorsContext): Execute {
  return async (tx, input, { proposedBy }) => {
    const change = input as Change
    await writeSetting(context, tx, { ...change, value: checkedValue(change) }, proposedBy)
    return () => context.bus.publish('setting.changed', { key: change.key })
  }
}

function checkedValue({ key, value }: Pick<Change, 'key' | 'value'>): unknown {
  const parsed = deskSettings[key].schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'value', message]))
  throw new Refused('bad_value', { detail: Object.values(fields)[0] }, fields)
}

async function takesAwayTheSecond(tx: Executor, key: SettingKey, value: unknown): Promise<boolean> {
  if (key !== 'secondOperatorAboveUsd') return false
  return parseAmount(value as string, 'USD')! > parseAmount(await settingOf(tx, key), 'USD')!
}

async function writeSetting(context: OperatorsContext, tx: Executor, { key, value, version, reason }: Change, operatorId: string): Promise<void> {
  const present = await readSetting(tx, key)
  const isNewest = (present?.version ?? 0) === version
  if (!isNewest || !(await insertSetting(tx, { key, version: version + 1, value, by: operatorId, atMs: context.clock.nowMs(), reason }))) throw new Refused('changed_meanwhile')
  const details = { before: JSON.stringify(present?.value ?? deskSettings[key].initial), after: JSON.stringify(value) }
  await recordAudit(context, tx, { operatorId, action: changeOfSetting, subject: key, reason, details })
}
