/**
 * Lists the modules and the modules that each may import, always through `public.ts`.
 * `tests/repo-rules/imports.test.ts` enforces this list and rejects modules that are missing from it.
 */
export const modules = {
  ledger: [],
  operators: ['ledger'],
  identity: ['ledger', 'operators'],
  limits: ['ledger', 'identity', 'operators'],
  markets: [],
  live: ['markets'],
  trading: ['ledger', 'markets', 'identity', 'operators', 'limits', 'transparency'],
  affiliates: ['ledger', 'identity', 'markets'],
  payments: ['ledger', 'markets', 'identity', 'limits', 'affiliates', 'operators'],
  copying: ['ledger', 'identity', 'trading', 'markets', 'operators', 'limits'],
  proofs: ['ledger'],
  transparency: ['ledger', 'markets', 'operators', 'proofs'],
  mining: ['ledger', 'markets', 'identity', 'payments', 'operators'],
  farming: ['ledger', 'markets', 'identity', 'payments', 'operators'],
  webhooks: ['ledger', 'identity'],
  alerts: ['markets', 'identity'],
} as const satisfies Record<string, readonly string[]>

export type ModuleName = keyof typeof modules
