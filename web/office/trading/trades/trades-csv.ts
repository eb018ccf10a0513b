import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'

const columns: readonly [string, (trade: TradeRecord) => string][] = [
  ['id', (trade) => trade.id],
  ['placed_at', (trade) => trade.dt],
  ['asset', (trade) => trade.asset],
  ['type', (trade) => trade.type],
  ['amount', (trade) => trade.amount],
  ['currency', (trade) => trade.cur],
  ['interval_seconds', (trade) => String(trade.interval)],
  ['payout_percent', (trade) => String(trade.payoutBps / 100)],
  ['strike', (trade) => trade.strike ?? ''],
  ['exit', (trade) => trade.exit ?? ''],
  ['status', (trade) => trade.status],
  ['returned', (trade) => trade.returned ?? ''],
  ['reason', (trade) => trade.reason ?? ''],
]

/**
 * Formats trades as CSV (RFC 4180) with a header line and CRLF. Escapes fields that a spreadsheet would run as
 * formulas.
 */
export function tradesCsv(trades: readonly TradeRecord[]): string {
  const lines = [columns.map(([name]) => name), ...trades.map((trade) => columns.map(([, read]) => field(read(trade))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

function field(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
