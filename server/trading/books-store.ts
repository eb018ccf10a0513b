import { sql } from 'kysely'
import type { TradeType } from '../../api/calls/trading/trading.ts'
import type { TradeState } from '../../api/states/trade-states.ts'
import type { Break, ExpectedMoves, ExpectedNotes, SealedRows } from '../ledger/public.ts'
import type { AnnouncedPayout } from '../markets/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { RuleTick, VoidCode } from './results/settlement.ts'
import { int4, int8, int8AsNumber, ms, queryRows, row, text, textOf, type RowOf } from '../platform/database/rows.ts'

/**
 * Returns the transfers that a shard's trades imply: stakes into and out of escrow, and the house's profits and losses.
 */
export function expectedOfTrades(shard: number): ExpectedMoves {
  return {
    rule: 'trade equals transfers',
    kinds: ['stake', 'stake_return', 'void_return', 'profit', 'loss'],
    accounts: ['customers', 'stakes', 'trading_house'],
    rows: sql`
      SELECT t.id AS reference, m.account, t.asset, m.in_minor, m.out_minor FROM trading.trades t
      CROSS JOIN LATERAL (VALUES
        (t.customer_id || ' trading', coalesce(t.returned_minor, 0), t.stake_minor),
        ('stakes', t.stake_minor, CASE t.state WHEN 'OPEN' THEN 0 ELSE t.stake_minor END),
        ('trading_house',
          CASE t.state WHEN 'LOST' THEN t.stake_minor ELSE 0 END,
          CASE t.state WHEN 'WON' THEN t.returned_minor - t.stake_minor ELSE 0 END)
      ) AS m(account, in_minor, out_minor)
      WHERE t.shard = ${shard}`,
  }
}

/**
 * Returns the order text that each trade in a shard implies. The stake's transfer stores that text as its note,
 * protected by the ledger's hash chain.
 */
export function expectedOrders(shard: number): ExpectedNotes {
  return {
    rule: 'order equals its stake',
    kind: 'stake',
    rows: sql`
      SELECT id AS reference,
        trading.order_words(type, symbol, accepted_at_ms, expires_at_ms, payout_bps, tolerance_ms, rules) AS note,
        trading.order_words_0201(
          type, symbol, accepted_at_ms, expires_at_ms, payout_bps, tolerance_ms, rules
        ) AS earlier
      FROM trading.trades WHERE shard = ${shard}`,
  }
}

/** Every process applies a new payout rate within this time. */
const payoutDelayMs = 10_000

const breakRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text })

/**
 * Returns trades whose payout rate wasn't offered for their symbol when they were placed. An expert's practice trades
 * are placed after their acceptance time; their ID contains the time at which they were placed.
 */
