import type { OperatorProfile } from '../../api/calls/operators/operator-profile.ts'
import { useRootData } from './root-data.ts'

/** Name of the software. Each site has the name that its operator sets. */
export const productName = 'Tallystick'

/** Returns the operator's name for the site, or the product's name if the root loader failed. */
export function useSiteName(): string {
  return useRootData()?.operator.siteName ?? productName
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The arguments of a page's `meta` from which site names and URLs are built. */
export type MetaArgs = { location: { pathname: string }; matches: Matches }

/** Returns the data of the root loader for a page's `meta`; undefined if it failed. */
export const rootData = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl: string; operator: Pick<OperatorProfile, 'siteName'> }
    | undefined

/** Returns what `useSiteName` returns, for a page's `meta`. */
export const siteNameOf = (matches: Matches): string => rootData(matches)?.operator.siteName ?? productName
