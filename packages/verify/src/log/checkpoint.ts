import { fromBase64, toBase64 } from './base64.ts'
import type { Tree } from './merkle.ts'
import { parseNote, signersOf, type Note, type VerifierKey } from './note.ts'

// Checkpoints of a transparency log. Source: https://c2sp.org/tlog-checkpoint

/** What a log signs: its name, and the size and root of its tree. */
export type Checkpoint = Tree & { origin: string }

/** Returns the text that a log signs. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** Reads a checkpoint's text. Returns undefined if it is malformed. Ignores extension lines, but none may be empty. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n')
  const [origin, size = '', encoded = ''] = lines
  const root = fromBase64(encoded)
  if (lines.length < 4 || lines.pop() !== '' || lines.some((line) => line === '')) return undefined
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) return undefined
  return root?.length === 32 ? { origin, size: Number(size), root } : undefined
}

/** The keys that a verifier trusts: the log's, and witnesses of which at least `quorum` must have cosigned. */
export type Trust = { log: VerifierKey; witnesses: readonly VerifierKey[]; quorum: number }

/** Why a checkpoint is refused. */
export type CheckpointRefusal = 'malformed' | 'wrong_origin' | 'unknown_key' | 'wrong_signature' | 'too_few_witnesses'

export type OpenedCheckpoint = { checkpoint: Checkpoint; note: Note; witnesses: VerifierKey[] }

/** Reads a signed checkpoint and checks its signatures. The log's key has the log's origin as its name. */
export function openCheckpoint(signed: string, trust: Trust): OpenedCheckpoint | { refused: CheckpointRefusal } {
  const note = parseNote(signed)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!note || !checkpoint) return { refused: 'malformed' }
  if (checkpoint.origin !== trust.log.name) return { refused: 'wrong_origin' }
  const signers = signersOf(note, [trust.log, ...trust.witnesses])
  if (!signers) return { refused: 'wrong_signature' }
  if (!signers.includes(trust.log)) return { refused: 'unknown_key' }
  const witnesses = signers.filter((key) => key !== trust.log)
  return witnesses.length < trust.quorum ? { refused: 'too_few_witnesses' } : { checkpoint, note, witnesses }
}
