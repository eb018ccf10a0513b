import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { draftSchema } from '../chains/draft.ts'
import { keysOfSeed, type Keys } from './keys.ts'
import type { FromSigner, ToSigner } from './messages.ts'
import { refusalOf } from './policy.ts'
import { readSeed } from './seed.ts'
import { signDraft } from './sign.ts'

/**
 * The signer: a separate process, and the only one that ever holds a private key. It creates no files except its
 * socket. Started by `line.ts`, it uses only the pipe to its parent and ends with the parent. As a separate service
 * (`SIGNER_SOCKET`), it runs as another user and serves every program that may open its socket.
 */
function readKeys(): Keys | { reason: string } {
  const { SIGNER_SEED_FILE, DATA_DIR, NODE_ENV } = process.env
  try {
    return keysOfSeed(
      readSeed({ seedFile: SIGNER_SEED_FILE, dataDir: DATA_DIR ?? 'data', production: NODE_ENV === 'production' }),
    )
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

async function answer(keys: Keys, { id, draft }: ToSigner): Promise<FromSigner> {
  const parsed = draftSchema.safeParse(draft)
  if (!parsed.success) return { kind: 'refused', id, reason: 'the draft has an invalid format' }
  const reason = refusalOf(parsed.data, keys)
  if (reason) return { kind: 'refused', id, reason }
  try {
    return { kind: 'signed', id, signed: await signDraft(parsed.data, keys) }
  } catch {
    // The library's error message could quote its input.
    return { kind: 'refused', id, reason: 'the transaction could not be signed' }
  }
}

function serveParent(): void {
  const say = (message: FromSigner) => void process.send?.(message, undefined, undefined, () => {})
  process.once('disconnect', () => process.exit())
  const keys = readKeys()
  if ('reason' in keys) return say({ kind: 'fatal', reason: keys.reason })
  say({ kind: 'accounts', accounts: keys.accounts })
  process.on('message', (message: ToSigner) => void answer(keys, message).then(say))
}

/** Grants read and write access to the product's group and none to others. */
const socketUmask = 0o117

function serveSocket(file: string): void {
  const keys = readKeys()
  if ('reason' in keys) {
    process.stderr.write(`The signer failed to start:\n${keys.reason}\n`)
    process.exit(1)
  }
  const server = createServer((socket) => {
    const say = (message: FromSigner) => void socket.write(`${JSON.stringify(message)}\n`)
    socket.on('error', () => {})
    say({ kind: 'accounts', accounts: keys.accounts })
    createInterface({ input: socket })
      .on('line', (line) => void answerLine(keys, line).then(say))
      .on('error', () => {})
  })
  rmSync(file, { force: true })
  process.umask(socketUmask)
  server.listen(file)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
}

async function answerLine(keys: Keys, line: string): Promise<FromSigner> {
  try {
    return await answer(keys, JSON.parse(line) as ToSigner)
  } catch {
    return { kind: 'refused', id: 0, reason: 'the message has an invalid format' }
  }
}

const { SIGNER_SOCKET } = process.env
if (process.send) serveParent()
else if (SIGNER_SOCKET) serveSocket(SIGNER_SOCKET)
else {
  process.stderr.write('SIGNER_SOCKET: must be set for a separate signer\n')
  process.exit(1)
}
