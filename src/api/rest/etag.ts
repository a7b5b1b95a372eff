import { hash } from 'node:crypto'
import { type GraphQLObjectType, type GraphQLOutputType, getNullableType, isObjectType } from 'graphql'
import { findEtagPartsMaker } from '../../operations/etag-parts.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import type { Route } from './routes.ts'

/**
 * Returns the `ETag` of a list. The tag is a hash of the response body, because a list has no version number and
 * changes whenever a record in the list is changed, added or removed.
 */
export const makeListEtag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`

/**
 * Returns the `ETag` of a record whose content never changes, such as a release:
 * - The tag is `"<hash>"`, the hash of the content, while the `version` is 1.
 * - Other fields can change, such as the schedule of a release. The tag is then `"<hash>-<version>"`.
 */
const etagOfHash = (hash: string, version: unknown) =>
  typeof version === 'number' && version > 1 ? `"${hash}-${version}"` : `"${hash}"`

/** Returns the GraphQL object type at a dotted path below a type, or undefined. */
function findObjectTypeAt(type: GraphQLOutputType, path: readonly string[]): GraphQLObjectType | undefined {
  const objectType = getNullableType(type)
  if (!isObjectType(objectType)) return undefined
  const [name, ...rest] = path
  if (name === undefined) return objectType
  const field = objectType.getFields()[name]
  return field && findObjectTypeAt(field.type, rest)
}

/**
 * Makes the function that returns the `ETag` of a route's record (RFC 9110, section 8.8.3):
 * - If the version is a number, the tag is for example `"v7"` or `"v7-3"`. The 7 is the version. The 3 is a part that
 *   the GraphQL type declares (`makeEtagTypeOptions`).
 * - If the version is a hash, `etagOfHash` makes the tag.
 * - If the record has no version, the function returns undefined.
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
    const parts = makeParts?.(record, versionField) ?? []
    return `"v${[version, ...parts].join('-')}"`
  }
}
