import { identitySealed } from './identity/public.ts'
import { marketsSealed } from './markets/public.ts'
import { operatorsSealed } from './operators/public.ts'
import { paymentsSealed } from './payments/public.ts'
import { platformSealed, type SealedValues } from './platform/secrets/sealed-values.ts'
import { tradingSealed } from './trading/public.ts'
import { webhooksSealed } from './webhooks/public.ts'

/** Lists every value encrypted under SECRET_KEY. `npm run keys:rotate` re-encrypts them. */
export const sealedValues: readonly SealedValues[] = [
  platformSealed,
  marketsSealed,
  identitySealed,
  operatorsSealed,
  paymentsSealed,
  tradingSealed,
  webhooksSealed,
]
