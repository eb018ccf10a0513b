import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'

/** Returns a settled trade for tests. */
export function sampleTrade(fields: Partial<TradeRecord> = {}): TradeRecord {
  return {
    id: 't1',
    by: 'customer',
    amount: '10.00',
    cur: '$',
    asset: 'EURUSD',
    dt: '2024-05-08T10:00:00.000Z',
    type: 'BUY',
    interval: 5,
    strike: '1.08432',
    exit: '1.08440',
    acceptedAt: 1715162400000,
    expiresAt: 1715162405000,
    settledAt: 1715162406000,
    status: 'WON',
    result: 'true',
    reason: null,
    reasonPhrase: null,
    payoutBps: 8500,
    returned: '18.50',
    ...fields,
  }
}
