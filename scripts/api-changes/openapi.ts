/** The parts of an OpenAPI 3.1 document and of JSON Schema that the comparison reads. */
type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
}
type Content = { content?: Record<string, { schema: Schema }> }
type OpenapiOperation = {
  parameters?: { $ref?: string; name: string; in: string; required?: boolean }[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
export type OpenapiDocument = { paths: Record<string, Record<string, OpenapiOperation>>; components: object }

/** A breaking change: its place in the API, such as `GET /courses 200 data.name`, and what changed. */
export type BreakingChange = { place: string; text: string }

const resolve = <T extends { $ref?: string }>(document: OpenapiDocument, value: T): T =>
  value.$ref === undefined
    ? value
    : (value.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], document) as T)

const typesOf = ({ type }: Schema) => [type ?? []].flat()
const jsonOf = ({ content }: Content) => content?.['application/json']?.schema

/**
 * Finds breaking changes between two OpenAPI documents: removed routes, removed or nullable response members, and request
 * members or parameters that are removed or newly required. No maintained JavaScript library compares OpenAPI 3.1.
 */
export function findOpenapiChanges(before: OpenapiDocument, after: OpenapiDocument): BreakingChange[] {
  const changes: BreakingChange[] = []
  const add = (place: string, text: string) => changes.push({ place, text })

  /** Compares a schema of a request or response. A schema that contains itself is compared once. */
  function compare(old: Schema, now: Schema, place: string, isRequest: boolean, seen: ReadonlySet<string>): void {
    const name = old.$ref ?? ''
    if (seen.has(name)) return
    const inside = name === '' ? seen : new Set([...seen, name])
    const [one, other] = [resolve(before, old), resolve(after, now)]
    const [narrow, wide] = isRequest ? [one, other] : [other, one]
    const isWider = typesOf(wide).length > 0 && typesOf(narrow).some((type) => !typesOf(wide).includes(type))
    if (isWider) add(place, `changed its type from ${typesOf(one).join('|')} to ${typesOf(other).join('|')}`)
    if (wide.enum && narrow.enum?.some((value) => !wide.enum!.includes(value))) add(place, 'changed its values')
    if (one.items && other.items) compare(one.items, other.items, `${place}[]`, isRequest, inside)
    for (const [member, schema] of Object.entries(one.properties ?? {})) {
      const next = other.properties?.[member]
      if (next) compare(schema, next, `${place}.${member}`, isRequest, inside)
      else if (other.properties) add(`${place}.${member}`, 'was removed')
    }
    const [mayLack, mustHave] = isRequest ? [one, other] : [other, one]
    for (const member of mustHave.required ?? []) {
      const isLacking = !mayLack.required?.includes(member) && (isRequest || other.properties?.[member] !== undefined)
      if (isLacking) add(`${place}.${member}`, isRequest ? 'became required' : 'became optional')
    }
  }

  function compareOperations(old: OpenapiOperation, now: OpenapiOperation, place: string): void {
    const parametersOf = (document: OpenapiDocument, { parameters = [] }: OpenapiOperation) =>
      parameters.map((parameter) => resolve(document, parameter))
    const [before_, after_] = [parametersOf(before, old), parametersOf(after, now)]
    for (const { name } of before_)
      if (!after_.some((parameter) => parameter.name === name)) add(`${place} ${name}`, 'was removed')
    for (const { name, required } of after_) {
      const isRequiredBefore = before_.some((parameter) => parameter.name === name && parameter.required)
      if (required && !isRequiredBefore) add(`${place} ${name}`, 'became required')
    }
    const [oldBody, newBody] = [jsonOf(old.requestBody ?? {}), jsonOf(now.requestBody ?? {})]
    if (oldBody && newBody) compare(oldBody, newBody, `${place} body`, true, new Set())
    for (const [status, response] of Object.entries(old.responses).filter(([code]) => code.startsWith('2'))) {
      const next = now.responses[status]
      if (!next) add(`${place} ${status}`, 'was removed')
      const [one, other] = [jsonOf(resolve(before, response)), next && jsonOf(resolve(after, next))]
      if (one && other) compare(one, other, `${place} ${status}`, false, new Set())
    }
  }

  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (now) compareOperations(operation, now, place)
      else add(place, 'was removed')
    }
  }
  return changes
}
