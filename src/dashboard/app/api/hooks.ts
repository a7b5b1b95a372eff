import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from '../generated/operations.ts'
import {
  type GraphqlDocumentsOrNames,
  getOperationName,
  invalidateQueries,
  invalidateQueriesInOtherTabs,
} from './query-client.ts'
import { runGraphqlOperation } from './request.ts'

type QueryOptions = { isEnabled?: boolean; shouldKeepPrevious?: boolean; refreshSeconds?: number }

/** Runs a GraphQL query and caches the result. */
export function useApiQuery<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
  { isEnabled = true, shouldKeepPrevious = false, refreshSeconds }: QueryOptions = {},
) {
  return useQuery<Result>({
    queryKey: [getOperationName(document), variables ?? {}],
    queryFn: ({ signal }) => runGraphqlOperation(document, variables, signal),
    enabled: isEnabled,
    placeholderData: shouldKeepPrevious ? keepPreviousData : undefined,
    refetchInterval: refreshSeconds !== undefined && refreshSeconds * 1000,
  })
}

/** Runs a GraphQL mutation. After a success, all tabs of the dashboard invalidate the queries in `invalidates`. */
export function useApiMutation<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  invalidates: GraphqlDocumentsOrNames = [],
) {
  const client = useQueryClient()
  return useMutation<Result, Error, Variables>({
    mutationFn: (variables) => runGraphqlOperation(document, variables),
    onSuccess: () => {
      if (invalidates.length > 0) invalidateQueriesInOtherTabs(invalidates)
      return invalidateQueries(invalidates, client)
    },
  })
}
