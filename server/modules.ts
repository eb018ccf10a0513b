/**
 * The modules and what each may import of the others, always through `public.ts`. Checked by
 * `tests/repo-rules/imports.test.ts`; a module that is not listed does not exist.
 */
export const modules = {
  ledger: [],
  operators: ['ledger'],
  identity: ['ledger', 'operators'],
  limits: ['ledger', 'identity', 'operators'],
  markets: [],
  trading: ['ledger', 'markets', 'identity', 'operators', 'limits'],
  affiliates: ['ledger', 'identity', 'markets'],
  payments: ['ledger', 'markets', 'identity', 'limits', 'affiliates', 'operators'],
  copying: ['ledger', 'identity', 'trading', 'markets', 'operators', 'limits'],
  proofs: ['ledger'],
  mining: ['ledger', 'markets', 'identity', 'payments', 'operators'],
  farming: ['ledger', 'markets', 'identity', 'payments', 'operators'],
  webhooks: ['ledger', 'identity'],
} as const satisfies Record<string, readonly string[]>

export type ModuleName = keyof typeof modules
