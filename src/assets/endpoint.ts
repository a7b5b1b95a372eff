import type { Endpoint, Exchange } from '../http/exchange.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { getTenantIdForLimits } from '../http/tenant-id-for-limits.ts'
import type { RateLimitPerMinute } from '../operations/operation.ts'
import { countCall, type OperationRateLimiter } from '../operations/operation-rate-limiter.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { makeFileKey } from './record/rows.ts'
import { makeFileSource } from './serving/file-source.ts'
import { makeServedFileFinder } from './serving/find-file.ts'
import { sendFile } from './serving/send-file.ts'
import { makeSizeFinder } from './serving/sizes.ts'
import { listWidths } from './serving/widths.ts'
import { makeUploadReceiver } from './uploads/receive.ts'

const filePath = /^\/assets\/([0-9a-f]{12})\/([0-9a-f]{64})\/[^/]{1,700}$/
const uploadPath = /^\/assets\/uploads\/([0-9a-f]{12})\/([0-9a-f-]{36})$/

/** How many addresses without a file a caller may ask for in a minute. Each costs a statement of the database. */
const unknownFilesPerMinute: RateLimitPerMinute = { sharedAs: 'unknownFiles', max: () => 300 }

const notFound = () => new ApiError('not_found', 'There is no file at this address, or the address has expired.')

/** Makes the endpoints of the files: their addresses, and those that take uploads. */
export function makeAssetEndpoints(sql: SqlRunner, store: FileStore, operationRateLimiter: OperationRateLimiter) {
  const findFile = makeServedFileFinder(sql)
  const findSize = makeSizeFinder(store, sql)
  const source = makeFileSource(store)
  const receive = makeUploadReceiver(store, sql)

  async function serve(exchange: Exchange, publicId: string, hash: string): Promise<void> {
    exchange.route = 'asset'
    if (answerUnlessGetOrHead(exchange)) return
    const query = new URLSearchParams(exchange.query)
    const tenantId = getTenantIdForLimits(exchange)
    const counted = { operationRateLimiter, tenantId, responseHeaders: exchange.headers }
    const countUnknown = (files: 0 | 1) => countCall(counted, unknownFilesPerMinute, files)
    const found = await findFile({ publicId, hash, query, countUnknown })
    if (!found) throw notFound()
    const { asset, secondsLeft } = found
    const { name, type, bytes } = asset
    const width = listWidths(asset).find((one) => String(one) === query.get('width'))
    // A picture that is smaller than the width is sent as it is.
    if (width === undefined)
      return sendFile(exchange, source, {
        key: makeFileKey(asset),
        bytes,
        type: type!,
        name,
        etag: `"${hash}"`,
        secondsLeft,
      })
    const size = await findSize(asset, width)
    return sendFile(exchange, source, { ...size, type: 'image/webp', name, etag: `"${hash}-${width}"`, secondsLeft })
  }

  const makeEndpoint = (handle: (exchange: Exchange) => Promise<void>): Endpoint => ({
    isAuthenticatedAndCounted: false,
    handle,
  })

  return (path: string): Endpoint | undefined => {
    if (!path.startsWith('/assets/')) return undefined
    const [, workspace, hash] = filePath.exec(path) ?? []
    if (workspace && hash) return makeEndpoint((exchange) => serve(exchange, workspace, hash))
    const [, publicId, id] = uploadPath.exec(path) ?? []
    return publicId && id ? makeEndpoint((exchange) => receive(exchange, publicId, id)) : undefined
  }
}
