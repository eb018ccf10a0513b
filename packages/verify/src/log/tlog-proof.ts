import { fromBase64, toBase64 } from './base64.ts'
import { openCheckpoint, type CheckpointRefusal, type OpenedCheckpoint, type Trust } from './checkpoint.ts'
import { leafHash, rootOfInclusion, sameHash, type Hash } from './merkle.ts'

// Proofs that an entry is in a log. Source: https://c2sp.org/tlog-proof

/** An entry's place, the path from its leaf to the root, and the signed checkpoint. */
export type TlogProof = { index: number; path: readonly Hash[]; checkpoint: string }

const firstLine = 'c2sp.org/tlog-proof@v1'
/** Longer than any path in a tree of at most 2^53 entries. */
const maxPath = 64

/** Returns the proof as text. */
export function tlogProofText({ index, path, checkpoint }: TlogProof): string {
  return [firstLine, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n')
}

/** Reads a proof. Returns undefined if it is malformed. Extra data is not read, because nothing authenticates it. */
export function parseTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (lines[0]?.startsWith('extra ')) lines.shift()
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1]
  const path = lines.map(fromBase64)
  if (end < 0 || first !== firstLine || index === undefined || path.length > maxPath) return undefined
  if (!path.every((hash) => hash?.length === 32)) return undefined
  return { index: Number(index), path: path as Hash[], checkpoint: text.slice(end + 2) }
}

export type ProofRefusal = CheckpointRefusal | 'not_included'

/** Checks that the log contains an entry, by a proof and the keys that the verifier trusts. */
export function openTlogProof(
  text: string,
  entry: Uint8Array,
  trust: Trust,
): (OpenedCheckpoint & { index: number }) | { refused: ProofRefusal } {
  const proof = parseTlogProof(text)
  if (!proof) return { refused: 'malformed' }
  const opened = openCheckpoint(proof.checkpoint, trust)
  if ('refused' in opened) return opened
  const root = rootOfInclusion(proof.index, opened.checkpoint.size, leafHash(entry), proof.path)
  if (!root || !sameHash(root, opened.checkpoint.root)) return { refused: 'not_included' }
  return { ...opened, index: proof.index }
}
