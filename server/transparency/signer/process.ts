import path from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64 } from '../../../packages/verify/src/log/base64.ts'
import { checkpointText } from '../../../packages/verify/src/log/checkpoint.ts'
import { isExtension, type Hash, type Tree } from '../../../packages/verify/src/log/merkle.ts'
import { keyIdOf, noteText, verifierKeyText, type VerifierKey } from '../../../packages/verify/src/log/note.ts'
import { readLastTree, readLogKey, writeLastTree } from './log-key.ts'
import { holdFolder } from './hold-folder.ts'
import type { FromLogSigner, ToLogSigner } from './messages.ts'

/**
 * The log's signer: a separate process, and the only one that holds the log's private key. It signs a tree only if a
 * proof shows that the tree extends the one signed last, so even the product can't make it sign two histories.
 */
async function serve(folder: string): Promise<void> {
  const say = (message: FromLogSigner) => void process.send?.(message, undefined, undefined, () => {})
  const sayLast = (message: FromLogSigner) => process.send?.(message, undefined, undefined, () => process.exit())
  process.once('disconnect', () => process.exit())
  try {
    if (!(await holdFolder(folder))) return void sayLast({ kind: 'elsewhere' })
    const { secret, publicKey, name } = readLogKey(folder)
    const key: VerifierKey = { name, kind: 'log', publicKey }
    say({ kind: 'ready', verifierKey: verifierKeyText(key), lastSize: readLastTree(folder).size })
    process.on('message', ({ id, ...request }: ToLogSigner) => {
      // Read each time: processes on two machines that share the folder don't see each other's lock.
      const last = readLastTree(folder)
      const tree = treeOf(request)
      if (!tree || !isExtension(last, tree.next, tree.proof))
        return say({ kind: 'refused', id, lastSize: last.size, reason: `the tree doesn't extend that of ${last.size}` })
      writeLastTree(folder, tree.next)
      const text = checkpointText({ origin: name, ...tree.next })
      const signature = ed25519.sign(Buffer.from(text), secret)
      say({ kind: 'signed', id, signed: noteText({ text, signatures: [{ name, keyId: keyIdOf(key), signature }] }) })
    })
  } catch (error) {
    sayLast({ kind: 'fatal', reason: (error as Error).message })
  }
}

function treeOf({ size, root, proof }: Omit<ToLogSigner, 'id'>): { next: Tree; proof: Hash[] } | undefined {
  const hashes = [root, ...proof].map(fromBase64)
  if (!Number.isSafeInteger(size) || !hashes.every((hash) => hash?.length === 32)) return undefined
  const [next, ...rest] = hashes as Hash[]
  return { next: { size, root: next! }, proof: rest }
}

void serve(path.join(process.env['DATA_DIR'] ?? 'data', 'log-signer'))
