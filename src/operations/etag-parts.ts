import type { GraphQLObjectType } from 'graphql'

/**
 * Returns what the `ETag` of a record contains after its version number: values that can change while the version
 * number stays the same. `versionField` is the name of the field with the version number.
 */
export type MakeEtagParts = (record: Readonly<Record<string, unknown>>, versionField: string) => readonly unknown[]

/** Returns the options of a GraphQL object type whose records have such an `ETag` in REST. */
export const makeEtagTypeOptions = (makeEtagParts: MakeEtagParts) => ({ extensions: { makeEtagParts } }) as const

/** Returns the function that `makeEtagTypeOptions` has stored in the type, or undefined. */
export const getMakeEtagParts = ({ extensions }: GraphQLObjectType): MakeEtagParts | undefined =>
  extensions.makeEtagParts as MakeEtagParts | undefined
