import type { ResponseHeaders } from '../../http/exchange.ts'
import type { OperationDeprecation } from '../../operations/operation.ts'

/** Returns the headers `Deprecation` (RFC 9745: Unix time) and `Sunset` (RFC 8594: HTTP date) of a deprecated route. */
export const makeDeprecationHeaders = (deprecation: OperationDeprecation | undefined): ResponseHeaders =>
  deprecation === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
        Sunset: new Date(deprecation.sunset).toUTCString(),
      }
