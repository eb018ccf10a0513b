import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset } from '../../api/money.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { transferResults, type HouseCode, type TransferKind } from './codes.ts'
import { createLedger } from './public.ts'
import type { Ledger, NewTransfer, Side } from './types.ts'
import { testOwner } from './test-owner.ts'

// Scripts: one transfer per line, with its result after `=>`. An empty line ends a batch. A and B are customers in
// different shards; C is in A's shard. `A.trading` is an account, a single word is a house account. `+name` names a
// pending transfer. After `=>`: the result, then the balance after it, or for `insufficient` the available balance.

let platform: TestPlatform
let ledger: Ledger
let ownersMade = 0
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
})
afterAll(() => platform.stop())

async function play(script: string): Promise<void> {
  const first = ownersMade
  ownersMade += 3
  const owners: Record<string, string> = {
    A: testOwner(first, 1),
    B: testOwner(first + 1, 2),
    C: testOwner(first + 2, 1),
  }
  const pending = new Map<string, bigint>([['nothing', (1n << 48n) + 999_999n]])
  for (const batch of script.trim().split(/\n\s*\n/)) {
    const lines = batch.split('\n').map((line) => line.trim())
    const outcomes = await ledger.postEach(lines.map((line) => transferOf(line, owners, pending)))
    const seen = lines.map((line, place) => {
      const outcome = outcomes[place]!
      const named = / \+(\w+)/.exec(line)
      if (named && outcome.ok) pending.set(named[1]!, outcome.id)
      const result = outcome.ok ? (outcome.existed ? 'exists' : 'ok') : outcome.code
      const shown = outcome.ok ? outcome.balanceMinor : outcome.availableMinor
      return `${line.split('=>')[0]!.trim()} => ${result}${shown === null || shown === undefined ? '' : ` ${shown}`}`
    })
    expect(seen).toEqual(lines.map((line) => line.replace(/\s*=>\s*/, ' => ')))
  }
  expect((await ledger.reconcile()).breaks).toEqual([])
}

function transferOf(line: string, owners: Record<string, string>, pending: Map<string, bigint>): NewTransfer {
  const [order, marksText = ''] = line.split('=>')[0]!.split('|')
  const marks = Object.fromEntries(
    marksText
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => word.split('=')),
  )
  const common = {
    key: marks.key && `${ownersMade}:${marks.key}`,
    note: marks.note,
    link: marks.link && Number(marks.link),
  }
  const [words, plus] = [
    order!
      .trim()
      .split(/\s+/)
      .filter((word) => !word.startsWith('+')),
    / \+\w/.test(order!),
  ]
  if (words[0] === 'post')
    return {
      ...common,
      post: pending.get(words[1]!)!,
      kind: words[2] as TransferKind,
      ...(words[3] && { amountMinor: BigInt(words[3]) }),
    }
  if (words[0] === 'void') return { ...common, void: pending.get(words[1]!)!, kind: words[2] as TransferKind }
  const side = (word: string): Side => {
    const [owner, code] = word.split('.')
    return code === undefined ? { house: word as HouseCode } : { owner: owners[owner!]!, code }
  }
  const [debit, , credit, amount, asset, kind] = words
  return {
    ...common,
    debit: side(debit!),
    credit: side(credit!),
    amountMinor: BigInt(amount!),
    asset: asset as Asset,
    kind: kind as TransferKind,
    shard: 1,
    pending: plus,
  }
}

