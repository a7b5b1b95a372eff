import type { GraphQLObjectType } from 'graphql'

/**
 * Returns the values that follow the version number in the `ETag` of a record, such as the 3 in `"v7-3"`. They can
 * change while the version number stays the same. `versionField` is the name of the field with the version number.
 */
type MakeEtagParts = (record: Readonly<Record<string, unknown>>, versionField: string) => readonly unknown[]

/**
 * Returns the options of a GraphQL object type that make REST add the values of `makeEtagParts` to the `ETag` of a
 * record.
 */
export const makeEtagTypeOptions = (makeEtagParts: MakeEtagParts) => ({ extensions: { makeEtagParts } }) as const

/**
 * Returns the function that makes the parts of the `ETag` for a type, or undefined if the type was declared without
 * `makeEtagTypeOptions`.
 */
export const findEtagPartsMaker = ({ extensions }: GraphQLObjectType): MakeEtagParts | undefined =>
  extensions.makeEtagParts as MakeEtagParts | undefined
