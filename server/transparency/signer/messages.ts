/** Messages between the product and the process with the log's key. None contains the key. */
export type ToLogSigner = {
  id: number
  /** The tree to sign: its size, and its root in base64. */
  size: number
  root: string
  /** The proof that the tree extends the one signed last, in base64. */
  proof: readonly string[]
}
export type FromLogSigner =
  /** The log's public key as text, and the size of the tree signed last. */
  | { kind: 'ready'; verifierKey: string; lastSize: number }
  | { kind: 'signed'; id: number; signed: string }
  /** The tree doesn't extend the one signed last. */
  | { kind: 'refused'; id: number; lastSize: number; reason: string }
  /** The process can't start. The reason is a sentence for the operator. */
  | { kind: 'fatal'; reason: string }
  /** Another process signs with this key. This one ends. */
  | { kind: 'elsewhere' }
