import { disabledOptimizations } from '../platform/optimizations.ts'

/** A whole REST response body that is ready to be sent: text, a list of text chunks, or bytes. */
export type SerializedBody = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may set `notes.serializedBody` and return null. REST sends this body unchanged, so the
 * service does not have to parse and serialize JSON from the database. A request of GraphQL or MCP may select only some
 * fields, so these APIs cannot send the body.
 */
export const canSendSerializedBody = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('serializedBody')

/** Returns the REST response body `{"data":…}` as chunks of text. @param chunks the JSON text of `data` */
export const makeSerializedBody = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
