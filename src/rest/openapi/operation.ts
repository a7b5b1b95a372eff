import { getNamedType, getNullableType, isInputObjectType, isNonNullType } from 'graphql'
import type { JsonSchema } from '../../shapes.ts'
import type { Operation, Parameter } from '../view.ts'
import { answersOf, isConditional, type Streams } from './answers.ts'
import { type Components, parameterShape } from './components.ts'
import { refusalsOf } from './refusals.ts'

const etag = '"v[0-9]{1,9}"'

const ifMatch: JsonSchema = { type: 'string', maxLength: 12, pattern: `^(\\*|${etag})$`, examples: ['"v7"'] }

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The version that you have; where it is still the present one the answer is 304 without a body.',
  schema: { type: 'string', maxLength: 1000, examples: ['"v7"'] },
}

/** Who may call: in words, and as the document's security requirements. */
function accessOf(access: string) {
  if (access === 'person')
    return { words: 'Takes an ID token of the identity provider, not an API key.', security: [{ idToken: [] }] }
  const scopes = access === 'known' ? [] : [access]
  return {
    words: access === 'known' ? 'Open to every API key.' : `Needs the scope \`${access}\`.`,
    security: [{ bearerKey: scopes }, { headerKey: scopes }],
  }
}

const firstSentence = (text: string) => /^.*?(?=\.(\s|$)|: |$)/s.exec(text)![0]

function parametersOf(operation: Operation, { named }: Components) {
  const told = (place: string) => (parameter: Parameter) => {
    const { name, description, type, extensions } = parameter
    const schema = name === 'If-Match' ? ifMatch : parameterShape({ type, extensions }, named)
    return { name, in: place, required: place === 'path' || isNonNullType(type), description, schema }
  }
  return [
    ...operation.path.map(told('path')),
    ...operation.query.map(told('query')),
    ...operation.headers.map(told('header')),
    ...(isConditional(operation) ? [ifNoneMatch] : []),
  ]
}

type Body = Record<string, unknown>

function sampleOf({ examples, items }: JsonSchema): unknown {
  return Array.isArray(examples) ? examples[0] : items && [sampleOf(items as JsonSchema)]
}

/** The least body, of the examples that its required fields have. */
function leastBody({ properties, required }: JsonSchema): Body {
  const told = properties as Record<string, JsonSchema>
  return Object.fromEntries(((required ?? []) as string[]).map((name) => [name, sampleOf(told[name]!)]))
}

/** Examples as a media type has them: one, or several named by what tells them apart. */
function examplesOf(schema: JsonSchema) {
  const { examples, discriminator } = schema
  const values = (examples ?? []) as Body[]
  if (values.length < 2) return { example: values[0] ?? leastBody(schema) }
  const by = (discriminator as { propertyName: string } | undefined)?.propertyName
  const named = values.map((value, index) => [by ? value[by] : `example${index + 1}`, { value }])
  return { examples: Object.fromEntries(named) }
}

function bodyOf({ body }: Operation, { named, schemas }: Components) {
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

/** An operation as OpenAPI has it: specification 3.1, section 4.8.10. */
export function operationObject(operation: Operation, components: Components, streams: Streams) {
  const { field, description, route, access } = operation
  const { words, security } = accessOf(access)
  const parameters = parametersOf(operation, components)
  return {
    operationId: field,
    summary: firstSentence(description),
    description: `${description} ${words}`,
    tags: [route.tag],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(operation, components),
    responses: { ...answersOf(operation, components, streams), ...refusalsOf(operation) },
  }
}
