import type { Exchange } from '../../http/exchange.ts'
import { sendAllowedMethods } from '../../http/read-methods.ts'
import { sendResponseHead } from '../../http/response-head.ts'
import { findDeliveryWorkspaceByPublicId } from '../../identity/delivery-workspaces.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { type FileStore, UploadGapError } from '../../platform/files/file-store.ts'
import { makeUploadKey, readAssets } from '../record/rows.ts'
import { isSigned } from '../serving/signature.ts'

const notFound = () =>
  new ApiError('not_found', 'This upload address has expired, or the upload is complete. Begin the upload again.')

const makeLengthError = (expected: number) =>
  new ApiError('invalid_request', `Send exactly ${expected} bytes to this address.`, { details: { bytes: expected } })

/** Passes the body of a request on, and fails if it is longer than `expected`. */
async function* readBody({ req }: Exchange, expected: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of req) {
      bytes += (chunk as Buffer).length
      if (bytes > expected) throw makeLengthError(expected)
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', 'The request body did not arrive completely.')
  }
  if (bytes < expected) throw makeLengthError(expected)
}

/** Makes the function that takes the bytes of a file, or a part of them, at a signed address. */
export const makeUploadReceiver =
  (store: FileStore, sql: SqlRunner) =>
  async (exchange: Exchange, publicId: string, id: string): Promise<void> => {
    const { req, query } = exchange
    exchange.route = 'asset upload'
    exchange.headers['Access-Control-Allow-Origin'] = '*'
    exchange.headers['Access-Control-Allow-Methods'] = 'PUT'
    if (req.method !== 'PUT') return sendAllowedMethods(exchange, 'PUT, OPTIONS')
    const sent = new URLSearchParams(query)
    const [start, end] = [Number(sent.get('start')), Number(sent.get('end'))]
    const workspace = await findDeliveryWorkspaceByPublicId(sql, publicId)
    const [signature, expires] = [sent.get('signature'), sent.get('expires')]
    const isAllowed = workspace && isSigned(workspace.hashSecret, { signature, expires }, 'write', id, start, end)
    const [asset] = isAllowed ? await readAssets(sql, workspace.id, [id]) : []
    if (asset?.state !== 'pending') {
      req.resume()
      throw notFound()
    }
    const expected = end - start
    if (req.headers['content-length'] !== undefined && Number(req.headers['content-length']) !== expected) {
      req.resume()
      throw makeLengthError(expected)
    }
    await exchange
      .waitForClient(() => store.append(makeUploadKey(asset), start, readBody(exchange, expected)))
      .catch((error: unknown) => {
        if (!(error instanceof UploadGapError)) throw error
        throw new ApiError('conflict', `Send the bytes from ${error.received} on first.`, {
          details: { reason: 'upload_gap', receivedBytes: error.received },
        })
      })
    sendResponseHead(exchange, 204).end()
  }
