import { makeMethodNamer } from './method-names.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema>; items?: Schema }
type Content = Record<string, { schema: Schema }>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; description: string; required?: boolean }
type OpenapiOperation = {
  operationId: string
  tags: [string]
  description?: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
/** The parts of an OpenAPI document that the client is made from. */
export type OpenapiDocument = {
  paths: Record<string, Record<string, OpenapiOperation>>
  components: { schemas: Record<string, Schema> }
}

/** What the generated code says about an operation. */
export type OperationModel = {
  group: string
  name: string
  description: string
  method: string
  path: string
  pathParameters: string[]
  query?: { isRequired: boolean }
  /** Without a type, the body is the bytes of a file. */
  body?: { type?: string; isRequired: boolean }
  /** The type of the record, or of each record of a list. */
  result: string
  /** `page` for a list in pages, `array` for a list in one response. */
  list?: 'page' | 'array'
  /** The field of a record that `If-Match` compares. */
  version?: 'version' | 'treeVersion'
  takesIdempotencyKey: boolean
}

const nameOf = (schema: Schema) => {
  if (!schema.$ref) throw new Error(`A schema without a name: ${JSON.stringify(schema)}`)
  return schema.$ref.split('/').at(-1)!
}

const readBodyType = ({ 'application/json': json }: Content) => (json ? { type: nameOf(json.schema) } : {})

function readResult({ responses }: OpenapiOperation, { components }: OpenapiDocument) {
  const { content } = (responses[200] ?? responses[201])!
  const envelope = components.schemas[nameOf(content!['application/json']!.schema)]!.properties!
  const { data, meta } = envelope as { data: Schema; meta?: Schema }
  if (!data.items) return { result: nameOf(data) }
  return { result: nameOf(data.items), list: meta ? ('page' as const) : ('array' as const) }
}

function readVersion({ parameters = [] }: OpenapiOperation): OperationModel['version'] {
  const ifMatch = parameters.find(({ name }) => name === 'If-Match')
  if (!ifMatch) return undefined
  return ifMatch.description.includes('treeVersion') ? 'treeVersion' : 'version'
}

/** Reads all operations of an OpenAPI document, sorted by group. */
export function readOperations(document: OpenapiDocument): OperationModel[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  )
  const nameMethod = makeMethodNamer(operations.map(({ operation }) => operation.tags[0]))
  return operations
    .map(({ path, method, operation }): OperationModel => {
      const { parameters = [], requestBody, operationId, tags, description, summary } = operation
      const { group, method: name } = nameMethod(operationId, tags[0])
      const query = parameters.filter((parameter) => parameter.in === 'query')
      return {
        group,
        name,
        description: description ?? summary,
        method,
        path,
        pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!),
        ...(query.length > 0 && { query: { isRequired: query.some(({ required }) => required) } }),
        ...(requestBody && {
          body: {
            ...readBodyType(requestBody.content),
            isRequired: requestBody.required === true,
          },
        }),
        ...readResult(operation, document),
        version: readVersion(operation),
        takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
      }
    })
    .sort((one, other) => one.group.localeCompare(other.group))
}
