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
    practiceGrant,
    ...mailAddressesOf(operator, publicUrl),
  }
}
