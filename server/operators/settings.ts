import type { OutputOf } from '../../contract/call.ts'
import { deskSettings, settingKeys, type SettingKey, type SettingValue } from '../../contract/desk-settings.ts'
import type { operatorsCalls } from '../../contract/operators.ts'
import type { Executor } from '../platform/database.ts'
import type { OperatorSession } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import { recordAudit } from './audit.ts'
import type { OperatorsContext } from './context.ts'
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

/** Throws `bad_value`, `changed_meanwhile`. */
export async function changeSetting(context: OperatorsContext, { key, value, version, reason }: { key: SettingKey; value?: unknown; version: number; reason: string }, { operatorId }: OperatorSession) {
  const parsed = deskSettings[key].schema.safeParse(value)
  if (!parsed.success) {
    const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'value', message]))
    throw new Refused('bad_value', { detail: Object.values(fields)[0] }, fields)
  }
  await context.db.transaction().execute(async (tx) => {
    const present = await readSetting(tx, key)
    const isNewest = (present?.version ?? 0) === version
    if (!isNewest || !(await insertSetting(tx, { key, version: version + 1, value: parsed.data, by: operatorId, atMs: context.clock.nowMs(), reason }))) throw new Refused('changed_meanwhile')
    const details = { before: JSON.stringify(present?.value ?? deskSettings[key].initial), after: JSON.stringify(parsed.data) }
    await recordAudit(context, tx, { operatorId, action: 'operators.changesetting', subject: key, reason, details })
  })
  context.bus.publish('setting.changed', { key })
  return { type: 'success' as const, msg: 'Changed. It counts from now on.' }
}
