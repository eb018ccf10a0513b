import { hkdfSync } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Disk } from 'flydrive'
import type { FSDriver } from 'flydrive/drivers/fs'
import type { S3Driver } from 'flydrive/drivers/s3'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../secrets/keys.ts'
import { reencode, type Picture, type PictureSize } from './pictures.ts'
import { uuidv7, type Random } from '../random.ts'
import { invariant } from '../http/refused.ts'
import { createByteSealer, sealedUnder } from '../secrets/sealing.ts'

/**
 * Owner and purpose of a file. The purpose consists of lowercase words joined by hyphens, such as `identity-document`.
 */
export type FileUse = { owner: string; purpose: string }

/**
 * Customers' files, encrypted before they leave this process and stored in a folder under DATA_DIR or at FILES_URL. A
 * file is found by its id and can be opened only for its owner and purpose. Paths contain only purpose and id.
 */
export type Files = {
  /**
   * Stores bytes and returns the file's id. If the caller's transaction fails afterwards, the caller must delete the
   * file.
   */
  put(bytes: Uint8Array, use: FileUse): Promise<string>
  /**
   * Stores a picture as a new JPEG of its visible content, without any other data from the upload. Throws `bad_file`,
   * `picture_too_large`, `busy` (api/pictures.ts).
   */
  storeImage(bytes: Uint8Array, use: FileUse, size?: PictureSize): Promise<{ id: string } & Picture>
  /**
   * Returns the stored bytes, or undefined if deleted. Throws if the file was altered or belongs to another owner or
   * purpose.
   */
  openFile(id: string, use: FileUse): Promise<Buffer | undefined>
  /**
   * Re-encrypts a file under the newest key. Returns whether it was encrypted under another key; false if it was
   * deleted. Throws if it can't be read.
   */
  reseal(id: string, use: FileUse): Promise<boolean>
  /** Deletes a file. Deleting it twice isn't an error. */
  deleteFile(id: string, purpose: string): Promise<void>
  /**
   * Lists the ids of all files with a purpose, to find unreferenced ones. Ids contain their creation time
   * (`fileMadeAtMs`).
   */
  listFiles(purpose: string): AsyncIterable<string>
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Suffix of a temporary file during a write. It matches no id, so lists skip it. */
const unfinished = '.new'
const purposePattern = /^[a-z]+(-[a-z]+)*$/

type Options = { config: Pick<Config, 'dataDir' | 'filesUrl'>; clock: Clock; keys: Pick<Keys, 'ring'>; random: Random }

/** Creates the file store. `createByteSealer` encrypts each file under a separate key. */
export function createFiles({ config, clock, keys, random }: Options): Files {
  let disk: Promise<Disk> | undefined
  const opened = () => (disk ??= openDisk(config))
  const sealerOf = (id: string) => createByteSealer(keys, (secretKey) => keyOf(secretKey, id), random)
  const stored = async (key: string) => {
    const disk = await opened()
    return (await disk.exists(key)) ? Buffer.from(await disk.getBytes(key)) : undefined
  }
  const files: Files = {
    async put(bytes, use) {
      const id = uuidv7(clock.nowMs(), random)
      await (await opened()).put(place(id, use.purpose), sealerOf(id).seal(bytes, boundTo(id, use)))
      return id
    },
    async storeImage(bytes, use, size) {
      const picture = await reencode(bytes, size)
      return { id: await files.put(picture.bytes, use), ...picture }
    },
    async openFile(id, use) {
      const sealed = await stored(place(id, use.purpose))
      return sealed && sealerOf(id).open(sealed, boundTo(id, use))
    },
    async reseal(id, use) {
      const key = place(id, use.purpose)
      const sealed = await stored(key)
      const current = sealedUnder(keys.ring[0]!)
      if (!sealed || sealed.subarray(0, current.length).equals(current)) return false
      const sealer = sealerOf(id)
      const next = sealer.seal(sealer.open(sealed, boundTo(id, use)), boundTo(id, use))
      const disk = await opened()
      // Renames over the old file, so that a concurrent reader never sees half a file and a crash never leaves one.
      await disk.put(`${key}${unfinished}`, next)
      await disk.move(`${key}${unfinished}`, key)
      return true
    },
    async deleteFile(id, purpose) {
      const key = place(id, purpose)
      const disk = await opened()
      for (const one of [key, `${key}${unfinished}`]) await disk.delete(one)
    },
    async *listFiles(purpose) {
      invariant(purposePattern.test(purpose), 'a file needs a valid purpose')
      const disk = await opened()
      let paginationToken: string | undefined
      do {
        const page = await disk
          .listAll(purpose, { recursive: true, ...(paginationToken && { paginationToken }) })
          .catch(noFolder)
        for (const entry of page.objects) if (entry.isFile && idPattern.test(entry.name)) yield entry.name
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
  return files
}

/** Returns the creation time in a file's id, in epoch milliseconds. Source: RFC 9562, version 7. */
export function fileMadeAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Returns an empty list if the folder is missing, because a purpose has no folder until its first file is stored. */
function noFolder(error: Error): { objects: never[]; paginationToken?: string } {
  if (((error.cause ?? error) as { code?: string }).code === 'ENOENT') return { objects: [] }
  throw error
}

function place(id: string, purpose: string): string {
  invariant(idPattern.test(id) && purposePattern.test(purpose), 'a file has an id and a purpose')
  // Random digits spread the files over folders, so that no folder grows too large.
  return `${purpose}/${id.slice(-2)}/${id}`
}

function keyOf(secretKey: Buffer, id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, id, 'tallystick files', 32))
}

const boundTo = (id: string, { owner, purpose }: FileUse) => `${id}/${purpose}/${owner}`

/** Loads the libraries on first use, because the server can accept orders without them. */
async function openDisk(config: Pick<Config, 'dataDir' | 'filesUrl'>): Promise<Disk> {
  const { Disk } = await import('flydrive')
  return new Disk(await driverOf(config))
}

/**
 * Returns the driver for `s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION&tls=0]`, `file:///folder`, or a folder
 * under DATA_DIR.
 */
async function driverOf({ dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>): Promise<FSDriver | S3Driver> {
  if (!filesUrl?.startsWith('s3:')) {
    const { FSDriver } = await import('flydrive/drivers/fs')
    return new FSDriver({
      location: filesUrl ? fileURLToPath(filesUrl) : path.join(dataDir, 'files'),
      visibility: 'private',
    })
  }
  const url = new URL(filesUrl)
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    bucket: url.pathname.slice(1),
    visibility: 'private',
    supportsACL: false,
  })
}
