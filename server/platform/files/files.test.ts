import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { createFiles, fileMadeAtMs } from './files.ts'
import { secretKeyOf } from '../secrets/keys.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.stop())

const ada = { owner: 'ada', purpose: 'test-note' }
const words = Buffer.from('what the file says')

async function idsOf(purpose: string): Promise<string[]> {
  const ids = []
  for await (const id of platform.files.listFiles(purpose)) ids.push(id)
  return ids
}

const stored = (purpose: string) =>
  readdirSync(path.join(platform.config.dataDir, 'files', purpose), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

describe('files', () => {
  it('are returned unchanged until they are deleted', async () => {
    const id = await platform.files.put(words, ada)
    expect(await platform.files.openFile(id, ada)).toEqual(words)
    expect(fileMadeAtMs(id)).toBe(platform.clock.nowMs())
    await platform.files.deleteFile(id, ada.purpose)
    await platform.files.deleteFile(id, ada.purpose)
    expect(await platform.files.openFile(id, ada)).toBeUndefined()
  })

  it('are listed by purpose; without files, the list is empty', async () => {
    const id = await platform.files.put(words, { ...ada, purpose: 'test-list' })
    expect(await idsOf('test-list')).toEqual([id])
    expect(await idsOf('never-used')).toEqual([])
  })

  it('don’t reveal their content or their owner on disk', async () => {
    const id = await platform.files.put(words, { ...ada, purpose: 'test-disk' })
    const [file] = stored('test-disk')
    expect(path.basename(file!)).toBe(id)
    expect(readFileSync(file!).includes('file')).toBe(false)
    expect(file).not.toContain('ada')
  })

  it('can’t be opened for another owner or another purpose', async () => {
    const id = await platform.files.put(words, ada)
    await expect(platform.files.openFile(id, { ...ada, owner: 'grace' })).rejects.toThrow()
    const other = { ...ada, purpose: 'test-other' }
    const moved = await platform.files.put(words, other)
    const [from] = stored(ada.purpose).filter((file) => file.endsWith(id))
    const [to] = stored('test-other').filter((file) => file.endsWith(moved))
    writeFileSync(to!, readFileSync(from!))
    await expect(platform.files.openFile(moved, other)).rejects.toThrow()
  })

  it('can’t be opened under another key or with one bit changed', async () => {
    const id = await platform.files.put(words, ada)
    const elsewhere = createFiles({ ...platform, keys: { ring: [secretKeyOf(Buffer.alloc(32, 7))] } })
    await expect(elsewhere.openFile(id, ada)).rejects.toThrow()
    const [file] = stored(ada.purpose).filter((name) => name.endsWith(id))
    const sealed = readFileSync(file!)
    sealed[20]! ^= 1
    writeFileSync(file!, sealed)
    await expect(platform.files.openFile(id, ada)).rejects.toThrow()
  })

  it('can have only ids and purposes in our own format', async () => {
    await expect(platform.files.openFile('../../secret.key', ada)).rejects.toThrow('invariant')
    await expect(platform.files.put(words, { owner: 'ada', purpose: '../up' })).rejects.toThrow('invariant')
  })
})

it('stores a picture as a new JPEG', async () => {
  const sent = await sharp({ create: { width: 900, height: 600, channels: 4, background: '#36c' } })
    .png()
    .toBuffer()
  const picture = await platform.files.storeImage(sent, ada, { longestSide: 300 })
  expect(picture).toMatchObject({ width: 300, height: 200 })
  const kept = (await platform.files.openFile(picture.id, ada))!
  expect(kept).toEqual(picture.bytes)
  expect((await sharp(kept).metadata()).format).toBe('jpeg')
})
