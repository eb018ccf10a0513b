import { createHash } from 'node:crypto'
import { formatAmount, parseAmount, type CashAsset } from '../../contract/money.ts'
import { refusedPriceReasons } from '../../contract/markets.ts'
import { canonicalReceipt, tradeReceipt, type TradeReceipt } from '../../contract/trading.ts'
import { chainStart, findBrokenLink, type Tick } from '../markets/public.ts'
import { breakEvenBps, expectedValueBps, profitMinor, returnedMinor } from './payout.ts'
import { feedGraceMs, rulesByVersion } from './rules.ts'
import { exitOf, outcomeOf, strikeOf, voidReason, type Outcome } from './settlement.ts'

/** One thing that was checked. `open`: nothing is wrong, but the receipt does not hold enough to tell. */
export type Check = { name: string; result: 'pass' | 'fail' | 'open'; detail: string }

/**
 * Computes a trade's result again from its receipt alone: no server, no clock, no network. Takes any JSON value.
 * A receipt is good if every check passes. Rules: docs/spec/truth.md section 3.
 */
export function checkReceipt(json: unknown): Check[] {
  const parsed = tradeReceipt.safeParse(json)
  if (!parsed.success)
    return [
      {
        name: 'form',
        result: 'fail',
        detail: `this is no receipt: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}`,
      },
    ]
  const receipt = parsed.data
  return [
    // The value as it was given, so that a field that the form does not know is not passed over.
    check(
      'digest',
      createHash('sha256')
        .update(canonicalReceipt(json as TradeReceipt))
        .digest('hex') === receipt.digest,
      'the receipt is as it was made',
    ),
    checkRules(receipt),
    checkOrder(receipt),
    checkChain('entry', receipt, receipt.ticks.entry),
    checkChain('exit', receipt, receipt.ticks.exit),
    ...checkOutcome(receipt),
    checkReturned(receipt),
    checkTransfers(receipt),
    ...checkNote(receipt),
    ...listRefused(receipt),
  ]
}

/** Shows the prices that were refused close by. They decide nothing, so that nothing can fail here. */
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

/** The most that a payout may be set to. Source: the setting `payoutBps`. */
const mostPayoutBps = 9_900

function checkRules({ rules, order }: TradeReceipt): Check {
  const known = rulesByVersion(rules.version)
  const holds =
    known !== undefined &&
    known.text === rules.text &&
    rules.strikeToleranceMs === rules.exitToleranceMs &&
    rules.strikeToleranceMs > 0
  return check(
    'rules',
    holds && order.payoutBps > 0 && order.payoutBps <= mostPayoutBps,
    known
      ? `${rules.version}, tolerance ${rules.strikeToleranceMs} ms, payout ${order.payoutBps / 100} %`
      : `no rules ${rules.version} are known`,
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
    `${order.type} ${order.symbol}, ${order.amount}, accepted ${order.dt}, ${order.interval} s, break-even ${order.breakEvenBps / 100} %`,
  )
}

type Run = TradeReceipt['ticks']['entry']

/** Every tick's hash follows from the one before it, so that none was changed, left out or added inside of the run. */
function checkChain(name: 'entry' | 'exit', receipt: TradeReceipt, run: Run): Check {
  const ticks = ticksOf(receipt, run)
  const isReadable = /^(?:[0-9a-f]{2})*$/.test(run.before)
  if (!isReadable) return check(`${name} ticks`, false, 'the hash before the first tick is no hash')
  const broken = findBrokenLink(run.before, ticks)
  const inOrder = ticks.every((tick, index) => index === 0 || tick.atMs >= ticks[index - 1]!.atMs)
  const detail = broken
    ? `tick ${broken.seq} does not fit the chain`
    : `${ticks.length} ticks, each fits the one before it`
  return check(`${name} ticks`, !broken && inOrder && (ticks[0]?.seq !== 1 || run.before === chainStart), detail)
}

