import type { ExecutionResult } from 'graphql'
import { jsonPieces } from '../json.ts'
import type { Write } from './writer.ts'

const writers = new WeakMap<object, Write>()

/** Notes who writes this data. */
export const writtenBy = (data: object, write: Write) => void writers.set(data, write)

const writerFor = ({ data, errors, extensions }: ExecutionResult) =>
  data && !errors && !extensions ? writers.get(data) : undefined

/** A result as JSON in pieces. */
export const resultPieces = (result: ExecutionResult): string[] =>
  writerFor(result)?.(result.data!, '{"data":', '}') ?? jsonPieces(result)

/** `{ data }` with the value of a result's one root field, as JSON in pieces. */
export function valuePieces(result: ExecutionResult, field: string): string[] {
  const pieces = writerFor(result)?.(result.data!, '', '')
  if (!pieces) return jsonPieces({ data: result.data![field] })
  pieces[0] = `{"data":${pieces[0]!.slice(`{"${field}":`.length)}`
  return pieces
}
