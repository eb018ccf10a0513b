import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, it } from 'vitest'
import { toBase64 } from './base64.ts'
import { checkpointText, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import {
  cosignatureOf,
  cosignedMessage,
  keyIdOf,
  noteText,
  parseNote,
  parseVerifierKey,
  signersOf,
  timestampOf,
  verifierKeyText,
  type NoteSignature,
  type SignerKind,
  type VerifierKey,
} from './note.ts'
import { leafHash, nodeHash, type Hash } from './merkle.ts'
import { openTlogProof, parseTlogProof, tlogProofText } from './tlog-proof.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

type Signer = { key: VerifierKey; sign: (text: string, timestampS?: number) => NoteSignature }

function signer(name: string, kind: SignerKind, seed: number): Signer {
  const secret = new Uint8Array(32).fill(seed)
  const key = { name, kind, publicKey: ed25519.getPublicKey(secret) }
  return {
    key,
    sign(text, timestampS = 1_790_000_000) {
      const signature =
        kind === 'log'
          ? ed25519.sign(bytes(text), secret)
          : cosignatureOf(timestampS, ed25519.sign(cosignedMessage(text, timestampS), secret))
      return { name, keyId: keyIdOf(key), signature }
    },
  }
}

const log = signer('school.example/log', 'log', 1)
const [one, two] = [signer('first.example', 'witness', 2), signer('second.example', 'witness', 3)]
const trust = { log: log.key, witnesses: [one.key, two.key], quorum: 1 }

/** The published example of Go's package golang.org/x/mod/sumdb/note. */
const published = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note:
    'If you think cryptography is the answer to your problem,\n' +
    "then you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}

it('reads and verifies a note that another program signed', () => {
  const key = parseVerifierKey(published.key)!
  const note = parseNote(published.note)!
  expect(key.kind).toBe('log')
  expect(verifierKeyText(key)).toBe(published.key)
  expect(signersOf(note, [key])).toEqual([key])
  expect(noteText(note)).toBe(published.note)
  expect(signersOf({ ...note, text: note.text.replace('your', 'our') }, [key])).toBeUndefined()
})

it('ignores signatures of unknown keys, also under a known name', () => {
  const text = checkpointText({ origin: log.key.name, size: 1, root: leafHash(bytes('a')) })
  const other = signer(log.key.name, 'log', 9)
  const note = { text, signatures: [other.sign(text), log.sign(text)] }
  expect(signersOf(note, [log.key])).toEqual([log.key])
  expect(signersOf({ text, signatures: [other.sign(text)] }, [log.key])).toEqual([])
})

it('refuses malformed keys', () => {
  const text = verifierKeyText(one.key)
  expect(parseVerifierKey(text)).toEqual(one.key)
  for (const wrong of [
    '',
    'name',
    text.slice(1),
    `${text}A`,
    text.replace('+', ' +'),
    text.replace(/\+[0-9a-f]/, '+0'),
  ])
    expect(parseVerifierKey(wrong), wrong).toBeUndefined()
})

it.each([
  ['no blank line', (note: string) => note.replace('\n\n', '\n')],
  ['no newline at the end', (note: string) => note.slice(0, -1)],
  ['a control character', (note: string) => `\t${note}`],
  ['a hyphen instead of the dash', (note: string) => note.replace('— ', '- ')],
  ['base64 that is not canonical', (note: string) => note.replace(/=\n$/, '\n')],
  ['a name with a plus', (note: string) => note.replace('— school', '— sch+ool')],
  ['more words after the signature', (note: string) => note.replace(/\n$/, ' more\n')],
])('refuses a note with %s', (_, change) => {
  const text = checkpointText({ origin: log.key.name, size: 1, root: leafHash(bytes('a')) })
  const note = noteText({ text, signatures: [log.sign(text)] })
  expect(parseNote(note)).toBeDefined()
  expect(parseNote(change(note))).toBeUndefined()
})

const root: Hash = leafHash(bytes('only entry'))

function signed(checkpoint = { origin: log.key.name, size: 1, root }, by: readonly Signer[] = [log, one]): string {
  const text = checkpointText(checkpoint)
  return noteText({ text, signatures: by.map((each) => each.sign(text)) })
}

it('opens a checkpoint with the log’s signature and enough cosignatures', () => {
  expect(openCheckpoint(signed(), trust)).toMatchObject({ checkpoint: { size: 1 }, witnesses: [one.key] })
  expect(openCheckpoint(signed(undefined, [log, two, one]), { ...trust, quorum: 2 })).toMatchObject({
    witnesses: [two.key, one.key],
  })
})

it.each([
  ['too_few_witnesses', signed(undefined, [log])],
  ['too_few_witnesses', signed(undefined, [log, signer('stranger.example', 'witness', 5)])],
  ['unknown_key', signed(undefined, [one])],
  ['unknown_key', signed(undefined, [signer(log.key.name, 'log', 6), one])],
  ['wrong_origin', signed({ origin: 'other.example/log', size: 1, root })],
  ['wrong_signature', signed().replace(toBase64(root), toBase64(leafHash(bytes('other'))))],
  ['wrong_signature', signed().replace('\n1\n', '\n2\n')],
  ['malformed', signed().replace('\n1\n', '\n01\n')],
  ['malformed', signed().replace('\n1\n', '\n9999999999999999\n')],
  ['malformed', signed({ origin: log.key.name, size: 1, root: root.slice(1) })],
  ['malformed', ''],
])('refuses a checkpoint: %s', (refused, text) => {
  expect(openCheckpoint(text, trust)).toEqual({ refused })
})

it('counts a witness once, and binds a cosignature to its time', () => {
  expect(openCheckpoint(signed(undefined, [log, one, one]), { ...trust, quorum: 2 })).toEqual({
    refused: 'too_few_witnesses',
  })
  const text = checkpointText({ origin: log.key.name, size: 1, root })
  const cosignature = one.sign(text, 1_790_000_123)
  expect(timestampOf(cosignature.signature)).toBe(1_790_000_123)
  const moved = { ...cosignature, signature: cosignatureOf(1_790_000_124, cosignature.signature.slice(8)) }
  expect(openCheckpoint(noteText({ text, signatures: [log.sign(text), moved] }), trust)).toEqual({
    refused: 'wrong_signature',
  })
})

it('accepts extension lines, except empty ones', () => {
  const text = checkpointText({ origin: 'a', size: 0, root })
  expect(parseCheckpoint(`${text}more\n`)).toMatchObject({ origin: 'a', size: 0 })
  expect(parseCheckpoint(`${text}\n`)).toBeUndefined()
})

it('proves an entry, and refuses another entry, a changed path and a malformed proof', () => {
  const [left, right] = [bytes('left'), bytes('right')]
  const pair = { origin: log.key.name, size: 2, root: nodeHash(leafHash(left), leafHash(right)) }
  const proof = tlogProofText({ index: 1, path: [leafHash(left)], checkpoint: signed(pair) })
  expect(openTlogProof(proof, right, trust)).toMatchObject({ index: 1, checkpoint: { size: 2 } })
  expect(openTlogProof(proof, left, trust)).toEqual({ refused: 'not_included' })
  expect(openTlogProof(proof.replace('index 1', 'index 0'), right, trust)).toEqual({ refused: 'not_included' })
  expect(openTlogProof(proof.replace('index 1', 'index 2'), right, trust)).toEqual({ refused: 'not_included' })
  const changed = proof.replace(toBase64(leafHash(left)), toBase64(leafHash(right)))
  expect(openTlogProof(changed, right, trust)).toEqual({ refused: 'not_included' })
  for (const wrong of [
    '',
    proof.replace('@v1', '@v2'),
    proof.replace('index 1', 'index 01'),
    proof.replace('\n\n', '\n'),
  ])
    expect(openTlogProof(wrong, right, trust)).toEqual({ refused: 'malformed' })
  expect(parseTlogProof(proof.replace('index', 'extra YQ==\nindex'))).toEqual(parseTlogProof(proof))
})
