import { createHash } from 'node:crypto'
import { formatAmount, parseAmount, type CashAsset } from '../../../api/money.ts'
import { refusedPriceReasons } from '../../../api/calls/markets/markets.ts'
import { canonicalReceipt, tradeReceipt, type TradeReceipt } from '../../../api/calls/trading/trading.ts'
import type { Trust } from '../../../packages/verify/src/index.ts'
import { hashChainStart, findBrokenLink, type Tick } from '../../markets/public.ts'
import { breakEvenBps, expectedValueBps, profitMinor, returnedMinor } from '../results/payout.ts'
import { checkLog } from './check-receipt-log.ts'
import type { Check } from './receipt-check.ts'
import { feedGraceMs, rulesByVersion, textOfRules } from '../results/rules.ts'
import { exitOf, outcomeOf, strikeOf, voidReason, type Outcome } from '../results/settlement.ts'

/**
 * Recomputes a trade's result from its receipt, without a server, clock or network. Accepts any JSON value. With the
 * keys of a transparency log, also checks that the log contains the trade's transfers. A receipt is valid if every
 * check passes. Rules: docs/spec/truth.md section 3.
 */
export function checkReceipt(json: unknown, trust?: Trust): Check[] {
  const parsed = tradeReceipt.safeParse(json)
  if (!parsed.success)
    return [
      {
        name: 'form',
        result: 'fail',
        detail: `this isn't a receipt: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}`,
      },
    ]
  const receipt = parsed.data
  return [
    // Hashes the value as given rather than as parsed, so that the digest covers unknown fields, too.
    check(
      'digest',
      createHash('sha256')
        .update(canonicalReceipt(json as TradeReceipt))
        .digest('hex') === receipt.digest,
      'the receipt is unchanged',
    ),
    checkRules(receipt),
    checkOrder(receipt),
    checkHashChain('entry', receipt, receipt.ticks.entry),
    checkHashChain('exit', receipt, receipt.ticks.exit),
    ...checkOutcome(receipt),
    checkReturned(receipt),
    checkTransfers(receipt),
    ...checkNote(receipt),
    ...(trust ? [checkLog(receipt, trust)] : []),
    ...listRefused(receipt),
  ]
}

/**
 * Lists prices that were refused near the strike and the exit. They don't affect the result, so this check can't fail.
 */
function listRefused({ refused }: TradeReceipt): Check[] {
  const found = [...(refused?.entry ?? []), ...(refused?.exit ?? [])]
  const listed = new Map(
    found.map((price) => [
      price.id,
      `${new Date(price.at).toISOString()} ${price.price ?? 'no price'} (${refusedPriceReasons[price.reason]})`,
    ]),
  )
  const lines = [...listed.values()]
  if (refused?.completeSince !== undefined)
    lines.push(`some up to ${new Date(refused.completeSince).toISOString()} are missing`)
  return lines.length === 0 ? [] : [check('refused prices', true, lines.join('; '))]
}

const check = (name: string, holds: boolean, detail: string): Check => ({
  name,
  result: holds ? 'pass' : 'fail',
  detail,
})

/** Upper bound of the setting `payoutBps`. */
const maxPayoutBps = 9_900

function checkRules({ rules, order }: TradeReceipt): Check {
  const known = rulesByVersion(rules.version)
  const holds =
    known !== undefined &&
    textOfRules(known) === rules.text &&
    rules.strikeToleranceMs === rules.exitToleranceMs &&
    rules.strikeToleranceMs > 0
  return check(
    'rules',
    holds && order.payoutBps > 0 && order.payoutBps <= maxPayoutBps,
    known
      ? `${rules.version}, tolerance ${rules.strikeToleranceMs} ms, payout ${order.payoutBps / 100}%`
      : `unknown rules version ${rules.version}`,
  )
}

function checkOrder({ order }: TradeReceipt): Check {
  const holds =
    order.expiresAt === order.acceptedAt + order.interval * 1000 &&
    order.dt === new Date(order.acceptedAt).toISOString() &&
    order.asset === order.symbol &&
    order.breakEvenBps === breakEvenBps(order.payoutBps) &&
    order.expectedValueBps === expectedValueBps(order.payoutBps) &&
    ['$', '€', '£'].includes(order.cur) &&
    parseAmount(order.amount, assetOf(order.cur)) !== undefined
  return check(
    'order',
    holds,
    `${order.type} ${order.symbol}, ${order.amount}, accepted ${order.dt}, ${order.interval} s, ` +
      `break-even ${order.breakEvenBps / 100}%`,
  )
}

