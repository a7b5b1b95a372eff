import { disabledOptimizations } from '../platform/fast.ts'

/** A whole REST response body, as text, in chunks of text, or as bytes. */
export type StoredResult = string | readonly string[] | Uint8Array

/**
 * Whether a resolver may note the body of the response in `notes.storedResult` and return null. REST then sends the body,
 * so that nobody parses stored JSON, executes its fields and serializes it again. A REST request always selects all
 * fields that REST shows; a GraphQL request selects some.
 */
export const acceptsStoredResult = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('storedResult')

/** Returns the body of a REST response, in chunks, for a result that is JSON text. */
export const wrapStoredResult = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
