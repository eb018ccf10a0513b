import { useRouteLoaderData } from 'react-router'
import { productName } from '../product-name.ts'
import type { loader as rootLoader } from '../root.tsx'

/** What the operator calls the site; the product's name where the root loader failed. */
export function useSiteName(): string {
  return useRouteLoaderData<typeof rootLoader>('root')?.operator.siteName ?? productName
}
