import type { GraphQLObjectType } from 'graphql'

/**
 * Returns values that can change without a new version number. REST adds these values to the `ETag` of a record, such
 * as the 3 in `"v7-3"`.
 */
type MakeEtagParts = (record: Readonly<Record<string, unknown>>, versionField: string) => readonly unknown[]

/**
 * Returns the options of a GraphQL object type that make REST add the values of `makeEtagParts` to the `ETag` of a
 * record.
 */
export const makeEtagTypeOptions = (makeEtagParts: MakeEtagParts) => ({ extensions: { makeEtagParts } }) as const

/**
 * Returns the function that a GraphQL object type declares with `makeEtagTypeOptions`, or undefined if it declares
 * none.
 */
export const findEtagPartsMaker = ({ extensions }: GraphQLObjectType): MakeEtagParts | undefined =>
  extensions.makeEtagParts as MakeEtagParts | undefined
