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
 * Returns the function `makeEtagParts` that a GraphQL object type declares with `makeEtagTypeOptions`. Returns
 * undefined if the type declares no such function.
 */
export const findEtagPartsMaker = ({ extensions }: GraphQLObjectType): MakeEtagParts | undefined =>
  extensions.makeEtagParts as MakeEtagParts | undefined
