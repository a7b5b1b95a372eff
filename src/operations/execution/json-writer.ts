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
 * Generates a fast JSON serializer for the result of a GraphQL document. Returns undefined if `serializeToJsonChunks`
 * must be used.
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
  // If no field of the result is a `JSONObject` (for example the content of a block), `JSON.stringify` is faster.
  if (code.isTooLong || !text.includes('RawJson')) return undefined
  // For a result with many block contents, this function is twice as fast as `serializeToJsonChunks`.
  return new Function(...Object.keys(helpers), text)(...Object.values(helpers)) as JsonWriter
}
