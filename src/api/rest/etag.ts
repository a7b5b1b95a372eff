import { hash } from 'node:crypto'
import { type GraphQLObjectType, type GraphQLOutputType, getNullableType, isObjectType } from 'graphql'
import { findEtagPartsMaker } from '../../operations/etag-parts.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import type { Route } from './routes.ts'

/** Returns the `ETag` of a list: a hash of the response body, because a list has no version number. */
export const makeListEtag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/**
 * Returns the `ETag` of a record with fixed content, such as a release: the content's hash and, from version 2 on, the
 * version.
 */
const etagOfHash = (hash: string, version: unknown) =>
  // The hash depends only on the content. Changes of other fields, such as a release's schedule, increase the version.
  typeof version === 'number' && version > 1 ? `"${hash}-${version}"` : `"${hash}"`

/**
 * Follows the field names in `path`, starting at `type`, and returns the object type of the last field. Returns
 * undefined if a field does not exist or has no object type.
 */
function findObjectTypeAt(type: GraphQLOutputType, path: readonly string[]): GraphQLObjectType | undefined {
  const objectType = getNullableType(type)
  if (!isObjectType(objectType)) return undefined
  const [name, ...rest] = path
  if (name === undefined) return objectType
  const field = objectType.getFields()[name]
  return field && findObjectTypeAt(field.type, rest)
}

/**
 * Makes the function that returns the `ETag` of a route's record (RFC 9110, section 8.8.3). The returned function gives
 * undefined if the record has neither a version nor a hash.
 */
export function makeRecordEtagReader({ output, rest: { etag: path = 'version' } }: Route) {
  const names = path.split('.')
  const versionField = names.pop()!
  const type = findObjectTypeAt(output, names)
  const makeParts = type && findEtagPartsMaker(type)

  return function readRecordEtag(value: unknown): string | undefined {
    let record = value
    for (const name of names) record = isJsonObject(record) ? record[name] : undefined
    if (!isJsonObject(record)) return undefined
    const version = record[versionField]
    if (typeof version === 'string') return etagOfHash(version, record.version)
    if (typeof version !== 'number') return undefined
    // In the tag `"v7-3"`, 7 is the version. The 3 is another value, which the GraphQL type selects
    // with `makeEtagTypeOptions`. This value can change without a new version.
    const parts = makeParts?.(record, versionField) ?? []
    return `"v${[version, ...parts].join('-')}"`
  }
}