type Run = TradeReceipt['ticks']['entry']

/** Checks that each tick's hash follows from the previous one, so no tick in the run was changed, removed or added. */
function checkHashChain(name: 'entry' | 'exit', receipt: TradeReceipt, run: Run): Check {
  const ticks = ticksOf(receipt, run)
  const isReadable = /^(?:[0-9a-f]{2})*$/.test(run.before)
  if (!isReadable) return check(`${name} ticks`, false, 'the hash before the first tick is malformed')
  const broken = findBrokenLink(run.before, ticks)
  const inOrder = ticks.every((tick, index) => index === 0 || tick.atMs >= ticks[index - 1]!.atMs)
  const detail = broken
    ? `tick ${broken.seq} doesn't match the hash chain`
    : `${ticks.length} ticks, each linked by its hash to the previous one`
  return check(`${name} ticks`, !broken && inOrder && (ticks[0]?.seq !== 1 || run.before === hashChainStart), detail)
}

/** Finds the strike and the exit in the ticks and compares the computed result with the reported one. */
function checkOutcome(receipt: TradeReceipt): Check[] {
  const { order, outcome, rules } = receipt
  const consistent =
    outcome.status === order.status && outcome.returned === order.returned && outcome.reason === order.reason
  if (
    !consistent ||
    order.result !== (outcome.status === 'OPEN' ? 'null' : outcome.status === 'WON' ? 'true' : 'false')
  ) {
    return [check('outcome', false, 'order and outcome contradict each other')]
  }
  if (outcome.status === 'OPEN')
    return [
      check(
        'outcome',
        [outcome.strikeSeq, outcome.exitSeq, order.strike, order.exit, order.settledAt].every((each) => each === null),
        'the trade is open',
      ),
    ]
  const entry = ticksOf(receipt, receipt.ticks.entry)
  const exitRun = ticksOf(receipt, receipt.ticks.exit)
  const surrounded = [surrounds('strike', entry, order.acceptedAt), surrounds('exit', exitRun, order.expiresAt)]
  const strike = strikeOf(entry, order.acceptedAt)
  const exit = exitOf(exitRun, order.expiresAt) ?? exitAmongEntry(receipt, entry)
  const terms = {
    type: order.type,
    acceptedAtMs: order.acceptedAt,
    expiresAtMs: order.expiresAt,
    toleranceMs: rules.strikeToleranceMs,
  }
  const hasStrike = strike !== undefined && strike.atMs <= order.expiresAt
  // A strike at or before the expiry implies an exit: the strike itself or a later tick.
  const lacksExit = hasStrike && (!exit || exit.seq < strike.seq)
  const computed = lacksExit ? undefined : outcomeOf(terms, strike, exit)
  const used = hasStrike ? { strike, exit } : { strike: undefined, exit: undefined }
  const ticksMatch =
    outcome.strikeSeq === (used.strike?.seq ?? null) &&
    outcome.exitSeq === (used.exit?.seq ?? null) &&
    samePrice(receipt, order.strike, used.strike) &&
    samePrice(receipt, order.exit, used.exit)
  return [...surrounded, checkResult(receipt, computed, ticksMatch)]
}

/**
 * Returns the exit of a receipt without an exit run, if the named tick is among the ticks around the entry. It remains
 * open whether a later tick followed.
 */
function exitAmongEntry({ order, outcome, ticks }: TradeReceipt, entry: Tick[]): Tick | undefined {
  return ticks.exit.ticks.length > 0
    ? undefined
    : entry.find((tick) => tick.seq === outcome.exitSeq && tick.atMs <= order.expiresAt)
}

