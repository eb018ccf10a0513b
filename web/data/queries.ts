import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { CallName } from '../../api/calls.ts'
import { type CallInput, type CallOutput, CallRefused, call } from './call.ts'

/** Returns a new query cache. A refusal is final; if the server is unreachable, a query is retried twice. */
export function createQueries() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => !(error instanceof CallRefused) && failures < 2,
        // `call` reports that the server is unreachable. A paused query would show nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const isCall = { isCall: true }
const isPagedCall = { isCall: true, isPaged: true }

type Options<N extends CallName> = Pick<
  UseQueryOptions<CallOutput<N>>,
  'enabled' | 'notifyOnChangeProps' | 'placeholderData' | 'refetchInterval' | 'refetchOnMount' | 'staleTime'
>

/**
 * Makes a call as a query, such as `useCall('trades', { p: 2 })`. Invalidate it with
 * `queryClient.invalidateQueries({ queryKey: ['trades'] })`.
 */
export function useCall<N extends CallName>(name: N, input: CallInput<N>, options: Options<N> = {}) {
  return useQuery<CallOutput<N>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    // The server answers these while it renders a page (document/answer-queries.ts).
    meta: isCall,
    ...options,
  })
}

/**
 * Makes a call whose list continues `before` a position as a paged query. `nextOf` returns the position that follows
 * a page; undefined after the last one.
 */
export function useCallPages<N extends CallName>(
  name: N,
  input: CallInput<N>,
  nextOf: (page: CallOutput<N>) => string | undefined,
  options: { keepPrevious?: boolean; staleTime?: number; enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: [name, input],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) => call(name, { ...input, before } as CallInput<N>, { signal }),
    getNextPageParam: nextOf,
    meta: isPagedCall,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.enabled !== undefined && { enabled: options.enabled }),
  })
}

/** Returns a function that refetches the shown responses of these calls, whatever their input. */
export function useRefetch(...names: CallName[]): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
