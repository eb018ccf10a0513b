import { transferKinds, type TransferRefusal } from './codes.ts'
import type { DirectTransfer, NewTransfer, Side } from './types.ts'

/**
 * A reference implementation of the ledger that uses maps instead of SQL and applies one transfer at a time. The
 * randomised test compares the real ledger with it. Holds the customers of one stream of operations, and the sums of
 * the house accounts.
 */
export type Model = {
  accounts: Map<string, { balance: bigint; reserved: bigint }>
  house: Map<string, bigint>
  keys: Map<string, { content: string; answer: Expected }>
  pending: Map<bigint, { transfer: DirectTransfer; state: 'pending' | 'post' | 'void' }>
}
export type Expected = { result: 'ok' | 'exists' | TransferRefusal; shown: bigint | null }

export function emptyModel(): Model {
  return { accounts: new Map(), house: new Map(), keys: new Map(), pending: new Map() }
}

const balanceLimit = 4_000_000_000_000_000_000n
const amountLimit = 1_000_000_000_000_000_000n

/**
 * Applies a batch to the model and returns the expected results. Call `settle` with the IDs that the ledger assigned to
 * accepted transfers, because later ones refer to them.
 */
export function applyBatch(
  model: Model,
  batch: readonly NewTransfer[],
): { expected: Expected[]; settle(ids: readonly (bigint | undefined)[]): void } {
  const expected: Expected[] = []
  for (let from = 0; from < batch.length;) {
    let to = from + 1
    while (to < batch.length && batch[from]!.link !== undefined && batch[to]!.link === batch[from]!.link) to++
    expected.push(...applyGroup(model, batch.slice(from, to)))
    from = to
  }
  return {
    expected,
    settle: (ids) =>
      batch.forEach((transfer, place) => {
        if (expected[place]!.result === 'ok' && 'debit' in transfer && transfer.pending)
          model.pending.set(ids[place]!, { transfer, state: 'pending' })
      }),
  }
}

function applyGroup(model: Model, group: readonly NewTransfer[]): Expected[] {
  const trial: Model = structuredCloneOfTouched(model, group)
  const answers: Expected[] = []
  for (const transfer of group) {
    const answer = applyOne(trial, transfer)
    answers.push(answer)
    if ((answer.result !== 'ok' && answer.result !== 'exists') || answer.result !== answers[0]!.result) break
  }
  const failed = answers.at(-1)!
  const whole =
    answers.length === group.length &&
    answers.every(({ result }) => result === answers[0]!.result) &&
    (failed.result === 'ok' || failed.result === 'exists')
  if (whole) {
    adopt(model, trial)
    return answers
  }
  // A single transfer keeps its own reason. In a group, the transfer at fault keeps its reason too, and existing ones
  // still report `exists`.
  return group.map((transfer, place) => {
    if (place === answers.length - 1 && failed.result !== 'ok') return failed
    const known = transfer.key === undefined ? undefined : model.keys.get(transfer.key)
    if (known && known.content === contentOf(model, transfer)) return { ...known.answer, result: 'exists' }
    return { result: 'linked_failed', shown: null }
  })
}

function applyOne(model: Model, transfer: NewTransfer): Expected {
  const known = transfer.key === undefined ? undefined : model.keys.get(transfer.key)
  if (known)
    return known.content === contentOf(model, transfer)
      ? { ...known.answer, result: 'exists' }
      : { result: 'key_reused', shown: null }
  const refusal = refusalOf(model, transfer)
  if (refusal) return { result: refusal, shown: null }
  const answer = move(model, transfer)
  if (transfer.key !== undefined && answer.result === 'ok')
    model.keys.set(transfer.key, { content: contentOf(model, transfer), answer })
  return answer
}

