import { getNullableType, isListType } from 'graphql'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import { includeParameterName } from '../include.ts'
import type { Route, RouteParameter } from '../routes.ts'
import { makeParameterJsonSchema, type OpenapiComponents } from './components.ts'
import { isVersionedRead } from './successes.ts'

const etag = '"(v[0-9]{1,9}|[0-9a-f]{64})(-[0-9]{1,10}){0,2}(-br|-gzip)?"'

const ifMatch: JsonSchema = {
  type: 'string',
  maxLength: 1000,
  pattern: `^(\\*|${etag}(, ?${etag})*)$`,
  examples: ['"v7"'],
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier response. If the record or list is unchanged, the response is 304 without a body.',
  schema: { type: 'string', maxLength: 1000, examples: ['"v7"'] },
}

const prefer = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`handling=strict` (RFC 7240) refuses content that does not have the documented shape. Without it, the service accepts further spellings and unknown properties, keeps the content as sent, and names in `meta.warnings` what it does not read.',
  schema: { type: 'string', maxLength: 1000, examples: ['handling=strict'] },
}

const includeParameterOf = ({ includable }: Route) => ({
  name: includeParameterName,
  in: 'query',
  required: false,
  description: 'The names of lists to add to the result, separated by commas. A response with such lists has no ETag.',
  style: 'form',
  explode: false,
  schema: {
    type: 'array',
    items: { type: 'string', enum: includable.map(({ name }) => name) },
    minItems: 1,
    maxItems: includable.length,
    uniqueItems: true,
  },
})

/** Returns the OpenAPI parameters of a route: those of its path, its query string and its headers. */
export function makeOpenapiParameters(route: Route, { named }: OpenapiComponents) {
  const parameterIn =
    (place: string) =>
    ({ name, argument, values }: RouteParameter) => {
      const { type, description, extensions, isRequired } = argument
      const shared = { name, in: place, required: place === 'path' || isRequired, description }
      if (name === 'If-Match') return { ...shared, schema: ifMatch }
      if (values) return { ...shared, schema: { type: 'string', enum: Object.keys(values) } }
      const schema = makeParameterJsonSchema({ type, extensions }, named)
      // In the query string, the entries of a list are separated by commas.
      return isListType(getNullableType(type))
        ? { ...shared, style: 'form', explode: false, schema }
        : { ...shared, schema }
    }
  return [
    ...route.path.map(parameterIn('path')),
    ...route.query.map(parameterIn('query')),
    ...(route.includable.length > 0 ? [includeParameterOf(route)] : []),
    ...route.headers.map(parameterIn('header')),
    ...(route.rest.findWarnings ? [prefer] : []),
    ...(isVersionedRead(route) ? [ifNoneMatch] : []),
  ]
}
