import type { Hash } from '../../packages/verify/src/log/merkle.ts'

const hashBytes = 32

/** Returns hashes that are stored one after the other. */
export const hashesIn = (stored: Buffer): Hash[] =>
  Array.from({ length: stored.length / hashBytes }, (_, at) => stored.subarray(at * hashBytes, (at + 1) * hashBytes))