/** `computed`: the result that the rules give for these ticks; undefined if the exit isn't among them. */
function checkResult(receipt: TradeReceipt, computed: Outcome | undefined, ticksMatch: boolean): Check {
  const { order, outcome, rules } = receipt
  const name = 'outcome'
  if (isAcrossSeam(receipt)) return checkSeam(receipt, ticksMatch)
  const words = computed
    ? `the rules give ${computed.status}, the receipt says ${outcome.status}`
    : exitMissing(outcome)
  const stopped = outcome.status === 'VOID' && outcome.reason === voidReason('feed_stopped', rules.strikeToleranceMs)
  if (stopped) {
    const waited = order.settledAt !== null && order.settledAt >= order.expiresAt + rules.exitToleranceMs + feedGraceMs
    if (!waited) return check(name, false, 'the trade was voided before the feed had time to come back')
    return computed?.status === 'VOID'
      ? check(name, true, words)
      : {
          name,
          result: 'open',
          detail: "the receipt can't show whether prices arrived before or after the feed was declared stopped",
        }
  }
  if (!computed) return check(name, false, words)
  const reason = computed.voidCode === null ? null : voidReason(computed.voidCode, rules.strikeToleranceMs)
  return check(
    name,
    computed.status === outcome.status &&
      ticksMatch &&
      outcome.reason === reason &&
      order.settledAt !== null &&
      order.settledAt >= order.expiresAt,
    words,
  )
}

const isVoidBySeam = ({ outcome, rules }: TradeReceipt) =>
  outcome.status === 'VOID' && outcome.reason === voidReason('record_restarted', rules.strikeToleranceMs)

/** Returns seams after acceptance and up to the expiry. */
const seamsWithin = ({ order, seams }: TradeReceipt) =>
  (seams ?? []).filter(({ at }) => at > order.acceptedAt && at <= order.expiresAt)

const isAcrossSeam = (receipt: TradeReceipt) => isVoidBySeam(receipt) || seamsWithin(receipt).length > 0

/**
 * Checks that a trade is void because of a restarted price record if, and only if, the record restarted before the
 * trade's expiry.
 */
function checkSeam(receipt: TradeReceipt, ticksMatch: boolean): Check {
  const { order, outcome, seams } = receipt
  if (!seams)
    return {
      name: 'outcome',
      result: 'open',
      detail: "the receipt doesn't list restarts of the price record: download it again",
    }
  const found = seamsWithin(receipt).map(({ at, reason }) => `${new Date(at).toISOString()} (${reason})`)
  if (found.length === 0)
    return check('outcome', false, 'the receipt shows no restart of the price record between order and expiry')
  const holds = isVoidBySeam(receipt) && ticksMatch && order.settledAt !== null && order.settledAt >= order.expiresAt
  return check(
    'outcome',
    holds,
    `the price record restarted at ${found.join(', ')}: the rules give VOID, the receipt says ${outcome.status}`,
  )
}

function exitMissing({ exitSeq }: TradeReceipt['outcome']): string {
  return exitSeq === null
    ? 'the receipt names no exit, but a price arrived before the expiry'
    : `the receipt names tick ${exitSeq} as the exit but doesn't include it: download it again`
}

/**
 * Checks that a run includes the tick after the moment, and either the tick before it or the first tick of the record.
 */
function surrounds(name: string, ticks: Tick[], atMs: number): Check {
  const before = ticks.findLast((tick) => tick.atMs <= atMs)
  const after = ticks.find((tick) => tick.atMs > atMs)
  if (!after)
    return { name, result: 'open', detail: 'no later tick existed when the receipt was created: download it again' }
  return check(
    name,
    before !== undefined || after.seq === 1,
    before ? `between ticks ${before.seq} and ${after.seq}` : 'before the first tick of the record',
  )
}

function checkReturned({ order, outcome }: TradeReceipt): Check {
  const asset = assetOf(order.cur)
  const stakeMinor = parseAmount(order.amount, asset) ?? 0n
  const expectedMinor = returnedMinor(outcome.status, stakeMinor, order.payoutBps)
  const expected = expectedMinor === undefined ? null : formatAmount(expectedMinor, asset)
  return check(
    'payout',
    outcome.returned === expected,
    `${order.amount} at ${order.payoutBps / 100}%: ${expected ?? 'nothing yet'} returned`,
  )
}

function checkTransfers({ order, outcome, transfers }: TradeReceipt): Check {
  const asset = assetOf(order.cur)
  const profit = formatAmount(profitMinor(parseAmount(order.amount, asset) ?? 0n, order.payoutBps), asset)
  const settled: Record<typeof outcome.status, string[]> = {
    OPEN: [],
    WON: [`stake_return ${order.amount}`, `profit ${profit}`],
    LOST: [`loss ${order.amount}`],
    TIE: [`stake_return ${order.amount}`],
    VOID: [`void_return ${order.amount}`],
  }
  const expected = [`stake ${order.amount}`, ...settled[outcome.status]].sort()
  const found = transfers.map(({ kind, amount }) => `${kind} ${amount}`).sort()
  const ids = new Set(transfers.map(({ id }) => id))
  const inTime = transfers.every(({ kind, at }) =>
    kind === 'stake' ? at >= order.acceptedAt - feedGraceMs : order.settledAt !== null && at >= order.settledAt,
  )
  const belong = transfers.every((transfer) => namesItsShard(transfer) && isOfOrder(order, transfer))
  return check(
    'transfers',
    expected.join() === found.join() && ids.size === transfers.length && inTime && belong,
    found.join(', '),
  )
}

