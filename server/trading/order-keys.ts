/**
 * Returns a number of 32 bits for a customer's key, by which tables find it without keeping the text. Two keys may share one.
 * FNV-1a, by Fowler, Noll and Vo.
 */
export function markOfKey(customerId: string, key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < customerId.length; index++)
    hash = Math.imul(hash ^ customerId.charCodeAt(index), 0x01000193)
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Remembers which keys were used lately, by their marks. */
export type RecentKeys = { has(mark: number): boolean; add(mark: number): void }

/**
 * Returns an empty table with one place for each hash, so that thousands of texts are not kept for the few that come again. A key whose
 * place was taken since is forgotten, and one in many millions is taken for another: both cost a look into the database, and nothing else.
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

/** Keys, by their marks, of orders that are not committed or refused yet. */
export type KeysUnderWay = {
  has(mark: number): boolean
  add(mark: number): void
  delete(mark: number): void
  /** Resolves when `has` may have changed. */
  change(mark: number): Promise<void>
}

/**
 * Returns an empty set. A key whose place is taken by another counts as under way: its order waits for a batch that it need not wait for.
 * There are no references in it: a `Map` that thousands of promises pass through each second keeps V8's scavenger at work.
 */
export function createKeysUnderWay(places: number): KeysUnderWay {
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
