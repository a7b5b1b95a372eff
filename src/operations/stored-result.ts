import { disabledOptimizations } from '../platform/fast.ts'

/** A whole REST response body, as text, in chunks of text, or as bytes. */
export type StoredResult = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may put the whole response body into `notes.storedResult` and return null. REST then sends
 * this body. So the service need not parse the stored JSON, execute the selected fields and serialize the result again.
 * GraphQL and MCP cannot use the stored body, because their requests may select only some of its fields.
 */
export const acceptsStoredResult = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('storedResult')

/** Returns the body of a REST response, in chunks, for a result that is JSON text. */
export const wrapStoredResult = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
