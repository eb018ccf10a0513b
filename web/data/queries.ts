import { QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallName } from '../../contract/calls.ts'
import { type CallInput, type CallOutput, CallRefused, call } from './call.ts'

/** The query cache of the office. Refusals are final; an unreachable server is retried twice. */
export function createQueries() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => !(error instanceof CallRefused) && failures < 2,
        // Our client reports an unreachable server; a paused query would show nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

type Options<N extends CallName> = Pick<
  UseQueryOptions<CallOutput<N>>,
  'enabled' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>

/**
 * `useCall('trades', { p: 2 })`: a call as a query. Invalidate with `queryClient.invalidateQueries({ queryKey:
 * ['trades'] })`.
 */
export function useCall<N extends CallName>(name: N, input: CallInput<N>, options: Options<N> = {}) {
  return useQuery<CallOutput<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    ...options,
  })
}

/** Returns a function that fetches what these calls have shown again, with any input. */
export function useRefetch(...names: CallName[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
