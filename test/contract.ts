import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiOf } from '../src/rest/openapi/document.ts'
import { schema } from '../src/schema.ts'
import type { JsonSchema } from '../src/shapes.ts'

type Header = { required: boolean; schema: JsonSchema }
type Response = { headers: Record<string, JsonSchema>; content?: Record<string, unknown> }
type Operation = { responses: Record<string, JsonSchema> }

/** The document as it is served. */
export const document = openapiOf(schema)
const paths = document.paths as Record<string, Record<string, Operation>>

// Stricter than what clients are told: a record here has no member that the document does not name.
const records = Object.entries(document.components.schemas).map(([name, told]): [string, JsonSchema] => [
  name,
  told.properties && told.additionalProperties === undefined ? { ...told, additionalProperties: false } : told,
])
const strict = { ...document, components: { ...document.components, schemas: Object.fromEntries(records) } }

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
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

/** What a `$ref` within the document stands for, with where it stands; anything else as it is. */
function follow(value: JsonSchema, at: string): { value: unknown; at: string } {
  if (typeof value.$ref !== 'string') return { value, at }
  const pointer = value.$ref.slice(1)
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as JsonSchema)[name], document)
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

function problemsOfBody(text: string, type: string | null, { content }: Response, at: string): string[] {
  if (!content) return text === '' ? [] : ['there is a body where none is declared']
  const media = type?.split(';', 1)[0] ?? 'none'
  if (!(media in content)) return [`the content type ${media} is not declared`]
  if (media !== 'application/json') return []
  const validate = validatorAt(`${at}/content/application~1json/schema`)
  if (validate(JSON.parse(text))) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const what = params.additionalProperty ?? params.allowedValues ?? ''
    return `the body ${instancePath || '/'} ${message} ${what}`.trim()
  })
}

/** What is wrong with a body that a client would send to a route, as the document has it; empty where nothing is. */
export function problemsOfRequest(template: string, method: string, body: unknown): string[] {
  const validate = validatorAt(`/paths/${escaped(template)}/${method}/requestBody/content/application~1json/schema`)
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath)
}

/**
 * Holds an answer against the document: its status, headers, content type and body. What comes from no declared route is
 * left alone.
 * @throws Error naming everything that the document does not declare so
 */
export function mustBeDeclared(method: string, path: string, status: number, headers: Headers, text: string): void {
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
  } else problems.push(`the status is declared nowhere; declared are ${Object.keys(operation.responses).join(', ')}`)
  if (problems.length === 0) return
  const title = `${method} ${template} answered ${status}, and not as its OpenAPI operation says:`
  throw new Error([title, ...problems.map((problem) => `- ${problem}`), text.slice(0, 1000)].join('\n'))
}
