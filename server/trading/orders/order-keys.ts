/**
 * Returns a 32-bit hash of a customer's key, so that tables don't have to store the text. Two keys can have the same
 * hash. Algorithm: FNV-1a, by Fowler, Noll and Vo.
 */
export function markOfKey(customerId: string, key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < customerId.length; index++)
    hash = Math.imul(hash ^ customerId.charCodeAt(index), 0x01000193)
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** A set of recently used keys, by hash. */
export type RecentKeys = { has(mark: number): boolean; add(mark: number): void }

/**
 * Returns an empty table with `places` slots. Each hash has a slot, which it shares with other hashes. The table stores
 * only numbers, instead of thousands of strings for the few keys that repeat. A key is forgotten when its slot is
 * reused, and very rarely one key is mistaken for another. Either costs only a database query.
 */
export function createRecentKeys(places: number): RecentKeys {
  const marks = new Uint32Array(places)
  return {
    has: (mark) => marks[mark % places] === mark,
    add(mark) {
      marks[mark % places] = mark
    },
  }
}

/** Hashes of the keys of orders that aren't committed or refused yet. */
export type KeysInProgress = {
  has(mark: number): boolean
  add(mark: number): void
  delete(mark: number): void
  /** Resolves when `has` may have changed. */
  change(mark: number): Promise<void>
}

/**
 * Returns an empty set. A key whose slot is occupied by another key counts as in progress, so its order waits for an
 * unrelated batch. The table holds no references: a `Map` with thousands of promises per second keeps V8's scavenger
 * busy.
 */
export function createKeysInProgress(places: number): KeysInProgress {
  const taken = new Uint8Array(places)
  const waiting = new Map<number, (() => void)[]>()
  return {
    has: (mark) => taken[mark % places] === 1,
    add(mark) {
      taken[mark % places] = 1
    },
    delete(mark) {
      const place = mark % places
      taken[place] = 0
      if (waiting.size === 0) return
      const resolves = waiting.get(place) ?? []
      waiting.delete(place)
      for (const resolve of resolves) resolve()
    },
    change(mark) {
      const place = mark % places
      return new Promise((resolve) => {
        const others = waiting.get(place)
        if (others) others.push(resolve)
        else waiting.set(place, [resolve])
      })
    },
  }
}
