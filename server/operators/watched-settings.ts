import { deskSettings, type SettingKey, type SettingValue } from '../../api/calls/operators/desk-settings.ts'
import type { Platform } from '../platform/platform.ts'
import { settingOf } from './settings-store.ts'

/** The longest time for which another process's change goes unnoticed if the bus loses the message. */
const refreshEveryMs = 5_000

/** Caches settings for frequent readers. */
export class WatchedSettings {
  readonly #db: Platform['db']
  readonly #values = new Map<SettingKey, { text: string; value: unknown }>()
  readonly #unsubscribe: () => void

  constructor({ db, bus, jobs, log }: Pick<Platform, 'db' | 'bus' | 'jobs' | 'log'>) {
    this.#db = db
    this.#unsubscribe = bus.subscribe(
      'setting.changed',
      ({ key }) =>
        void this.refresh(key as SettingKey).catch((error) => log.warn({ err: error }, 'could not read a setting')),
    )
    jobs.every('operators.settings', refreshEveryMs, () => this.refreshAll())
  }

  /**
   * Returns a function that returns the current value: the same object until the value changes. Call it before startup,
   * which reads the watched settings.
   */
  watch<K extends SettingKey>(key: K): () => SettingValue<K> {
    if (!this.#values.has(key)) this.#keep(key, deskSettings[key].initial)
    return () => this.#values.get(key)!.value as SettingValue<K>
  }

  async refresh(key: SettingKey): Promise<void> {
    if (this.#values.has(key)) this.#keep(key, await settingOf(this.#db, key))
  }

  async refreshAll(): Promise<void> {
    for (const key of this.#values.keys()) await this.refresh(key)
  }

  stop(): void {
    this.#unsubscribe()
  }

  #keep(key: SettingKey, value: unknown): void {
    const text = JSON.stringify(value)
    if (this.#values.get(key)?.text !== text) this.#values.set(key, { text, value })
  }
}
