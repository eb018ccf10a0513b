/** FNV-1a, by Fowler, Noll and Vo, as an unsigned number of 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Remembers which keys were used lately. */
export type RecentKeys = { has(key: string): boolean; add(key: string): void }

/**
 * Returns marks of keys, one place for each hash, so that thousands of texts are not kept for the few that come again. A key whose place
 * was taken since is forgotten, and one in many millions is taken for another: both cost a look into the database, and nothing else.
 */
export function createRecentKeys(places: number): RecentKeys {
  const marks = new Uint32Array(places)
  return {
    has(key) {
      const hash = hashOf(key)
      return marks[hash % places] === hash
    },
    add(key) {
      const hash = hashOf(key)
      marks[hash % places] = hash
    },
  }
}

/** Keys of orders that are not committed or refused yet. */
export type KeysUnderWay = {
  has(key: string): boolean
  add(key: string): void
  delete(key: string): void
  /** Resolves when `has` may have changed. */
  change(key: string): Promise<void>
}

/**
 * Returns an empty set of keys, with one place for each hash. A key whose place is taken by another counts as under way: its order waits
 * for a batch that it need not wait for. There are no references in it: a `Map` that thousands of promises pass through each second keeps
 * V8's scavenger at work, and cost an order a tenth more processor time.
 */
export function createKeysUnderWay(places: number): KeysUnderWay {
  const taken = new Uint8Array(places)
  const waiting = new Map<number, (() => void)[]>()
  const placeOf = (key: string) => hashOf(key) % places
  return {
    has: (key) => taken[placeOf(key)] === 1,
    add(key) {
      taken[placeOf(key)] = 1
    },
    delete(key) {
      const place = placeOf(key)
      taken[place] = 0
      if (waiting.size === 0) return
      const resolves = waiting.get(place) ?? []
      waiting.delete(place)
      for (const resolve of resolves) resolve()
    },
    change(key) {
      const place = placeOf(key)
      return new Promise((resolve) => {
        const others = waiting.get(place)
        if (others) others.push(resolve)
        else waiting.set(place, [resolve])
      })
    },
  }
}