type Transfer = TradeReceipt['transfers'][number]

/** The debit and credit accounts for each kind of transfer. `trading` is the customer's account. */
const sides: Record<string, readonly [from: string, to: string]> = {
  stake: ['trading', 'stakes'],
  stake_return: ['stakes', 'trading'],
  void_return: ['stakes', 'trading'],
  profit: ['trading_house', 'trading'],
  loss: ['stakes', 'trading_house'],
}

/** Returns whether a transfer belongs to the trade, in its currency and between the accounts of its kind. */
function isOfOrder(order: TradeReceipt['order'], { kind, asset, from, to, order: trade }: Transfer): boolean {
  const [debit, credit] = (sides[kind] ?? []).map((name) => (name === 'trading' ? `${order.customer} trading` : name))
  return (
    (trade === undefined || trade === order.id) &&
    (asset === undefined || asset === assetOf(order.cur)) &&
    (from === undefined || from === debit) &&
    (to === undefined || to === credit)
  )
}

/**
 * Checks the order text that the stake's transfer carries as its note. The text comes from `trading.order_words` in the
 * database, or from `order_words_0201` for older trades. The oldest trades have no note.
 */
function checkNote({ order, rules, transfers }: TradeReceipt): Check[] {
  const { type, symbol, acceptedAt, expiresAt, payoutBps } = order
  const version = rulesByVersion(rules.version)?.id
  const words = [
    [type, symbol, acceptedAt, expiresAt, payoutBps, rules.strikeToleranceMs, version].join(':'),
    `${type} ${symbol} from ${acceptedAt} to ${expiresAt}, payout ${payoutBps} bps, ` +
      `tolerance ${rules.strikeToleranceMs} ms, rules ${version}`,
  ]
  const notes = transfers.flatMap(({ kind, note }) => (kind === 'stake' && typeof note === 'string' ? [note] : []))
  const others = transfers.filter(({ kind, note }) => kind !== 'stake' && typeof note === 'string')
  return notes.length + others.length === 0
    ? []
    : [
        check(
          'order in the ledger',
          others.length === 0 && notes.every((note) => words.includes(note)),
          notes.join(', '),
        ),
      ]
}

/**
 * Returns whether the transfer's ID (bits 48 and up) and its batch name the same shard. Old receipts name only the
 * shard.
 */
function namesItsShard({ id, batch }: Transfer): boolean {
  const shard = /^(\d{1,2})(\/[1-9]\d{0,18})?$/.exec(batch)?.[1]
  return shard !== undefined && /^\d{1,19}$/.test(id) && BigInt(id) >> 48n === BigInt(shard)
}

/**
 * Converts prices back to whole numbers of the symbol's smallest step. A price with the wrong number of decimals
 * becomes NaN, which matches no hash.
 */
function ticksOf({ order }: TradeReceipt, run: Run): Tick[] {
  const steps = (price: string) =>
    price.length - price.indexOf('.') - 1 === order.scale || (order.scale === 0 && !price.includes('.'))
      ? Number(price.replace('.', ''))
      : Number.NaN
  return run.ticks.map(({ seq, at, bid, ask, price, source, hash }) => ({
    symbol: order.symbol,
    seq,
    atMs: at,
    bid: steps(bid),
    ask: steps(ask),
    price: steps(price),
    source,
    hash,
  }))
}

function samePrice({ order, ticks }: TradeReceipt, reported: string | null, used: Tick | undefined): boolean {
  if (!used) return reported === null
  return (
    [...ticks.entry.ticks, ...ticks.exit.ticks].some((tick) => tick.seq === used.seq && tick.price === reported) &&
    order.scale >= 0
  )
}

function assetOf(symbol: string): CashAsset {
  return symbol === '€' ? 'EUR' : symbol === '£' ? 'GBP' : 'USD'
}