/** Finds strike and exit in the ticks and compares the result with the one told. */
function checkOutcome(receipt: TradeReceipt): Check[] {
  const { order, outcome, rules } = receipt
  const told = outcome.status === order.status && outcome.returned === order.returned && outcome.reason === order.reason
  if (!told || order.result !== (outcome.status === 'OPEN' ? 'null' : outcome.status === 'WON' ? 'true' : 'false')) {
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
  // A strike at or before the expiry says that the record has an exit, which is the strike itself or a later tick.
  const lacksExit = hasStrike && (!exit || exit.seq < strike.seq)
  const computed = lacksExit ? undefined : outcomeOf(terms, strike, exit)
  const used = hasStrike ? { strike, exit } : { strike: undefined, exit: undefined }
  const ticksTold =
    outcome.strikeSeq === (used.strike?.seq ?? null) &&
    outcome.exitSeq === (used.exit?.seq ?? null) &&
    samePrice(receipt, order.strike, used.strike) &&
    samePrice(receipt, order.exit, used.exit)
  return [...surrounded, checkResult(receipt, computed, ticksTold)]
}

/** The exit of a receipt without an exit run, where the tick that it names is shown around the entry. Whether a later one came stays open. */
function exitAmongEntry({ order, outcome, ticks }: TradeReceipt, entry: Tick[]): Tick | undefined {
  return ticks.exit.ticks.length > 0
    ? undefined
    : entry.find((tick) => tick.seq === outcome.exitSeq && tick.atMs <= order.expiresAt)
}

/** `computed` is what the rules give for the ticks shown; undefined where the exit is not among them. */
function checkResult(receipt: TradeReceipt, computed: Outcome | undefined, ticksTold: boolean): Check {
  const { order, outcome, rules } = receipt
  const name = 'outcome'
  if (isAcrossSeam(receipt)) return checkSeam(receipt, ticksTold)
  const words = computed
    ? `the rules give ${computed.status}, the receipt says ${outcome.status}`
    : exitMissing(outcome)
  const stopped = outcome.status === 'VOID' && outcome.reason === voidReason('feed_stopped', rules.strikeToleranceMs)
  if (stopped) {
    const waited = order.settledAt !== null && order.settledAt >= order.expiresAt + rules.exitToleranceMs + feedGraceMs
    if (!waited) return check(name, false, 'the feed was given up too early')
    return computed?.status === 'VOID'
      ? check(name, true, words)
      : {
          name,
          result: 'open',
          detail: 'prices that came after the feed was given up cannot be told from prices that were there',
        }
  }
  if (!computed) return check(name, false, words)
  const reason = computed.voidCode === null ? null : voidReason(computed.voidCode, rules.strikeToleranceMs)
  return check(
    name,
    computed.status === outcome.status &&
      ticksTold &&
      outcome.reason === reason &&
      order.settledAt !== null &&
      order.settledAt >= order.expiresAt,
    words,
  )
}

const isVoidBySeam = ({ outcome, rules }: TradeReceipt) =>
  outcome.status === 'VOID' && outcome.reason === voidReason('record_restarted', rules.strikeToleranceMs)

/** Seams after the acceptance and up to the expiry. */
const seamsWithin = ({ order, seams }: TradeReceipt) =>
  (seams ?? []).filter(({ at }) => at > order.acceptedAt && at <= order.expiresAt)

const isAcrossSeam = (receipt: TradeReceipt) => isVoidBySeam(receipt) || seamsWithin(receipt).length > 0

/** A trade is void if the price record began again before its expiry, and only then for this reason. */
function checkSeam(receipt: TradeReceipt, ticksTold: boolean): Check {
  const { order, outcome, seams } = receipt
  if (!seams)
    return {
      name: 'outcome',
      result: 'open',
      detail: 'the receipt does not show where the price record began again: ask for it again',
    }
  const found = seamsWithin(receipt).map(({ at, reason }) => `${new Date(at).toISOString()} (${reason})`)
  if (found.length === 0)
    return check(
      'outcome',
      false,
      'the receipt shows no moment at which the price record began again between order and expiry',
    )
  const holds = isVoidBySeam(receipt) && ticksTold && order.settledAt !== null && order.settledAt >= order.expiresAt
  return check(
    'outcome',
    holds,
    `the price record began again at ${found.join(', ')}: the rules give VOID, the receipt says ${outcome.status}`,
  )
}

function exitMissing({ exitSeq }: TradeReceipt['outcome']): string {
  return exitSeq === null
    ? 'the receipt names no exit, though a price came before the expiry'
    : `the receipt says that tick ${exitSeq} is the exit and does not show it: ask for it again`
}

/** A run tells what lies around a moment only if it holds the tick after it, and the tick before it or the record's first. */
function surrounds(name: string, ticks: Tick[], atMs: number): Check {
  const before = ticks.findLast((tick) => tick.atMs <= atMs)
  const after = ticks.find((tick) => tick.atMs > atMs)
  if (!after)
    return { name, result: 'open', detail: 'no later tick was known when the receipt was made: ask for it again' }
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
    `${order.amount} at ${order.payoutBps / 100} %: ${expected ?? 'nothing yet'} comes back`,
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

/** The accounts of each kind of transfer; `trading` is the customer's. */
const sides: Record<string, readonly [from: string, to: string]> = {
  stake: ['trading', 'stakes'],
  stake_return: ['stakes', 'trading'],
  void_return: ['stakes', 'trading'],
  profit: ['trading_house', 'trading'],
  loss: ['stakes', 'trading_house'],
}

/** A transfer names the trade that it is for, and moves the customer's currency between the accounts of its kind. */
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
 * The transfer of the stake says what was ordered, in the words of the database's `trading.order_words`, or in those of `order_words_0201`
 * where the trade is older. Still older trades have no such note.
 */
function checkNote({ order, rules, transfers }: TradeReceipt): Check[] {
  const { type, symbol, acceptedAt, expiresAt, payoutBps } = order
  const version = rulesByVersion(rules.version)?.id
  const words = [
    [type, symbol, acceptedAt, expiresAt, payoutBps, rules.strikeToleranceMs, version].join(':'),
    `${type} ${symbol} from ${acceptedAt} to ${expiresAt}, payout ${payoutBps} bps, tolerance ${rules.strikeToleranceMs} ms, rules ${version}`,
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

/** A transfer's number carries its shard above bit 48. Receipts made before batches had a number name the shard alone. */
function namesItsShard({ id, batch }: Transfer): boolean {
  const shard = /^(\d{1,2})(\/[1-9]\d{0,18})?$/.exec(batch)?.[1]
  return shard !== undefined && /^\d{1,19}$/.test(id) && BigInt(id) >> 48n === BigInt(shard)
}

/** Back to whole numbers of the symbol's smallest step. A price with other decimals than the scale gives NaN, which fits no hash. */
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

function samePrice({ order, ticks }: TradeReceipt, told: string | null, used: Tick | undefined): boolean {
  if (!used) return told === null
  return (
    [...ticks.entry.ticks, ...ticks.exit.ticks].some((tick) => tick.seq === used.seq && tick.price === told) &&
    order.scale >= 0
  )
}

function assetOf(symbol: string): CashAsset {
  return symbol === '€' ? 'EUR' : symbol === '£' ? 'GBP' : 'USD'
}
