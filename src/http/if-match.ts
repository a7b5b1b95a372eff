import { ApiError, makeInvalidRequestError } from '../platform/errors.ts'
import { isSameEtag, parseEtags } from './etag.ts'
import type { Exchange } from './exchange.ts'

/**
 * Parses the header `If-Match`. Returns the list of tags, or `any` for `*`.
 * @throws ApiError 400 for a malformed header
 */
export function parseIfMatch(header: string) {
  const tags = parseEtags(header)
  if (tags) return tags
  const message = 'must be * or entity tags in double quotes, separated by commas, such as "v7"'
  throw makeInvalidRequestError([{ path: 'If-Match', message }])
}

/**
 * Checks the header `If-Match` of a read (RFC 9110, section 13.1.1). A weak tag never matches.
 * @param tag the entity tag of the current version
 * @throws ApiError 412 if the client has named other versions only
 */
export function assertIfMatch({ req }: Pick<Exchange, 'req'>, tag: string): void {
  const sent = req.headers['if-match']
  if (sent === undefined) return
  const tags = parseIfMatch(sent)
  if (tags === 'any' || tags.some((one) => !one.isWeak && isSameEtag(one, tag))) return
  throw new ApiError('precondition_failed', 'The current version is not in If-Match. Read it without this header.')
}
