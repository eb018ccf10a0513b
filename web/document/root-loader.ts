import type { RouterContextProvider } from 'react-router'
import { mailAddressesOf } from '../../api/calls/operators/operator-profile.ts'
import { siteContext } from './load-context.ts'

/** Returns the installation's data for every page. */
export function loadRoot({ context }: { context: Readonly<RouterContextProvider> }) {
  const { development, operator, practiceGrant, publicUrl, nowMs } = context.get(siteContext)
  return {
    development,
    publicUrl,
    year: new Date(nowMs()).getUTCFullYear(),
    operator,
    practiceGrant: shownAmount(practiceGrant),
    ...mailAddressesOf(operator, publicUrl),
  }
}

/** Returns a decimal amount as pages show it: whole amounts without decimals, and an empty text for zero. */
function shownAmount(decimal: string): string {
  const amount = Number(decimal)
  return amount > 0 ? amount.toFixed(Number.isInteger(amount) ? 0 : 2) : ''
}