const scripts: Record<string, string> = {
  'moves money and shows the balance after it': `
    practice_grants -> A.trading 1000 USD practice_grant => ok 1000
    A.trading -> stakes 400 USD stake => ok 600
    stakes -> trading_house 400 USD loss => ok

    stakes -> A.trading 50 USD stake_return => ok 650
    practice_grants -> A.bonus 7 USD bonus => ok 7
    practice_grants -> A.trading 7 EUR bonus => ok 7`,
  'refuses what the balance does not cover, and keeps posting to the account': `
    A.trading -> stakes 1 USD stake => insufficient 0

    practice_grants -> A.trading 1000 USD practice_grant => ok 1000
    A.trading -> stakes 600 USD stake => ok 400
    A.trading -> stakes 600 USD stake => insufficient 400
    A.trading -> stakes 400 USD stake => ok 0
    A.trading -> stakes 1 USD stake => insufficient 0
    stakes -> A.trading 5 USD stake_return => ok 5
    A.trading -> stakes 5 USD stake => ok 0
    practice_grants -> B.trading 3 USD practice_grant => ok 3
    B.trading -> stakes 4 USD stake => insufficient 3`,
  'returns the first transfer for a repeated key': `
    practice_grants -> A.trading 1000 USD practice_grant | key=g => ok 1000
    A.trading -> stakes 1 USD stake => ok 999

    practice_grants -> A.trading 1000 USD practice_grant | key=g => exists 1000
    practice_grants -> A.trading 999 USD practice_grant | key=g => key_reused
    practice_grants -> A.trading 1000 EUR practice_grant | key=g => key_reused
    practice_grants -> A.trading 1000 USD bonus | key=g => key_reused
    practice_grants -> A.trading 1000 USD practice_grant | key=g note=x => key_reused
    practice_grants -> A.bonus 1000 USD practice_grant | key=g => key_reused
    practice_grants -> B.trading 1000 USD practice_grant | key=g => ok 1000`,
  'detects a repeated key within a batch': `
    practice_grants -> A.trading 10 USD practice_grant | key=g => ok 10
    practice_grants -> A.trading 10 USD practice_grant | key=g => exists 10
    practice_grants -> A.trading 11 USD practice_grant | key=g => key_reused
    A.trading -> stakes 11 USD stake | key=s => insufficient 10
    A.trading -> stakes 10 USD stake | key=s => ok 0
    A.trading -> stakes 10 USD stake | key=s => exists 0
    practice_grants -> A.trading 0 USD practice_grant | key=g => key_reused`,
  'refuses in the order of precedence': `
    practice_grants -> A.trading 10 USD practice_grant | key=g => ok 10

    practice_grants -> practice_grants 0 XXX nonsense | key=g => key_reused
    practice_grants -> practice_grants 0 XXX nonsense => unknown_kind
    void nothing nonsense => unknown_kind
    void nothing stake => pending_not_found
    practice_grants -> practice_grants 0 XXX stake => unknown_asset
    nowhere -> nowhere 0 USD stake => bad_account
    A.Trading! -> stakes 0 USD stake => bad_account
    stakes -> nowhere 0 USD stake => bad_account
    practice_grants -> practice_grants 0 USD stake => same_account
    A.trading -> A.trading 0 USD stake => same_account
    A.trading -> A.bonus 0 USD stake => two_customers
    A.trading -> C.trading 0 USD stake => two_customers
    A.trading -> stakes 0 USD stake => bad_amount
    A.trading -> stakes -5 USD stake => bad_amount
    A.trading -> stakes 1000000000000000001 USD stake => bad_amount
    A.trading -> stakes 1000000000000000000 USD stake | note=${'x'.repeat(501)} => bad_text
    A.trading -> stakes 1000000000000000000 USD stake | note=${'x'.repeat(500)} => insufficient 10`,
  'keeps balances within 64 bits': `
    practice_grants -> A.trading 1000000000000000000 USD practice_grant => ok 1000000000000000000
    practice_grants -> A.trading 1000000000000000000 USD practice_grant => ok 2000000000000000000
    practice_grants -> A.trading 1000000000000000000 USD practice_grant => ok 3000000000000000000
    practice_grants -> A.trading 1000000000000000000 USD practice_grant => ok 4000000000000000000
    practice_grants -> A.trading 1000000000000000000 USD practice_grant => balance_too_large
    practice_grants -> A.trading 1 USD practice_grant => balance_too_large
    A.trading -> stakes 1 USD stake => ok 3999999999999999999
    practice_grants -> A.trading 1 USD practice_grant => ok 4000000000000000000`,
  'reserves, posts, posts in part, and voids': `
    practice_grants -> A.trading 100 USD practice_grant => ok 100
    A.trading -> withdrawal_clearing 60 USD withdrawal +first => ok 100
    A.trading -> stakes 41 USD stake => insufficient 40
    A.trading -> withdrawal_clearing 41 USD withdrawal +none => insufficient 40
    A.trading -> withdrawal_clearing 40 USD withdrawal +second => ok 100
    A.trading -> stakes 1 USD stake => insufficient 0

    post first withdrawal 61 => exceeds_pending_amount
    post first withdrawal 0 => bad_amount
    post first withdrawal 50 => ok 50
    post first withdrawal 50 => pending_already_posted
    void first withdrawal => pending_already_posted
    A.trading -> stakes 11 USD stake => insufficient 10
    A.trading -> stakes 10 USD stake => ok 40
    void second withdrawal => ok 40
    post second withdrawal => pending_already_voided
    A.trading -> stakes 40 USD stake => ok 0

    post first withdrawal => pending_already_posted
    void second withdrawal 5 => pending_already_voided`,
  'returns the first result for a repeated resolution': `
    practice_grants -> A.trading 100 USD practice_grant => ok 100
    A.trading -> withdrawal_clearing 60 USD withdrawal +p => ok 100

    post p withdrawal | key=k => ok 40
    post p withdrawal | key=k => exists 40

    post p withdrawal | key=k => exists 40
    post p withdrawal 59 | key=k => key_reused
    post p withdrawal => pending_already_posted`,
  'holds nothing for a pending credit': `
    deposit_clearing -> A.trading 100 BTC deposit +p => ok 0
    A.trading -> stakes 1 BTC stake => insufficient 0

    post p deposit => ok 100
    A.trading -> stakes 1 BTC stake => ok 99`,
  'reserves between house accounts': `
    stakes -> trading_house 5 USD loss +p => ok

    post p loss 4 => ok
    void p loss => pending_already_posted`,
  'resolves only pending transfers': `
    practice_grants -> A.trading 5 USD practice_grant +p => ok 0

    post p bonus +done => ok 5

    post done bonus => pending_not_found`,
  'links adjacent transfers: all or none, across customers and shards': `
    practice_grants -> A.trading 100 USD practice_grant => ok 100

    A.trading -> clearing 70 USD move | link=1 => ok 30
    clearing -> B.trading 70 USD move | link=1 => ok 70
    A.trading -> clearing 31 USD move | link=2 => insufficient 30
    clearing -> B.trading 31 USD move | link=2 => linked_failed
    B.trading -> stakes 70 USD stake => ok 0
    practice_grants -> A.trading 5 USD bonus | link=3 => linked_failed
    A.trading -> stakes 36 USD stake | link=3 => insufficient 35
    A.trading -> stakes 30 USD stake => ok 0`,
  'undoes a failed group of linked transfers, including its keys': `
    practice_grants -> A.trading 10 USD practice_grant | link=1 key=a => linked_failed
    A.trading -> nowhere 1 USD stake | link=1 => bad_account
    practice_grants -> A.trading 20 USD practice_grant | key=a => ok 20
    A.trading -> withdrawal_clearing 20 USD withdrawal +p => ok 20

    void p withdrawal | link=7 => linked_failed
    A.trading -> stakes 21 USD stake | link=7 => insufficient 20
    post p withdrawal 15 => ok 5
    A.trading -> stakes 5 USD stake => ok 0`,
  'returns the first result for a repeated group of linked transfers, and refuses half a group': `
    practice_grants -> A.trading 10 USD practice_grant | link=1 key=a => ok 10
    practice_grants -> A.bonus 10 USD bonus | link=1 key=b => ok 10

    practice_grants -> A.trading 10 USD practice_grant | link=1 key=a => exists 10
    practice_grants -> A.bonus 10 USD bonus | link=1 key=b => exists 10

    practice_grants -> A.trading 10 USD practice_grant | link=1 key=a => exists 10
    practice_grants -> A.bonus 10 USD bonus | link=1 key=c => linked_failed
    practice_grants -> A.bonus 10 USD bonus | link=2 key=d => linked_failed
    practice_grants -> A.trading 10 USD practice_grant | link=2 key=a => exists 10
    practice_grants -> A.bonus 1 USD bonus | key=d => ok 11`,
}

describe('postEach', () => {
  for (const [name, script] of Object.entries(scripts)) test(`${name}`, () => play(script))

  test('every result is covered by a script', () => {
    const all = Object.values(scripts).join('\n')
    // The TypeScript interface can't express an invalid phase; `database-rules.test.ts` covers it with SQL.
    for (const result of transferResults.filter((one) => one !== 'bad_phase')) expect(all).toContain(`=> ${result}`)
  })
})
