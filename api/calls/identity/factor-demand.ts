/** When customers must have an authenticator app or a passkey, least strict first. */
export const factorDemands = ['optional', 'before_money_leaves', 'always'] as const
export type FactorDemand = (typeof factorDemands)[number]
