/**
 * Returns what the note of a stake says, such as `BUY EURUSD 30 s`, and other notes unchanged. The note itself is for
 * programs: it states the order in the ledger's hash chain (server/trading/sql/order-words.sql).
 */
export function readableNote(note: string | null): string | null {
  const [, type, symbol, acceptedAt, expiresAt] = /^(BUY|SELL):([A-Z0-9]+):(\d+):(\d+):/.exec(note ?? '') ?? []
  return type === undefined ? note : `${type} ${symbol} ${(Number(expiresAt) - Number(acceptedAt)) / 1000} s`
}
