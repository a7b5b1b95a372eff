import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { makeOpenapiDocument } from '../../src/api/rest/openapi/document.ts'
import { toDocumentedShape } from '../../src/courses/block/learner.ts'
import { type BlockType, blockTypeNames } from '../../src/courses/block/types.ts'
import { isJsonObject, type JsonObject } from '../../src/operations/json-object.ts'
import type { JsonSchema } from '../../src/operations/json-schema.ts'
import { operationCatalogue } from '../../src/server/operations.ts'

type Header = { required: boolean; schema: JsonSchema }
type Response = { headers: Record<string, JsonSchema>; content?: Record<string, unknown> }
type Operation = { responses: Record<string, JsonSchema> }

/** The OpenAPI document as it is served. */
export const openApiDocument = makeOpenapiDocument(operationCatalogue)
const paths = openApiDocument.paths as Record<string, Record<string, Operation>>

// Unlike the published schemas, these allow no additional members in records.
const records = Object.entries(openApiDocument.components.schemas).map(([name, told]): [string, JsonSchema] => [
  name,
  told.properties && told.additionalProperties === undefined ? { ...told, additionalProperties: false } : told,
])
const strict = {
  ...openApiDocument,
  components: { ...openApiDocument.components, schemas: Object.fromEntries(records) },
}

// Optimized code takes longer to make than it saves in the few calls of each validator.
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false, code: { optimize: false } })
formats.default(ajv)
ajv.addSchema(strict, 'api')
const validators = new Map<string, ValidateFunction>()

function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known) return known
  const made = ajv.compile({ $ref: `api#${pointer}` })
  validators.set(pointer, made)
  return made
}

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Resolves a `$ref` within the document, and returns the value with its pointer. Other values are returned as they are.
 */
function follow(value: JsonSchema, at: string): { value: unknown; at: string } {
  if (typeof value.$ref !== 'string') return { value, at }
  const pointer = value.$ref.slice(1)
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as JsonSchema)[name], openApiDocument)
  return { value: found, at: pointer }
}

