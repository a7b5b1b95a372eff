import type { ExecutionResult } from 'graphql'
import { serializeToJsonChunks } from '../../platform/json.ts'
import type { JsonWriter } from './json-writer.ts'

const serializer = Symbol('serializer')

type ResultWithSerializer = ExecutionResult & { [serializer]?: JsonWriter }

/**
 * Attaches to a result the function that later serializes its `data` as JSON. The function is not used if the result
 * has errors or extensions.
 */
export function attachJsonWriterToResult(result: ExecutionResult, write: JsonWriter): void {
  const withSerializer: ResultWithSerializer = result
  withSerializer[serializer] = write
}

const writerFor = (result: ResultWithSerializer) =>
  result.data && !result.errors && !result.extensions ? result[serializer] : undefined

/** Serializes a GraphQL result as JSON, in chunks. */
export const serializeResultToJsonChunks = (result: ExecutionResult): string[] =>
  writerFor(result)?.(result.data!, '{"data":', '}') ?? serializeToJsonChunks(result)

/** Serializes the only root field of a result as the JSON object `{ "data": value }`, in chunks. */
export function serializeRootFieldAsData(result: ExecutionResult, field: string): string[] {
  const chunks = writerFor(result)?.(result.data!, '', '')
  if (!chunks) return serializeToJsonChunks({ data: result.data![field] })
  chunks[0] = `{"data":${chunks[0]!.slice(`{"${field}":`.length)}`
  return chunks
}
