import { statesOf } from './states-of.ts'

/**
 * States of a mining contract. Must not import zod: pages import this file, and they don't load zod. `warming_up`: it
 * mines, but its first output isn't due yet.
 */
export const minerStates = ['warming_up', 'running', 'ended'] as const

/** Actions on a mining contract and the states that allow them. */
export const minerActions = statesOf(minerStates, { mine: ['warming_up', 'running'] })
