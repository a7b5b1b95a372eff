import { disabledOptimizations } from '../platform/optimizations.ts'

/** A whole REST response body that is ready to be sent: text, a list of text chunks, or bytes. */
export type SerializedBody = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may store the whole response body in `notes.serializedBody` and return null. REST sends
 * this body unchanged, so the service does not parse and serialize JSON from the database. GraphQL and MCP cannot send
 * this body, because a client may request only some fields.
 */
export const canSendSerializedBody = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('serializedBody')

/** Returns the REST response body `{"data":…}` as chunks of text. @param chunks the JSON text of `data` */
export const makeSerializedBody = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
