import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, it } from 'vitest'
import { checkpointText, openCheckpoint } from '../../packages/verify/src/log/checkpoint.ts'
import { growTiles, rootFrom, tilesOf } from '../../packages/verify/src/log/grow.ts'
import { leafHash, planRoot } from '../../packages/verify/src/log/merkle.ts'
import { keyIdOf, noteText, type VerifierKey } from '../../packages/verify/src/log/note.ts'
import { bundleOf, parseTilePath } from '../../packages/verify/src/log/tiles.ts'
import { verifyLog, type LogFiles } from './log.ts'

const secret = new Uint8Array(32).fill(7)
const key: VerifierKey = { name: 'log.example', kind: 'log', publicKey: ed25519.getPublicKey(secret) }
const trust = { log: key, witnesses: [], quorum: 0 }
const bytes = (text: string) => new TextEncoder().encode(text)
const entries = Array.from({ length: 600 }, (_, at) => `{"type":"test","at":${at}}`)

/** Serves a log whose entries may differ from those that its checkpoint covers. */
function logOf(signedEntries: readonly string[], served = signedEntries): LogFiles {
  const size = signedEntries.length
  const tiles = growTiles(
    0,
    [],
    signedEntries.map((entry) => leafHash(bytes(entry))),
  )
  const needed = tilesOf([planRoot(size)])
  const wanted = tiles.filter((tile) => needed.some(({ level, index }) => tile.level === level && tile.index === index))
  const text = checkpointText({ origin: key.name, size, root: rootFrom(wanted, size) })
  const signature = ed25519.sign(bytes(text), secret)
  const note = noteText({ text, signatures: [{ name: key.name, keyId: keyIdOf(key), signature }] })
  return async (path) => {
    if (path === 'checkpoint') return bytes(note)
    const { index, width } = parseTilePath(path)!
    return bundleOf(served.slice(index * 256, index * 256 + width).map(bytes))
  }
}

const treeOf = async (files: LogFiles) => {
  const opened = openCheckpoint(new TextDecoder().decode(await files('checkpoint')), trust)
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.checkpoint
}

it('holds for a whole log, also one that has grown since the last visit', async () => {
  const { types, newest } = await verifyLog(logOf(entries), trust)
  expect(types).toEqual(new Map([['test', 600]]))
  expect(newest.checkpoint.size).toBe(600)
  for (const size of [1, 255, 256, 257, 600])
    await verifyLog(logOf(entries), trust, await treeOf(logOf(entries.slice(0, size))))
})

it('fails if an entry was changed, removed or added', async () => {
  const changed = entries.with(300, '{"type":"test","at":-1}')
  await expect(verifyLog(logOf(entries, changed), trust)).rejects.toThrow('don’t lead to the root')
  await expect(verifyLog(logOf(entries, entries.slice(0, -1)), trust)).rejects.toThrow('its checkpoint says 600')
})

it('fails if the log was rewritten or cut since the last visit', async () => {
  const before = await treeOf(logOf(entries.slice(0, 400)))
  const rewritten = logOf(entries.with(300, '{"type":"test","at":-1}'))
  await expect(verifyLog(rewritten, trust, before)).rejects.toThrow('The first 400 entries have changed.')
  await expect(verifyLog(logOf(entries.slice(0, 399)), trust, before)).rejects.toThrow('had 400 before')
})

it('fails with another key', async () => {
  const other = { ...key, publicKey: ed25519.getPublicKey(new Uint8Array(32).fill(8)) }
  await expect(verifyLog(logOf(entries), { ...trust, log: other })).rejects.toThrow('unknown_key')
})
