import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64.ts'

// Signed notes and cosignatures. Sources: https://c2sp.org/signed-note, https://c2sp.org/tlog-cosignature

/** Signature types: a log's signature of the text, and a witness's cosignature with its time. */
const signatureTypes = { log: 0x01, witness: 0x04 } as const
export type SignerKind = keyof typeof signatureTypes

/** The public key of a log or a witness. */
export type VerifierKey = { name: string; kind: SignerKind; publicKey: Uint8Array }

/** A signature line: the key's name, the key's id and the signature. */
export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array }

/** A text with the signatures below it. The text ends with a newline. */
export type Note = { text: string; signatures: readonly NoteSignature[] }

const maxSignatures = 64
const badName = /[\s+\p{Zs}]|^$/u
// eslint-disable-next-line no-control-regex -- the format forbids control characters
const control = /[\u0000-\u0009\u000b-\u001f]/

/** Returns the four bytes that identify a key in a signature line. */
export function keyIdOf({ name, kind, publicKey }: VerifierKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(signatureTypes[kind]), publicKey)).slice(0, 4)
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the text of a key, such as `example.org/log+3ab1…+AT…`. */
export function verifierKeyText(key: VerifierKey): string {
  const material = concatBytes(Uint8Array.of(signatureTypes[key.kind]), key.publicKey)
  return `${key.name}+${hex(keyIdOf(key))}+${toBase64(material)}`
}

/** Reads the text of a key. Returns undefined if it is malformed or its id doesn't match. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const [name = '', id = '', ...rest] = text.split('+')
  const material = fromBase64(rest.join('+'))
  const kind = (Object.keys(signatureTypes) as SignerKind[]).find((each) => signatureTypes[each] === material?.[0])
  if (!material || !kind || material.length !== 33 || badName.test(name)) return undefined
  const key = { name, kind, publicKey: material.slice(1) }
  return hex(keyIdOf(key)) === id ? key : undefined
}

/** Reads a signed note. Returns undefined if it is malformed. Checks no signature. */
export function parseNote(note: string): Note | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n') || control.test(note)) return undefined
  const lines = note.slice(end + 2, -1).split('\n')
  const signatures = lines.map(parseSignatureLine)
  if (signatures.length > maxSignatures || !signatures.every((signature) => signature !== undefined)) return undefined
  return { text: note.slice(0, end + 1), signatures }
}

/** Reads a signature line without its newline. Returns undefined if it is malformed. */
function parseSignatureLine(line: string): NoteSignature | undefined {
  const [dash, name = '', encoded = '', ...more] = line.split(' ')
  const bytes = fromBase64(encoded)
  if (dash !== '—' || badName.test(name) || !bytes || bytes.length < 5 || more.length > 0) return undefined
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** Returns a signature line with its newline. */
function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(keyId, signature))}\n`
}

/** Returns the text of a note with its signatures. */
export function noteText({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(signatureLine).join('')}`
}

const isOf = (key: VerifierKey, { name, keyId }: NoteSignature) => name === key.name && hex(keyId) === hex(keyIdOf(key))

const timeBytes = 8

/** Returns the message that a witness signs for a text at a time. */
export function cosignedMessage(text: string, timestampS: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${timestampS}\n${text}`)
}

function isValid({ kind, publicKey }: VerifierKey, text: string, signature: Uint8Array): boolean {
  if (kind === 'log')
    return signature.length === 64 && ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false })
  if (signature.length !== timeBytes + 64) return false
  const message = cosignedMessage(text, timestampOf(signature))
  return ed25519.verify(signature.slice(timeBytes), message, publicKey, { zip215: false })
}

/** Returns the time in a cosignature, in seconds since 1970. */
export function timestampOf(signature: Uint8Array): number {
  return Number(new DataView(signature.buffer, signature.byteOffset, timeBytes).getBigUint64(0))
}

/** Returns a cosignature: the time in eight bytes, then the signature of `cosignedMessage`. */
export function cosignatureOf(timestampS: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(timeBytes)
  new DataView(time.buffer).setBigUint64(0, BigInt(timestampS))
  return concatBytes(time, signature)
}

/**
 * Returns the keys among `trusted` that signed the note. Ignores signatures of unknown keys. Returns undefined if a
 * signature of a trusted key is wrong, because such a note must be rejected as a whole.
 */
export function signersOf(note: Note, trusted: readonly VerifierKey[]): VerifierKey[] | undefined {
  const found = new Set<VerifierKey>()
  for (const signature of note.signatures) {
    const key = trusted.find((each) => isOf(each, signature))
    if (!key) continue
    if (!isValid(key, note.text, signature.signature)) return undefined
    found.add(key)
  }
  return [...found]
}
