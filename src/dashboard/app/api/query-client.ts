import { QueryClient } from '@tanstack/react-query'
import { subscribeToServiceStatus } from '../service-status/service-status.ts'
import { ApiError, isTemporarilyUnavailable } from './api-error.ts'
import { sendChangedQueryNamesToOtherTabs, subscribeToQueryChangesInOtherTabs } from './other-tabs.ts'

const maxRetries = 4
const retryableCodes = new Set(['unreachable', 'rate_limit_exceeded'])

/**
 * The TanStack Query client of the dashboard. The client retries queries after temporary errors, but never retries
 * mutations.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) =>
        error instanceof ApiError &&
        (retryableCodes.has(error.code) || isTemporarilyUnavailable(error)) &&
        count < maxRetries,
      retryDelay: (count, error) =>
        error instanceof ApiError && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : 1000 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})

subscribeToServiceStatus((current, previous) => {
  if (current.state === 'available' && previous.state === 'unreachable') void queryClient.invalidateQueries()
})

/** Returns the name of a GraphQL query or mutation. The query keys of TanStack Query begin with this name. */
export const getOperationName = (document: { toString(): string }) =>
  typeof document === 'string' ? document : (/\b(?:query|mutation) (\w+)/.exec(document.toString())?.[1] ?? '')

/** The GraphQL documents of queries or mutations, or the names of these operations. */
export type GraphqlDocumentsOrNames = readonly { toString(): string }[]

const invalidateByName = (names: readonly string[], client = queryClient) =>
  Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] }))).then(() => {})

/** Marks cached results of GraphQL queries as outdated. TanStack Query refetches the results that the page shows. */
export const invalidateQueries = (documents: GraphqlDocumentsOrNames, client = queryClient) =>
  invalidateByName(documents.map(getOperationName), client)

/** Marks the cached results of GraphQL queries as outdated in the other tabs of the dashboard. */
export const invalidateQueriesInOtherTabs = (documents: GraphqlDocumentsOrNames) =>
  sendChangedQueryNamesToOtherTabs(documents.map(getOperationName))

subscribeToQueryChangesInOtherTabs((names) => void invalidateByName(names))

/** Waits until no mutation is under way. */
export const waitForMutations = (client = queryClient): Promise<void> =>
  new Promise((done) => {
    const check = () => {
      if (client.isMutating() > 0) return
      unsubscribe()
      done()
    }
    const unsubscribe = client.getMutationCache().subscribe(check)
    check()
  })
