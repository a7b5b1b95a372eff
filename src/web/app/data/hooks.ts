import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from '../generated/operations.ts'
import { Failure } from './failure.ts'
import { request } from './request.ts'
import { onService } from './service.ts'

const retries = 4
const passing = new Set(['unreachable', 'rate_limit_exceeded'])

/** Reads are tried again while the service is away or its limit is used up; changes never are by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) => error instanceof Failure && passing.has(error.code) && count < retries,
      retryDelay: (count, error) =>
        error instanceof Failure && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : 1000 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})

// What failed while the service was away is asked again when it is back.
onService((now, before) => {
  if (now.state === 'fine' && before.state === 'away') void queryClient.invalidateQueries()
})

/** The operation's name, which stands for it in the cache. */
const nameOf = (document: { toString(): string }) => /\b(?:query|mutation) (\w+)/.exec(document.toString())?.[1] ?? ''

/** Asks the queries of these documents again. */
export const refresh = (documents: readonly { toString(): string }[], client = queryClient) =>
  Promise.all(documents.map((document) => client.invalidateQueries({ queryKey: [nameOf(document)] }))).then(() => {})

type ReadOptions = { enabled?: boolean; keepPrevious?: boolean; refreshSeconds?: number }

/** What a query answers, from the cache first. */
export function useRead<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
  { enabled = true, keepPrevious = false, refreshSeconds }: ReadOptions = {},
) {
  return useQuery<Result>({
    queryKey: [nameOf(document), variables ?? {}],
    queryFn: ({ signal }) => request(document, variables, signal),
    enabled,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    refetchInterval: refreshSeconds !== undefined && refreshSeconds * 1000,
  })
}

/** A change. When it is done, the queries of `touches` are asked again. */
export function useChange<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  touches: readonly { toString(): string }[] = [],
) {
  const client = useQueryClient()
  return useMutation<Result, Error, Variables>({
    mutationFn: (variables) => request(document, variables),
    onSuccess: () => refresh(touches, client),
  })
}
