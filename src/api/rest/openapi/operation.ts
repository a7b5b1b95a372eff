import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import { includeParameterName } from '../include.ts'
import type { Route, RouteParameter } from '../routes.ts'
import { makeParameterJsonSchema, type OpenapiComponents } from './components.ts'
import { makeRouteErrorResponses } from './errors.ts'
import { makeSuccessResponses, type OperationsByName, routeAcceptsIfNoneMatch } from './successes.ts'

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

/**
 * Returns who may call the operation, as an English sentence (`words`) and as OpenAPI security requirements
 * (`security`).
 */
function accessOf(access: string) {
  if (access === 'person')
    return { words: 'Requires an ID token of the identity provider, not an API key.', security: [{ idToken: [] }] }
  if (access === 'learner')
    return {
      words: 'A public course needs no key. A private course requires the scope `delivery:read`.',
      security: [{}, { bearerKey: ['delivery:read'] }, { headerKey: ['delivery:read'] }],
    }
  const scopes = access === 'authenticated' ? [] : [access]
  return {
    words: access === 'authenticated' ? 'Any API key may call this operation.' : `Requires the scope \`${access}\`.`,
    security: [{ bearerKey: scopes }, { headerKey: scopes }],
  }
}

const firstSentence = (text: string) => /^.*?(?=\.(\s|$)|: |$)/s.exec(text)![0]

const includeParameterOf = ({ includable }: Route) => ({
  name: includeParameterName,
  in: 'query',
  required: false,
  description: 'Lists to add to the result, separated by commas. The response then has no ETag.',
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

function parametersOf(route: Route, { named }: OpenapiComponents) {
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
    ...(routeAcceptsIfNoneMatch(route) ? [ifNoneMatch] : []),
  ]
}

type Body = Record<string, unknown>

function sampleOf({ examples, items }: JsonSchema): unknown {
  return Array.isArray(examples) ? examples[0] : items && [sampleOf(items as JsonSchema)]
}

/** Returns an example of a request body, with the required fields only. */
function minimalBody({ properties, required }: JsonSchema): Body {
  const fields = properties as Record<string, JsonSchema>
  return Object.fromEntries(((required ?? []) as string[]).map((name) => [name, sampleOf(fields[name]!)]))
}

/**
 * Returns the OpenAPI field `example` of a request body. If one field (`discriminator`) decides the type of the body,
 * returns the field `examples` instead: one example for each value of that field.
 */
function examplesOf(schema: JsonSchema) {
  const { examples, discriminator } = schema
  const values = (examples ?? []) as Body[]
  if (values.length < 2) return { example: values[0] ?? minimalBody(schema) }
  const by = (discriminator as { propertyName: string } | undefined)?.propertyName
  const named = values.map((value, index) => [by ? value[by] : `example${index + 1}`, { value }])
  return { examples: Object.fromEntries(named) }
}

function bodyOf({ body }: Route, { named, schemas }: OpenapiComponents) {
  if (!body) return {}
  const type = getNullableType(body.type)
  if (!isInputObjectType(type)) throw new Error(`The body of a route must be an input object, not ${type}.`)
  const schema = named(type)
  return {
    requestBody: {
      required: true,
      description: type.description ?? '',
      content: { 'application/json': { schema, ...examplesOf(schemas[getNamedType(type).name]!) } },
    },
  }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const verbs = /^(search|get|list)(?=[A-Z])/

/**
 * Returns the `operationId` of a route, which client generators use as the name of a method. So the id begins with a verb:
 * `listCourses` for the query `coursePage`, and `getCourse` for the query `course`.
 */
function operationIdOf({ name, rest, output }: Route): string {
  if (rest.operationId !== undefined) return rest.operationId
  if (rest.method !== 'GET' || verbs.test(name)) return name
  if (name.endsWith('Page')) return `list${capitalize(name.slice(0, -'Page'.length))}s`
  return `${isListType(getNullableType(output)) ? 'list' : 'get'}${capitalize(name)}`
}

/** Returns the Operation Object of a route (OpenAPI Specification 3.1, section 4.8.10). */
export function makeOpenapiOperationObject(
  route: Route,
  components: OpenapiComponents,
  operationsByName: OperationsByName,
) {
  const { description, rest, access } = route
  const { words, security } = accessOf(access)
  const parameters = parametersOf(route, components)
  return {
    operationId: operationIdOf(route),
    summary: firstSentence(description),
    description: `${description} ${words}`,
    tags: [rest.tag],
    ...(route.deprecation && { deprecated: true }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, components),
    responses: { ...makeSuccessResponses(route, components, operationsByName), ...makeRouteErrorResponses(route) },
  }
}
