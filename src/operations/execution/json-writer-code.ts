import {
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { collectSelectedFields, type Fragments, type SelectionSets } from './selected-fields.ts'

type Present = Extract<GraphQLOutputType, GraphQLNullableType>

/** The maximum length of the generated code, in characters. V8 does not optimize longer functions. */
const maxCodeChars = 20_000

/** Generates the code of a function that serializes data as text chunks. In this code, `s` is the current chunk. */
export class JsonWriterCodeGenerator {
  private code = ''
  /**
   * JSON text that is already known when the code is generated, such as field names. The next generated statement
   * appends this text to the variable `s`.
   */
  private literal = ''
  private lists = 0
  private readonly fragments: Fragments

  constructor(fragments: Fragments) {
    this.fragments = fragments
  }

  get isTooLong(): boolean {
    return this.code.length > maxCodeChars
  }

  value(type: GraphQLOutputType, sets: SelectionSets, value: string): void {
    // With aliases, each level of nesting can double the length of the code.
    if (this.isTooLong) return
    if (isNonNullType(type)) this.present(type.ofType, sets, value)
    else {
      this.step(`if (${value} == null) s += 'null'; else {`)
      this.present(type, sets, value)
      this.step('}')
    }
  }

  private present(type: Present, sets: SelectionSets, value: string): void {
    if (isListType(type)) this.list(type.ofType, sets, value)
    else if (isObjectType(type)) this.object(type, sets, value)
    else if (isAbstractType(type)) this.step(`chunks.push(s, ...serializeToJsonChunks(${value})); s = '';`)
    else if (type.name === 'JSONObject')
      // A JSON text from the database becomes a separate chunk.
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

  private list(type: GraphQLOutputType, sets: SelectionSets, list: string): void {
    this.lists += 1
    const [item, index] = [`item${this.lists}`, `index${this.lists}`]
    this.literal += '['
    this.step(`for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`)
    this.step(`const ${item} = ${list}[${index}]; if (${index} > 0) s += ',';`)
    this.value(type, sets, item)
    this.step('}')
    this.literal += ']'
  }

  private object(type: GraphQLObjectType, sets: SelectionSets, object: string): void {
    let before = '{'
    for (const [answered, { name, sets: inner }] of collectSelectedFields(sets, this.fragments)) {
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
