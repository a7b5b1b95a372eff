import { disabledOptimizations } from '../platform/optimizations.ts'

/** A whole REST response body that is ready to be sent: text, a list of text chunks, or bytes. */
export type SerializedBody = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may set `notes.serializedBody` and return null. REST then sends this body unchanged, which
 * saves the time to parse JSON from the database and to serialize it again. GraphQL and MCP cannot send such a body,
 * because their requests may select only some of its fields.
 */
export const canSendSerializedBody = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('serializedBody')

/** Returns the REST response body `{"data":…}` as chunks of text. `chunks` are the JSON text of `data`. */
export const makeSerializedBody = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
