import { sql } from 'kysely'
import { deskSettings, type SettingKey, type SettingValue } from '../../contract/calls/desk-settings.ts'
import type { Executor } from '../platform/database/database.ts'

export type StoredSetting = {
  key: string
  version: number
  value: unknown
  changedBy: string
  name: string
  changedAtMs: bigint
  reason: string
}

const columns = sql`
  s.key, s.version, s.value, s.changed_by AS "changedBy", p.name, s.changed_at_ms AS "changedAtMs", s.reason
  FROM operators.setting s JOIN operators.person p ON p.id = s.changed_by`

export async function readSetting(ex: Executor, key: string): Promise<{ version: number; value: unknown } | undefined> {
  const { rows } = await sql<{
    version: number
    value: unknown
  }>`SELECT version, value FROM operators.setting WHERE key = ${key} ORDER BY version DESC LIMIT 1`.execute(ex)
  return rows[0]
}

/** Returns the current value: the newest one set, or the initial one. */
export async function settingOf<K extends SettingKey>(ex: Executor, key: K): Promise<SettingValue<K>> {
  const stored = await readSetting(ex, key)
  return (stored ? stored.value : deskSettings[key].initial) as SettingValue<K>
}

/** Returns every value of a setting, oldest first, with the time from which it applied in epoch ms. */
export async function settingHistory<K extends SettingKey>(
  ex: Executor,
  key: K,
): Promise<{ fromMs: number; value: SettingValue<K> }[]> {
  const { rows } = await sql<{ changedAtMs: bigint; value: unknown }>`
    SELECT changed_at_ms AS "changedAtMs", value FROM operators.setting WHERE key = ${key} ORDER BY version`.execute(ex)
  return rows.map(({ changedAtMs, value }) => ({ fromMs: Number(changedAtMs), value: value as SettingValue<K> }))
}

/** Returns every change, newest first. */
export async function listSettingChanges(ex: Executor, limit: number): Promise<StoredSetting[]> {
  const { rows } =
    await sql<StoredSetting>`SELECT ${columns} ORDER BY s.changed_at_ms DESC, s.version DESC LIMIT ${limit}`.execute(ex)
  return rows
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
