import { disabledOptimizations } from '../platform/optimizations.ts'

/** A whole REST response body, as text, in chunks of text, or as bytes. */
export type SerializedBody = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may put the whole response body into `notes.serializedBody` and return null. REST then sends
 * this body. So the service need not parse the stored JSON, execute the selected fields and serialize the result again.
 * GraphQL and MCP cannot use the stored body, because their requests may select only some of its fields.
 */
export const canSendSerializedBody = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('serializedBody')

/** Returns the body of a REST response, in chunks, for a result that is JSON text. */
export const makeSerializedBody = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
