import {
  type DocumentNode,
  GraphQLNonNull,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { RawJson, serializeToJsonChunks } from '../../platform/json.ts'
import { JsonWriterCodeGenerator } from './json-writer-code.ts'

/**
 * Serializes the `data` of a GraphQL result as JSON, in chunks. The text `before` precedes the JSON, and `after`
 * follows it.
 */
export type JsonWriter = (data: object, before: string, after: string) => string[]

/**
 * Texts with fewer characters are tested with a regular expression. If a text needs no escaping, this is faster than
 * `JSON.stringify`.
 */
const maxTestedChars = 64
const needsNoEscape = /^[ !#-[\]-~]*$/

/** Returns a text as a JSON string, without the quotation marks. */
function escapeText(value: unknown): string {
  const text = String(value)
  return text.length < maxTestedChars && needsNoEscape.test(text) ? text : JSON.stringify(text).slice(1, -1)
}

const json = (value: unknown): string => JSON.stringify(value ?? null)

/** The functions and the class that the generated code uses. */
const helpers = { escapeText, json, RawJson, serializeToJsonChunks }

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
 * Generates a function that serializes the result of a GraphQL document as JSON. For a result with many block contents,
 * the function takes half as long as `serializeToJsonChunks`. Returns undefined in three cases:
 * - The document has directives.
 * - The generated code would be too long.
 * - The document selects no `JSONObject`, such as the content of a block. `JSON.stringify` is then faster.
 */
export function compileJsonWriter(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): JsonWriter | undefined {
  if (hasDirectives(document)) return undefined
  const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const fragments = new Map(definitions.map((one) => [one.name.value, one]))
  const code = new JsonWriterCodeGenerator(fragments)
  code.value(new GraphQLNonNull(schema.getRootType(operation)!), [selectionSet], 'data')
  const text = code.end()
  if (code.isTooLong || !text.includes('RawJson')) return undefined
  return new Function(...Object.keys(helpers), text)(...Object.values(helpers)) as JsonWriter
}
