import type { ResponseHeaders } from '../../http/exchange.ts'
import type { Deprecation } from '../../operations/operation.ts'

/** Returns the headers `Deprecation` (RFC 9745: Unix time) and `Sunset` (RFC 8594: HTTP date) of a deprecated route. */
export const makeDeprecationHeaders = (deprecation: Deprecation | undefined): ResponseHeaders =>
  deprecation === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
        Sunset: new Date(deprecation.sunset).toUTCString(),
      }
