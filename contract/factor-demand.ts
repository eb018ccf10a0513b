/** What an operator demands of customers, from the least to the most: whether they need an authenticator app or a passkey. */
export const factorDemands = ['optional', 'before_money_leaves', 'always'] as const
export type FactorDemand = (typeof factorDemands)[number]