function refusalOf(model: Model, transfer: NewTransfer): TransferRefusal | undefined {
  if (!(transfer.kind in transferKinds)) return 'unknown_kind'
  if (!('debit' in transfer)) {
    const entry = model.pending.get('post' in transfer ? transfer.post : transfer.void)
    if (!entry) return 'pending_not_found'
    if (entry.state === 'post') return 'pending_already_posted'
    if (entry.state === 'void') return 'pending_already_voided'
    if ('post' in transfer && transfer.amountMinor !== undefined) {
      if (transfer.amountMinor < 1n || transfer.amountMinor > amountLimit) return 'bad_amount'
      if (transfer.amountMinor > entry.transfer.amountMinor) return 'exceeds_pending_amount'
    }
    return undefined
  }
  const { debit, credit, amountMinor } = transfer
  const sameCode = 'owner' in debit === 'owner' in credit && codeOf(debit) === codeOf(credit)
  if ('owner' in debit && 'owner' in credit)
    return debit.owner === credit.owner && sameCode ? 'same_account' : 'two_customers'
  if (!('owner' in debit) && sameCode) return 'same_account'
  if (amountMinor < 1n || amountMinor > amountLimit) return 'bad_amount'
  return undefined
}

function move(model: Model, transfer: NewTransfer): Expected {
  const entry = 'debit' in transfer ? undefined : model.pending.get('post' in transfer ? transfer.post : transfer.void)!
  const base = 'debit' in transfer ? transfer : entry!.transfer
  const amount = 'post' in transfer ? (transfer.amountMinor ?? base.amountMinor) : base.amountMinor
  const moved = ('debit' in transfer && transfer.pending) || 'void' in transfer ? 0n : amount
  const held = 'debit' in transfer ? (transfer.pending ? amount : 0n) : -base.amountMinor
  const { debit, credit, asset } = base
  const name = 'owner' in debit ? accountName(debit, asset) : 'owner' in credit ? accountName(credit, asset) : undefined
  let shown: bigint | null = null
  if (name !== undefined) {
    const before = model.accounts.get(name) ?? { balance: 0n, reserved: 0n }
    const isDebit = 'owner' in debit
    const after = {
      balance: before.balance + (isDebit ? -moved : moved),
      reserved: before.reserved + (isDebit ? held : 0n),
    }
    if (after.balance - after.reserved < 0n) return { result: 'insufficient', shown: before.balance - before.reserved }
    if (after.balance - after.reserved > balanceLimit) return { result: 'balance_too_large', shown: null }
    model.accounts.set(name, after)
    shown = after.balance
  }
  for (const [side, change] of [
    [debit, -moved],
    [credit, moved],
  ] as const) {
    if (!('owner' in side))
      model.house.set(`${side.house} ${asset}`, (model.house.get(`${side.house} ${asset}`) ?? 0n) + change)
  }
  if (entry)
    model.pending.set('post' in transfer ? transfer.post : (transfer as { void: bigint }).void, {
      ...entry,
      state: 'post' in transfer ? 'post' : 'void',
    })
  return { result: 'ok', shown }
}

export function accountName(side: { owner: string; code: string }, asset: string): string {
  return `${side.owner} ${side.code} ${asset}`
}

function codeOf(side: Side): string {
  return 'owner' in side ? side.code : side.house
}

/** Returns the content that must match for a repeated key. Excludes the transfer's link to its group. */
function contentOf(model: Model, transfer: NewTransfer): string {
  const { link: _, ...content } = transfer
  const requested =
    'post' in content
      ? { ...content, amountMinor: content.amountMinor ?? model.pending.get(content.post)?.transfer.amountMinor }
      : { ...content, shard: undefined }
  return JSON.stringify(requested, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

/**
 * Copies the part of the state that a group touches, to try the group on it. Copying everything would make long runs
 * slow.
 */
function structuredCloneOfTouched(model: Model, group: readonly NewTransfer[]): Model {
  if (group.length === 1) return model
  return {
    accounts: overlay(model.accounts),
    house: overlay(model.house),
    keys: overlay(model.keys),
    pending: overlay(model.pending),
  }
}

function adopt(model: Model, trial: Model): void {
  if (trial === model) return
  for (const part of ['accounts', 'house', 'keys', 'pending'] as const)
    for (const [name, value] of trial[part]) (model[part] as Map<unknown, unknown>).set(name, value)
}

function overlay<K, V>(base: Map<K, V>): Map<K, V> {
  const own = new Map<K, V>()
  const get = own.get.bind(own)
  own.get = (name) => get(name) ?? base.get(name)
  return own
}
