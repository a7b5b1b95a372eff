import type { CacheExchangeOpts, Data, KeyingConfig, UpdateResolver } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { connections, deletions, identifyingFields, partTypes, possibleTypes } from './graphql-schema.ts'

const makeKey = (names: readonly string[]) => (data: Data) => {
  const values = names.map((name) => data[name])
  return values.every((value) => value !== undefined && value !== null) ? values.join(':') : null
}

const keys: KeyingConfig = {
  ...Object.fromEntries(partTypes.map((name) => [name, () => null])),
  ...Object.fromEntries(Object.entries(identifyingFields).map(([name, fields]) => [name, makeKey(fields)])),
}

/** A deleted record leaves the cache, so that the lists that had it are read again. */
const forget =
  (type: string): UpdateResolver =>
  (_result, { id }, cache) =>
    cache.invalidate({ __typename: type, id: String(id) })

/**
 * The options of Graphcache's `cacheExchange` for the GraphQL API: how records are stored, how the pages of a connection
 * are put together, and which records a mutation has deleted.
 */
export const cacheOptions = {
  keys,
  possibleTypes,
  resolvers: {
    Query: Object.fromEntries(Object.keys(connections).map((name) => [name, relayPagination()])),
  },
  updates: {
    Mutation: Object.fromEntries(Object.entries(deletions).map(([mutation, type]) => [mutation, forget(type)])),
  },
} satisfies Partial<CacheExchangeOpts>
