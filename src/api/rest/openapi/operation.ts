import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { type JsonSchema, makeReadOnlyMemberJsonSchema } from '../../../operations/json-schema.ts'
import type { Route } from '../routes.ts'
import type { OpenapiComponents } from './components.ts'
import { makeRouteErrorResponses } from './errors.ts'
import { makeOpenapiParameters } from './parameters.ts'
import { makeSuccessResponses, type OperationsByName } from './successes.ts'

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
 * Returns the OpenAPI `example` of a request body, or named `examples` if there are several. The `discriminator` gives
 * the names.
 */
function examplesOf(schema: JsonSchema) {
  const { examples, discriminator } = schema
  const values = (examples ?? []) as Body[]
  if (values.length < 2) return { example: values[0] ?? minimalBody(schema) }
  const by = (discriminator as { propertyName: string } | undefined)?.propertyName
  const named = values.map((value, index) => [by ? value[by] : `example${index + 1}`, { value }])
  return { examples: Object.fromEntries(named) }
}

const readOnlyMember = makeReadOnlyMemberJsonSchema(
  'Ignored, so that a client can send back what it has read. Only the service writes this member.',
)

/** Returns the schema of a request body with the members of the resource that the service ignores in requests. */
function withReadOnlyMembers(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>
  const added = [...names].filter((name) => !(name in properties)).map((name) => [name, readOnlyMember])
  return { ...schema, properties: { ...properties, ...Object.fromEntries(added) } }
}

function bodyOf({ body, readOnly, rest, args }: Route, { named, schemas }: OpenapiComponents) {
  const raw = args.find(({ name }) => name === rest.rawBody)
  if (raw) {
    const content = { 'application/octet-stream': { schema: {} } }
    return { requestBody: { required: true, description: raw.description, content } }
  }
  if (!body) return {}
  const type = getNullableType(body.type)
  if (!isInputObjectType(type)) throw new Error(`The body of a route must be an input object, not ${type}.`)
  const schema = named(type)
  const ignored = readOnly?.get(type.name)
  if (ignored) schemas[type.name] = withReadOnlyMembers(schemas[type.name]!, ignored)
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
 * Returns the `operationId` of a route, which names a method in generated clients: `listCourses` for the query
 * `coursePage`.
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
  const parameters = makeOpenapiParameters(route, components)
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