const patterns = Object.keys(paths).map((template): [RegExp, string] => [
  new RegExp(`^/api/v1${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  template,
])

function problemsOfHeaders(headers: Headers, declared: Response['headers']): string[] {
  return Object.entries(declared).flatMap(([name, reference]) => {
    const { value, at } = follow(reference, '')
    const { required, schema } = value as Header
    const sent = headers.get(name)
    if (sent === null) return required ? [`the header ${name} is missing`] : []
    const validate = validatorAt(`${at}/schema`)
    return validate(schema.type === 'integer' ? Number(sent) : sent)
      ? []
      : [`the header ${name}: ${sent} ${ajv.errorsText(validate.errors, { dataVar: '' })}`]
  })
}

/**
 * Writes the content of each block in the documented shape. The document describes this shape only, and authors get the
 * content back as they sent it.
 */
function withDocumentedContent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDocumentedContent)
  if (!isJsonObject(value)) return value
  const { type, content } = value
  const isBlock = isJsonObject(content) && blockTypeNames.some((name) => name === type)
  return isBlock
    ? { ...value, content: toDocumentedShape(type as BlockType, content) }
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDocumentedContent(inner)]))
}

function problemsOfBody(text: string, type: string | null, { content }: Response, at: string): string[] {
  if (!content) return text === '' ? [] : ['there is a body although none is declared']
  const media = type?.split(';', 1)[0] ?? 'none'
  if (!(media in content)) return [`the content type ${media} is not declared`]
  if (media !== 'application/json') return []
  const validate = validatorAt(`${at}/content/application~1json/schema`)
  const body: unknown = JSON.parse(text)
  if (validate(at.includes('~1delivery~1') ? body : withDocumentedContent(body))) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const what = params.additionalProperty ?? params.allowedValues ?? ''
    return `the body ${instancePath || '/'} ${message} ${what}`.trim()
  })
}

/** Writes null for an empty `difficulty` or `language`, as the service reads it. */
function withDocumentedNulls(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const isEmpty = (name: string) => typeof value[name] === 'string' && value[name].trim() === ''
  const members = Object.entries(value).map(([name, inner]) => [name, withDocumentedNulls(inner)])
  const nulls = ['difficulty', 'language'].filter(isEmpty).map((name) => [name, null])
  return Object.fromEntries([...members, ...nulls])
}

/** Returns a body whose content is written in the documented shape of each block type, if the body has no `type`. */
const listReadings = (body: unknown): unknown[] =>
  isJsonObject(body) && isJsonObject(body.content) && body.type === undefined
    ? blockTypeNames.map((type) => ({ ...body, content: toDocumentedShape(type, body.content as JsonObject) }))
    : [withDocumentedContent(body)]

/**
 * Validates a request body against the OpenAPI document. Returns the paths of its problems. The content of blocks can
 * have any spelling that the service reads, and an empty difficulty or language is null.
 */
export function requestProblems(template: string, method: string, body: unknown): string[] {
  const validate = validatorAt(`/paths/${escaped(template)}/${method}/requestBody/content/application~1json/schema`)
  return listReadings(withDocumentedNulls(body)).some((reading) => validate(reading))
    ? []
    : (validate.errors ?? []).map(({ instancePath }) => instancePath)
}

type Parameter = { name: string; in: string; schema: JsonSchema }

/** Returns the value of a query parameter as its schema sees it: a number, a boolean, a list or the text. */
function parseParameter({ type }: JsonSchema, text: string): unknown {
  const types = [type].flat()
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return types.includes('array') ? text.split(',').map((one) => one.trim()) : text
}

const isIdentifier = ({ format, items }: JsonSchema) =>
  ((items as JsonSchema | undefined) ?? { format }).format === 'uuid'

/**
 * Validates query parameters against the OpenAPI document. Returns the invalid ones. Any identifier is valid, because the
 * service treats one that is no UUID as unknown.
 */
export function parameterProblems(template: string, method: string, sent: readonly [string, string][]): string[] {
  const { parameters = [] } = paths[template]![method] as { parameters?: Parameter[] }
  return sent.flatMap(([name, text]) => {
    const at = parameters.findIndex((parameter) => parameter.in === 'query' && parameter.name === name)
    if (at < 0) return [name]
    if (isIdentifier(parameters[at]!.schema)) return []
    const validate = validatorAt(`/paths/${escaped(template)}/${method}/parameters/${at}/schema`)
    return validate(parseParameter(parameters[at]!.schema, text)) ? [] : [`${name}=${text}`]
  })
}

/**
 * Validates a response against the OpenAPI document: status, headers, content type and body. Responses of undeclared
 * routes are ignored.
 * @throws Error listing all differences
 */
export function mustMatchOpenApi(method: string, path: string, status: number, headers: Headers, text: string): void {
  const template = patterns.find(([pattern]) => pattern.test(path.split('?', 1)[0]!))?.[1]
  const told = method === 'HEAD' ? 'get' : method.toLowerCase()
  const operation = template && paths[template]?.[told]
  if (!operation) return
  const reference = operation.responses[status]
  const problems: string[] = []
  if (reference) {
    const { value, at } = follow(reference, `/paths/${escaped(template)}/${told}/responses/${status}`)
    const response = value as Response
    problems.push(...problemsOfHeaders(headers, response.headers))
    if (method !== 'HEAD') problems.push(...problemsOfBody(text, headers.get('content-type'), response, at))
  } else problems.push(`the status is not declared; declared are ${Object.keys(operation.responses).join(', ')}`)
  if (problems.length === 0) return
  const title = `${method} ${template} answered ${status}, which does not match its OpenAPI operation:`
  throw new Error([title, ...problems.map((problem) => `- ${problem}`), text.slice(0, 1000)].join('\n'))
}
