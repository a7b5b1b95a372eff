import { disabledOptimizations } from '../platform/optimizations.ts'

/** A whole REST response body that is ready to be sent: text, a list of text chunks, or bytes. */
export type SerializedBody = string | readonly string[] | Uint8Array

/**
 * Returns whether a resolver may put the whole response body into `notes.serializedBody` and return null. Only REST
 * allows this, because a GraphQL or MCP response contains only some fields of the result.
 */
export const canSendSerializedBody = ({ api }: { api: string }) =>
  api === 'rest' && !disabledOptimizations.has('serializedBody')

/** Returns the REST response body `{"data":…}` as chunks of text. @param chunks the JSON text of `data` */
export const makeSerializedBody = (chunks: readonly string[]): string[] => ['{"data":', ...chunks, '}']
