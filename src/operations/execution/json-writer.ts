import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLNonNull,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { RawJson, serializeToJsonChunks } from '../../platform/json.ts'

/**
 * Serializes the `data` of a GraphQL result as JSON, in chunks. The text `before` precedes the JSON, and `after`
 * follows it.
 */
export type JsonWriter = (data: object, before: string, after: string) => string[]

type Present = Extract<GraphQLOutputType, GraphQLNullableType>
type Sets = readonly SelectionSetNode[]
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>
type SelectedField = { name: string; sets: SelectionSetNode[] }

/**
 * Collects the selected fields of an object. The keys of the map are the response names (GraphQL specification, section
 * 6.3.2).
 */
function fieldsOf(
  sets: Sets,
  fragments: Fragments,
  found = new Map<string, SelectedField>(),
  visited = new Set<string>(),
): Map<string, SelectedField> {
  for (const selection of sets.flatMap(({ selections }) => selections)) {
    if (selection.kind === Kind.FIELD) {
      const { name, alias = name, selectionSet } = selection
      const field = found.get(alias.value) ?? { name: name.value, sets: [] }
      if (selectionSet) field.sets.push(selectionSet)
      found.set(alias.value, field)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      fieldsOf([selection.selectionSet], fragments, found, visited)
    } else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value)
      fieldsOf([fragments.get(selection.name.value)!.selectionSet], fragments, found, visited)
    }
  }
  return found
}

// For shorter texts, a regular expression is faster than `JSON.stringify`.
const maxTestedChars = 64
const needsNoEscape = /^[ !#-[\]-~]*$/

/** Returns a text as a JSON string, without the quotation marks. */
function escapeText(value: unknown): string {
  const text = String(value)
  return text.length < maxTestedChars && needsNoEscape.test(text) ? text : JSON.stringify(text).slice(1, -1)
}

const json = (value: unknown): string => JSON.stringify(value ?? null)

/**
 * The maximum length of the generated code, in characters. V8 does not optimize longer functions. A query with aliases
 * could lead to very long code, because each level of nesting can double the length.
 */
const maxCodeChars = 20_000

// The generated code can use only the functions and the class in `helpers`.
const helpers = { escapeText, json, RawJson, serializeToJsonChunks }

/**
 * Generates the code of a function that serializes data. The generated function appends values to the string `s`. Only
 * a JSON text from the database becomes a separate chunk. Constant text, such as field names, waits in `literal` and is
 * appended together with the next value.
 */
class Code {
  private code = ''
  private literal = ''
  private lists = 0
  private readonly fragments: Fragments

  constructor(fragments: Fragments) {
    this.fragments = fragments
  }

  get isTooLong(): boolean {
    return this.code.length > maxCodeChars
  }

  value(type: GraphQLOutputType, sets: Sets, value: string): void {
    if (this.isTooLong) return
    if (isNonNullType(type)) this.present(type.ofType, sets, value)
    else {
      this.step(`if (${value} == null) s += 'null'; else {`)
      this.present(type, sets, value)
      this.step('}')
    }
  }

  private present(type: Present, sets: Sets, value: string): void {
    if (isListType(type)) this.list(type.ofType, sets, value)
    else if (isObjectType(type)) this.object(type, sets, value)
    else if (isAbstractType(type)) this.step(`chunks.push(s, ...serializeToJsonChunks(${value})); s = '';`)
    else if (type.name === 'JSONObject')
      this.step(`if (${value} instanceof RawJson) { chunks.push(s, ${value}.text); s = ''; } else s += json(${value});`)
    else if (type.name === 'ID' || type.name === 'String' || isEnumType(type)) this.text(value)
    else if (type.name === 'Int') this.add(`Number.isInteger(${value}) ? ${value} : json(${value})`)
    else this.add(`json(${value})`)
  }

  private text(value: string): void {
    this.literal += '"'
    this.add(`escapeText(${value})`)
    this.literal += '"'
  }

  private list(type: GraphQLOutputType, sets: Sets, list: string): void {
    this.lists += 1
    const [item, index] = [`item${this.lists}`, `index${this.lists}`]
    this.literal += '['
    this.step(`for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`)
    this.step(`const ${item} = ${list}[${index}]; if (${index} > 0) s += ',';`)
    this.value(type, sets, item)
    this.step('}')
    this.literal += ']'
  }

  private object(type: GraphQLObjectType, sets: Sets, object: string): void {
    let before = '{'
    for (const [answered, { name, sets: inner }] of fieldsOf(sets, this.fragments)) {
      this.literal += `${before}"${answered}":`
      before = ','
      const field = type.getFields()[name]
      if (field) this.value(field.type, inner, `${object}.${answered}`)
      else this.add(`json(${object}.${answered})`)
    }
    this.literal += '}'
  }

  private add(value: string): void {
    this.code += `s += ${JSON.stringify(this.literal)} + (${value});\n`
    this.literal = ''
  }

  private step(code: string): void {
    if (this.literal) this.code += `s += ${JSON.stringify(this.literal)};\n`
    this.literal = ''
    this.code += `${code}\n`
  }

  /** Returns the source code that creates the writer function. */
  end(): string {
    this.step('chunks.push(s + after); return chunks;')
    return `return (data, before, after) => { const chunks = []; let s = before;\n${this.code} }`
  }
}

/** Whether a document has directives. Directives decide at run time which fields the result has. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Directive: () => {
      found = true
    },
  })
  return found
}

/**
 * Generates a function that serializes the result of a GraphQL document as JSON. For results with many block contents,
 * the generated function takes half as long as `serializeToJsonChunks`. Returns undefined if the document has
 * directives, if the generated code would be too long, or if the document selects no fields with JSON text, such as
 * block contents. In the last case, `JSON.stringify` is faster.
 */
export function compileJsonWriter(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): JsonWriter | undefined {
  if (hasDirectives(document)) return undefined
  const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((one) => [one.name.value, one]))
  const code = new Code(fragments)
  code.value(new GraphQLNonNull(schema.getRootType(operation)!), [selectionSet], 'data')
  const text = code.end()
  if (code.isTooLong || !text.includes('RawJson')) return undefined
  return new Function(...Object.keys(helpers), text)(...Object.values(helpers)) as JsonWriter
}
