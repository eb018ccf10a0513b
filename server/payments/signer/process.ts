import { planSchema } from '../chains/plan.ts'
import { keysOfSeed, type Keys } from './keys.ts'
import type { FromSigner, ToSigner } from './messages.ts'
import { refusalOf } from './policy.ts'
import { readSeed } from './seed.ts'
import { signPlan } from './sign.ts'

/**
 * The signer: a process of its own, the only one that ever has a private key. It is started by `signer.ts`, speaks over the pipe to its
 * parent alone, writes nothing, and ends with its parent.
 */
const say = (message: FromSigner) => void process.send?.(message, undefined, undefined, () => {})

function start(): Keys | undefined {
  const { SIGNER_SEED_FILE, DATA_DIR, NODE_ENV } = process.env
  try {
    const keys = keysOfSeed(readSeed({ seedFile: SIGNER_SEED_FILE, dataDir: DATA_DIR!, production: NODE_ENV === 'production' }))
    say({ kind: 'accounts', accounts: keys.accounts })
    return keys
  } catch (error) {
    say({ kind: 'fatal', reason: (error as Error).message })
    return undefined
  }
}

async function answer(keys: Keys, { id, plan }: ToSigner): Promise<FromSigner> {
  const parsed = planSchema.safeParse(plan)
  if (!parsed.success) return { kind: 'refused', id, reason: 'the plan is not of the right form' }
  const reason = refusalOf(parsed.data, keys)
  if (reason) return { kind: 'refused', id, reason }
  try {
    return { kind: 'signed', id, signed: await signPlan(parsed.data, keys) }
  } catch {
    // The library's own words could quote what it was given.
    return { kind: 'refused', id, reason: 'the transaction could not be signed' }
  }
}

process.once('disconnect', () => process.exit())
const keys = start()
process.on('message', (message: ToSigner) => {
  if (keys) void answer(keys, message).then(say)
})
