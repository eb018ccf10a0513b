import { moneyOf } from '../../api/sentences/sentences.ts'
import { outcome } from '../../api/sentences/outcomes.ts'
import type { OutputOf } from '../../api/call.ts'
import {
  deskSettings,
  settingKeys,
  type SettingKey,
  type SettingValue,
} from '../../api/calls/operators/desk-settings.ts'
import { parseAmount } from '../../api/money.ts'
import type { operatorsCalls } from '../../api/calls/operators/operators.ts'
import type { Executor } from '../platform/database/database.ts'
import type { OperatorRequest } from '../platform/http/actions.ts'
import { faultOf } from '../platform/http/parse-input.ts'
import { Refused } from '../platform/http/refused.ts'
import { propose } from './approvals/approvals.ts'
import { recordAudit } from './audit/audit.ts'
import type { OperatorsContext } from './context.ts'
import type { Execute } from './types.ts'
import { loosens } from './approvals/second-operator-rules.ts'
import { insertSetting, listSettingChanges, readSetting, settingOf } from './settings-store.ts'

const changesShown = 50

export async function showSettings({
  db,
}: OperatorsContext): Promise<OutputOf<(typeof operatorsCalls)['operators.settings']>> {
  const settings = await Promise.all(
    settingKeys.map(async (key) => {
      const stored = await readSetting(db, key)
      return { key, value: stored ? stored.value : deskSettings[key].initial, version: stored?.version ?? 0 }
    }),
  )
  const changes = await listSettingChanges(db, changesShown)
  return {
    settings,
    changes: changes.map(({ key, version, value, name, changedAtMs, reason }) => ({
      id: `${key}/${version}`,
      key,
      value,
      by: name,
      at: new Date(Number(changedAtMs)).toISOString(),
      reason,
    })),
  }
}

type Change = { key: SettingKey; value?: unknown; version: number; reason: string }

/** The action name of a proposal to change a setting. */
export const changeOfSetting = 'operators.changesetting'

/**
 * Changes a setting, or proposes the change if it could create money or let a single operator do more without
 * approval. Throws `bad_value`, `changed_meanwhile`.
 */
export async function changeSetting(
  context: OperatorsContext,
  change: Change,
  { session: { operatorId } }: OperatorRequest,
) {
  const { key, version, reason } = change
  const value = checkedValue(change)
  const needsSecond = await context.db.transaction().execute(async (tx) => {
    const before = await settingOf(tx, key)
    await checkBounds(tx, key, value)
    if (!loosens(key, before, value as SettingValue<typeof key>)) {
      await writeSetting(context, tx, { ...change, value }, operatorId)
      return false
    }
    if (((await readSetting(tx, key))?.version ?? 0) !== version) throw new Refused('changed_meanwhile')
    const money =
      key === 'secondOperatorAboveUsd'
        ? { amountMinor: parseAmount(value as string, 'USD')!, asset: 'USD' as const }
        : {}
    await propose(context, tx, {
      proposedBy: operatorId,
      action: changeOfSetting,
      subject: key,
      ...money,
      words: {
        phrase: 'proposal_setting',
        values: {
          setting: { phrase: `setting_${key}` },
          value: valueOf(key, value),
          before: valueOf(key, before),
          reason,
        },
      },
      input: { key, value, version, reason },
    })
    return true
  })
  if (needsSecond) return outcome('needs_second')
  context.bus.publish('setting.changed', { key })
  return outcome('setting_changed')
}

const valueOf = (key: SettingKey, value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, one]) => `${name} ${key === 'payoutBps' && one !== null ? `${one / 100}%` : (one ?? '–')}`)
        .join(', ')
    : String(value)

/** Throws `bad_value` for a bonus above what a single operator may grant. */
async function checkBounds(tx: Executor, key: SettingKey, value: unknown): Promise<void> {
  if (key !== 'bonus') return
  const { onVerification } = value as SettingValue<'bonus'>
  const threshold = await settingOf(tx, 'secondOperatorAboveUsd')
  if (parseAmount(onVerification, 'USD')! <= parseAmount(threshold, 'USD')!) return
  const max = moneyOf(parseAmount(threshold, 'USD')!, 'USD')
  const detail = { phrase: 'setting_at_most', values: { max } } as const
  throw new Refused('bad_value', { detail }, { onVerification: detail })
}

/** Applies a setting change that a second operator approved. Throws `bad_value`, `changed_meanwhile`. */
export function createChangeApproved(context: OperatorsContext): Execute {
  return async (tx, input, { proposedBy }) => {
    const change = input as Change
    const value = checkedValue(change)
    await checkBounds(tx, change.key, value)
    await writeSetting(context, tx, { ...change, value }, proposedBy)
    return () => context.bus.publish('setting.changed', { key: change.key })
  }
}

function checkedValue({ key, value }: Pick<Change, 'key' | 'value'>): unknown {
  const parsed = deskSettings[key].schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.') || 'value'
      return [name, faultOf(issue, name)]
    }),
  )
  throw new Refused('bad_value', { detail: Object.values(fields)[0]! }, fields)
}

async function writeSetting(
  context: OperatorsContext,
  tx: Executor,
  { key, value, version, reason }: Change,
  operatorId: string,
): Promise<void> {
  const present = await readSetting(tx, key)
  const isNewest = (present?.version ?? 0) === version
  if (
    !isNewest ||
    !(await insertSetting(tx, {
      key,
      version: version + 1,
      value,
      by: operatorId,
      atMs: context.clock.nowMs(),
      reason,
    }))
  )
    throw new Refused('changed_meanwhile')
  const details = { before: JSON.stringify(present?.value ?? deskSettings[key].initial), after: JSON.stringify(value) }
  await recordAudit(context, tx, { operatorId, action: changeOfSetting, subject: key, reason, details })
}
