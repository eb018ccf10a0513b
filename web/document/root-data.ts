import { useRouteLoaderData } from 'react-router'
import type { loadRoot } from './root-loader.ts'

/** Returns the installation's data, or undefined if the root loader failed. */
export const useRootData = () => useRouteLoaderData<typeof loadRoot>('root')
