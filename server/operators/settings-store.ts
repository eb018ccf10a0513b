import { sql } from 'kysely'
import { deskSettings, type SettingKey, type SettingValue } from '../../api/calls/operators/desk-settings.ts'
import type { Executor } from '../platform/database/database.ts'
import { columnsOf, int4, json, ms, queryFirst, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

const storedSettingRow = row({
  key: text,
  version: int4,
  value: json<unknown>(),
  changedBy: text,
  name: text,
  changedAtMs: ms,
  reason: text,
})
export type StoredSetting = RowOf<typeof storedSettingRow>

const columns = sql`${columnsOf(storedSettingRow.omit({ name: true }), 's')}, p.name
  FROM operators.setting s JOIN operators.person p ON p.id = s.changed_by`

const settingRow = row({ version: int4, value: json<unknown>() })

export async function readSetting(ex: Executor, key: string): Promise<{ version: number; value: unknown } | undefined> {
  return queryFirst(
    ex,
    settingRow,
  )`SELECT version, value FROM operators.setting WHERE key = ${key} ORDER BY version DESC LIMIT 1`
}

/** Returns the current value: the newest one set, or the initial one. */
export async function settingOf<K extends SettingKey>(ex: Executor, key: K): Promise<SettingValue<K>> {
  const stored = await readSetting(ex, key)
  return (stored ? stored.value : deskSettings[key].initial) as SettingValue<K>
}

const settingHistoryRow = row({ changedAtMs: ms, value: json<unknown>() })

/** Returns every value of a setting, oldest first, with the time from which it applied, in epoch milliseconds. */
export async function settingHistory<K extends SettingKey>(
  ex: Executor,
  key: K,
): Promise<{ fromMs: number; value: SettingValue<K> }[]> {
  const rows = await queryRows(ex, settingHistoryRow)`
    SELECT changed_at_ms, value FROM operators.setting WHERE key = ${key} ORDER BY version`
  return rows.map(({ changedAtMs, value }) => ({ fromMs: Number(changedAtMs), value: value as SettingValue<K> }))
}

/** Returns every change, newest first. */
export async function listSettingChanges(ex: Executor, limit: number): Promise<StoredSetting[]> {
  return queryRows(ex, storedSettingRow)`SELECT ${columns} ORDER BY s.changed_at_ms DESC, s.version DESC LIMIT ${limit}`
}

/** Appends a version. Returns false if someone else changed the setting first. */
export async function insertSetting(
  ex: Executor,
  setting: { key: string; version: number; value: unknown; by: string; atMs: number; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO operators.setting (key, version, value, changed_by, changed_at_ms, reason)
    VALUES (${setting.key}, ${setting.version}, ${JSON.stringify(setting.value)}::jsonb, ${setting.by},
      ${setting.atMs}, ${setting.reason})
    ON CONFLICT (key, version) DO NOTHING RETURNING 1`.execute(ex)
  return rows.length > 0
}
