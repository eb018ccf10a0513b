import { z } from 'zod'

/** IDs of all offered plans in a new order, as a list or as comma-separated text. */
export const idsInOrder = z
  .union([z.array(z.string()), z.string().transform((list) => list.split(',').map((one) => one.trim()))])
  .pipe(z.array(z.string().min(1).max(64)).min(1).max(500))

export const plansChanged = {
  status: 409,
  message: 'Another operator added or retired a plan. Check the list and order it again.',
}

/** Returns whether `ids` contains each of `present` exactly once, and nothing else. */
export const isOrderOf = (ids: readonly string[], present: readonly string[]): boolean =>
  ids.length === present.length && new Set(ids).size === ids.length && ids.every((id) => present.includes(id))
