import { statesOf } from './states-of.ts'

/**
 * States of a yield contract; the server's checks and the office's buttons share this table. Must not import zod: pages
 * import this file, and they don't load zod. `left_the_chain`: its deposit was reversed.
 */
export const farmStates = ['running', 'released', 'closed_early', 'liquidated', 'left_the_chain'] as const
export type FarmState = (typeof farmStates)[number]

/** Actions on a yield contract and the states that allow them. */
export const farmActions = statesOf(farmStates, {
  /** Earns interest and has a rate, a value and a health factor. Its money is locked. */
  earn: ['running'],
  endEarly: ['running'],
  liquidate: ['running'],
  /** Ends it because its deposit was reversed. */
  undo: ['running'],
})
