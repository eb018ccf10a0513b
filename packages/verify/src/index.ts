// The package's interface: the formats of the transparency log, and checks of what it contains. No I/O.

export { openBatchProof } from './ledger/batch-proof.ts'
export type { BatchProof, OpenedBatch } from './ledger/batch-proof.ts'
export { parseTransferRecord } from './ledger/transfer-record.ts'
export type { TransferRecord } from './ledger/transfer-record.ts'
export { checkpointText, openCheckpoint, parseCheckpoint } from './log/checkpoint.ts'
export type { Checkpoint, CheckpointRefusal, OpenedCheckpoint, Trust } from './log/checkpoint.ts'
export { growTiles, hashesFrom, lastTiles, rootFrom, tilesOf } from './log/grow.ts'
export type { StoredTile } from './log/grow.ts'
export {
  emptyRoot,
  isExtension,
  leafHash,
  pathIn,
  planConsistency,
  planInclusion,
  planRoot,
  rootOf,
  rootOfInclusion,
  sameHash,
} from './log/merkle.ts'
export type { Hash, Span, Subtree, Tree } from './log/merkle.ts'
export {
  cosignatureOf,
  cosignedMessage,
  keyIdOf,
  noteText,
  parseNote,
  parseVerifierKey,
  signersOf,
} from './log/note.ts'
export { timestampOf, verifierKeyText } from './log/note.ts'
export type { Note, NoteSignature, SignerKind, VerifierKey } from './log/note.ts'
export { bundleOf, maxEntryBytes, parseBundle, parseTilePath, tilePath, tileWidth, widthIn } from './log/tiles.ts'
export type { Tile } from './log/tiles.ts'
export { openTlogProof, parseTlogProof, tlogProofText } from './log/tlog-proof.ts'
export type { ProofRefusal, TlogProof } from './log/tlog-proof.ts'
