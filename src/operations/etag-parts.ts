import type { GraphQLObjectType } from 'graphql'

/**
 * Returns the parts of a record's `ETag` after its version number: values that can change while the version number
 * stays the same. `versionField` is the name of the field with the version number.
 */
type MakeEtagParts = (record: Readonly<Record<string, unknown>>, versionField: string) => readonly unknown[]

/**
 * Returns options for a GraphQL object type. With these options, `makeEtagParts` makes the `ETag` of the type's records
 * in REST.
 */
export const makeEtagTypeOptions = (makeEtagParts: MakeEtagParts) => ({ extensions: { makeEtagParts } }) as const

/**
 * Returns the function that makes the parts of the `ETag` for a type, or undefined if the type was declared without
 * `makeEtagTypeOptions`.
 */
export const findEtagPartsMaker = ({ extensions }: GraphQLObjectType): MakeEtagParts | undefined =>
  extensions.makeEtagParts as MakeEtagParts | undefined