export async function findOtherPayouts(tx: Executor, offered: readonly AnnouncedPayout[]): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    WITH offered AS (
      SELECT * FROM unnest(
        ${offered.map(({ symbol }) => symbol)}::text[],
        ${offered.map(({ payoutBps }) => payoutBps)}::int[],
        ${offered.map(({ fromMs }) => fromMs)}::bigint[],
        ${offered.map(({ untilMs }) => (untilMs === Infinity ? null : untilMs))}::bigint[]
      ) AS o(symbol, payout_bps, from_ms, until_ms)
    )
    SELECT 'payout was offered' AS rule, t.shard, 'trade ' || t.id AS subject,
      'a rate offered for ' || t.symbol AS expected, t.payout_bps::text AS found
    FROM trading.trades t
    WHERE NOT EXISTS (
      SELECT FROM offered o WHERE o.symbol = t.symbol AND o.payout_bps = t.payout_bps
        AND o.from_ms <= greatest(t.accepted_at_ms, ('x' || left(replace(t.id::text, '-', ''), 12))::bit(48)::bigint)
        AND coalesce(o.until_ms + ${payoutDelayMs}::bigint > t.accepted_at_ms, true)
    ) LIMIT 100`
}

/** Returns a shard's customers whose counters of open trades, open stakes or results differ from their trades. */
export async function findCounterBreaks(tx: Executor, shard: number): Promise<Break[]> {
  return queryRows(tx, breakRow)`
    WITH counted AS (
      SELECT customer_id, count(*) FILTER (WHERE state = 'OPEN') AS open_trades,
        coalesce(sum(stake_minor) FILTER (WHERE state = 'OPEN'), 0) AS open_stake_minor,
        coalesce(sum(returned_minor - stake_minor) FILTER (WHERE state <> 'OPEN'), 0) AS result_minor
      FROM trading.trades WHERE shard = ${shard} GROUP BY customer_id
    ), stored AS (SELECT * FROM trading.customers WHERE shard = ${shard})
    SELECT 'counters equal trades' AS rule, ${shard}::int AS shard,
      'customer ' || coalesce(s.customer_id, c.customer_id) AS subject,
      concat_ws(' ', coalesce(c.open_trades, 0), coalesce(c.open_stake_minor, 0), coalesce(c.result_minor, 0))
        AS expected,
      concat_ws(' ', coalesce(s.open_trades, 0), coalesce(s.open_stake_minor, 0), coalesce(s.result_minor, 0)) AS found
    FROM stored s FULL JOIN counted c ON c.customer_id = s.customer_id
    WHERE (coalesce(s.open_trades, 0), coalesce(s.open_stake_minor, 0), coalesce(s.result_minor, 0))
      <> (coalesce(c.open_trades, 0), coalesce(c.open_stake_minor, 0), coalesce(c.result_minor, 0))
    LIMIT 100`
}

const judgedTradeRow = row({
  shard: int4,
  id: text,
  symbol: text,
  type: textOf<TradeType>(),
  state: textOf<TradeState>(),
  stakeMinor: int8,
  payoutBps: int4,
  acceptedAtMs: ms,
  expiresAtMs: ms,
  toleranceMs: int4,
  voidCode: textOf<VoidCode>().nullable(),
  strikeSeq: int8AsNumber.nullable(),
  strike: int8AsNumber.nullable(),
  exitSeq: int8AsNumber.nullable(),
  exit: int8AsNumber.nullable(),
  returnedMinor: int8.nullable(),
})
/**
 * A trade with the fields that its result is computed from. Amounts are in minor units, prices in the symbol's
 * smallest steps.
 */
export type JudgedTrade = RowOf<typeof judgedTradeRow>

/** Calls `look` with all trades in order of acceptance, `atOnce` at a time. Must run in a transaction. */
export async function eachTrade(
  tx: Executor,
  atOnce: number,
  look: (trades: JudgedTrade[]) => Promise<void>,
): Promise<void> {
  await sql`
    DECLARE books_of_trades NO SCROLL CURSOR FOR
    SELECT shard, id, symbol, type, state, stake_minor, payout_bps, accepted_at_ms, expires_at_ms, tolerance_ms,
      void_code, strike_seq, strike, exit_seq, exit, returned_minor
    FROM trading.trades ORDER BY accepted_at_ms`.execute(tx)
  for (;;) {
    const trades = await queryRows(tx, judgedTradeRow)`FETCH ${sql.raw(String(atOnce))} FROM books_of_trades`
    if (trades.length === 0) break
    await look(trades)
  }
  await sql`CLOSE books_of_trades`.execute(tx)
}

const strikesAndExitsRow = row({
  strikeSeq: int8AsNumber.nullable(),
  strikeAtMs: ms.nullable(),
  strike: int8AsNumber.nullable(),
  exitSeq: int8AsNumber.nullable(),
  exitAtMs: ms.nullable(),
  exit: int8AsNumber.nullable(),
})

/**
 * Returns each trade's strike and exit from the tick record, in order. This is fast only if the trades are close
 * together in time.
 */
export async function readStrikesAndExits(
  tx: Executor,
  trades: readonly JudgedTrade[],
): Promise<{ strike?: RuleTick; exit?: RuleTick }[]> {
  const rows = await queryRows(tx, strikesAndExitsRow)`
    SELECT strike_seq, strike_at_ms, strike, exit_seq, exit_at_ms, exit FROM markets.strike_and_exit(
      ${trades.map(({ symbol }) => symbol)}::text[],
      ${trades.map(({ acceptedAtMs }) => acceptedAtMs)}::bigint[],
      ${trades.map(({ expiresAtMs }) => expiresAtMs)}::bigint[]
    ) ORDER BY idx`
  return rows.map(({ strikeSeq, strikeAtMs, strike, exitSeq, exitAtMs, exit }) => ({
    ...(strike !== null && { strike: { seq: strikeSeq!, atMs: strikeAtMs!, price: strike } }),
    ...(exit !== null && { exit: { seq: exitSeq!, atMs: exitAtMs!, price: exit } }),
  }))
}

/** All columns of settled trades. */
export const settledTrades: SealedRows = {
  name: 'settled trades',
  rows: sql`
    SELECT 'shard ' || t.shard AS part, t.settled_at_ms AS at_ms, t.id::text AS key,
      ROW(t.shard, t.customer_id, t.id, t.symbol, t.asset, t.type, t.state, t.stake_minor, t.payout_bps,
        t.tolerance_ms, t.rules, t.accepted_at_ms, t.expires_at_ms, t.open_after, t.balance_after_minor, t.void_code,
        t.strike_seq, t.strike, t.exit_seq, t.exit, t.returned_minor, t.settled_at_ms, t.key)::text AS words
    FROM trading.trades t WHERE t.state <> 'OPEN'`,
}
