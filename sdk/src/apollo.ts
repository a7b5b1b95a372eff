import type { FieldMergeFunction, TypePolicies, TypePolicy } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { connections, identifyingFields, listFields, partTypes, replacedParts } from './graphql-schema.ts'

export { possibleTypes } from './graphql-schema.ts'

/** Keeps the fields of both objects if they tell of the same thing. Otherwise the new object replaces the old one. */
const mergeIfSame =
  (names: readonly string[]): FieldMergeFunction =>
  (existing, incoming, { mergeObjects, readField }) => {
    if (!existing || !incoming) return incoming
    const isSame = names.every((name) => {
      const value = readField(name, incoming)
      return value !== undefined && value === readField(name, existing)
    })
    return isSame ? mergeObjects(existing, incoming) : incoming
  }

/** A record without all of its identifying fields in the response is stored inside the object that has it. */
const identifiedBy = (names: readonly string[]): TypePolicy => ({
  keyFields: (object) => (names.every((name) => object[name] !== undefined) ? [...names] : false),
  merge: mergeIfSame(names),
})

const entries = <Value, Result>(map: Readonly<Record<string, Value>>, make: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, make(value)]))

function makeTypePolicies(): TypePolicies {
  const policies: Record<string, TypePolicy> = {
    ...Object.fromEntries(partTypes.map((name) => [name, { keyFields: false, merge: true } satisfies TypePolicy])),
    ...entries(replacedParts, (names): TypePolicy => ({ keyFields: false, merge: mergeIfSame(names) })),
    ...entries(identifyingFields, identifiedBy),
  }
  for (const [name, fields] of Object.entries(listFields))
    policies[name] = { ...policies[name], fields: Object.fromEntries(fields.map((field) => [field, { merge: false }])) }
  policies.Query = {
    ...policies.Query,
    fields: { ...policies.Query?.fields, ...entries(connections, (names) => relayStylePagination([...names])) },
  }
  return policies
}

/**
 * The policies of Apollo Client's `InMemoryCache` for the GraphQL API. Records are stored by their ids, lists are
 * replaced, and the pages of a connection are put together.
 */
export const typePolicies: TypePolicies = makeTypePolicies()
