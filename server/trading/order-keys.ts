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

/** Keys of orders that are not answered yet. */
export type KeysUnderWay = {
  /** Returns the order that this key has to wait for: its own, or another where there is no place. Undefined if it can go on. */
  find(key: string): Promise<unknown> | undefined
  /** Adds a key that `find` returned nothing for. */
  add(key: string, placed: Promise<unknown>): void
  delete(key: string): void
}

/** So many neighbours of its own place can take a key. */
const neighbours = 8

/**
 * Returns an empty table of keys. It has a fixed size: a `Map` that thousands of keys pass through each second is copied again and again,
 * and V8's scavenger keeps what the stale copies refer to. With a `Map` an order cost a tenth more processor time.
 */
export function createKeysUnderWay(places: number): KeysUnderWay {
  const keys = new Array<string | undefined>(places).fill(undefined)
  const orders = new Array<Promise<unknown> | undefined>(places).fill(undefined)
  /** The place of the key, else a free one, else -1. */
  function placeOf(key: string): number {
    const first = hashOf(key) % places
    let free = -1
    for (let step = 0; step < neighbours; step++) {
      const place = (first + step) % places
      if (keys[place] === key) return place
      if (keys[place] === undefined && free === -1) free = place
    }
    return free
  }
  return {
    find(key) {
      const place = placeOf(key)
      return orders[place === -1 ? hashOf(key) % places : place]
    },
    add(key, placed) {
      const place = placeOf(key)
      keys[place] = key
      orders[place] = placed
    },
    delete(key) {
      const place = placeOf(key)
      if (place === -1 || keys[place] !== key) return
      keys[place] = undefined
      orders[place] = undefined
    },
  }
}
