import { useRouteLoaderData } from 'react-router'
import { productName } from '../product-name.ts'
import type { loader as rootLoader } from '../root.tsx'

/** Returns the operator's name for the site, or the product's name if the root loader failed. */
export function useSiteName(): string {
  return useRouteLoaderData<typeof rootLoader>('root')?.operator.siteName ?? productName
}
