import type { ExecutionResult } from 'graphql'
import { serializeToJsonChunks } from '../../platform/json.ts'
import type { JsonWriter } from './json-writer.ts'

const serializers = new WeakMap<object, JsonWriter>()

/** Registers the function that serializes the `data` object of a result. */
export const setResultSerializer = (data: object, write: JsonWriter) => void serializers.set(data, write)

const writerFor = ({ data, errors, extensions }: ExecutionResult) =>
  data && !errors && !extensions ? serializers.get(data) : undefined

/** Serializes a GraphQL result as JSON, in chunks. */
export const serializeResult = (result: ExecutionResult): string[] =>
  writerFor(result)?.(result.data!, '{"data":', '}') ?? serializeToJsonChunks(result)

/** Serializes the only root field of a result as the JSON object `{ "data": value }`, in chunks. */
export function serializeRootField(result: ExecutionResult, field: string): string[] {
  const chunks = writerFor(result)?.(result.data!, '', '')
  if (!chunks) return serializeToJsonChunks({ data: result.data![field] })
  chunks[0] = `{"data":${chunks[0]!.slice(`{"${field}":`.length)}`
  return chunks
}
