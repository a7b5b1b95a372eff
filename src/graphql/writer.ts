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
import { JsonText, jsonPieces } from '../json.ts'

/** Writes the data of one document as JSON, in pieces as `jsonPieces` would, between two texts. */
export type Write = (data: object, before: string, after: string) => string[]

type Present = Extract<GraphQLOutputType, GraphQLNullableType>
type Sets = readonly SelectionSetNode[]
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>
type Asked = { name: string; sets: SelectionSetNode[] }

/** What is asked of an object, by the name that it is answered under (GraphQL specification, section 6.3.2). */
function fieldsOf(
  sets: Sets,
  fragments: Fragments,
  found = new Map<string, Asked>(),
  visited = new Set<string>(),
): Map<string, Asked> {
  for (const selection of sets.flatMap(({ selections }) => selections)) {
    if (selection.kind === Kind.FIELD) {
      const { name, alias = name, selectionSet } = selection
      const asked = found.get(alias.value) ?? { name: name.value, sets: [] }
      if (selectionSet) asked.sets.push(selectionSet)
      found.set(alias.value, asked)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      fieldsOf([selection.selectionSet], fragments, found, visited)
    } else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value)
      fieldsOf([fragments.get(selection.name.value)!.selectionSet], fragments, found, visited)
    }
  }
  return found
}

// To look through a text of so many characters, as identifiers and times are, costs less than to call `JSON.stringify`.
const shortChars = 64
const plain = /^[ !#-[\]-~]*$/

/** What stands between the quotes of a text. */
function inside(value: unknown): string {
  const text = String(value)
  return text.length < shortChars && plain.test(text) ? text : JSON.stringify(text).slice(1, -1)
}

const json = (value: unknown): string => JSON.stringify(value ?? null)

// What is longer runs no quicker, for it is not optimised; aliases can make it double at every level.
const mostCode = 20_000

// What the code names beside its own variables.
const used = { inside, json, JsonText, jsonPieces }

/**
 * The code of a function that adds value after value to the text `s`, and a content to the pieces, after the text before it.
 * What is the same in every answer is gathered and added together with the next value.
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
    return this.code.length > mostCode
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
    else if (isAbstractType(type)) this.step(`pieces.push(s, ...jsonPieces(${value})); s = '';`)
    else if (type.name === 'JSONObject')
      this.step(
        `if (${value} instanceof JsonText) { pieces.push(s, ${value}.text); s = ''; } else s += json(${value});`,
      )
    else if (type.name === 'ID' || type.name === 'String' || isEnumType(type)) this.text(value)
    else if (type.name === 'Int') this.add(`Number.isInteger(${value}) ? ${value} : json(${value})`)
    else this.add(`json(${value})`)
  }

  private text(value: string): void {
    this.literal += '"'
    this.add(`inside(${value})`)
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

  /** The function, of a value called `data`. */
  end(): string {
    this.step('pieces.push(s + after); return pieces;')
    return `return (data, before, after) => { const pieces = []; let s = before;\n${this.code} }`
  }
}

/** What a directive leaves out, and whether, is not settled by the text. */
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
 * A function that writes out a document's data member by member: half of the time of `jsonPieces` where much content is
 * asked for. Undefined where none is, for then `JSON.stringify` is quicker, and where directives are.
 */
export function writerOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): Write | undefined {
  if (hasDirectives(document)) return undefined
  const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((one) => [one.name.value, one]))
  const code = new Code(fragments)
  code.value(new GraphQLNonNull(schema.getRootType(operation)!), [selectionSet], 'data')
  const text = code.end()
  if (code.isTooLong || !text.includes('JsonText')) return undefined
  return new Function(...Object.keys(used), text)(...Object.values(used)) as Write
}
