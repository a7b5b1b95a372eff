import { ApiError, type InputFieldError } from '../api/api-error.ts'
import { runGraphqlOperation } from '../api/request.ts'
import {
  type AssetPartsFragment,
  CompleteAssetDocument,
  CreateAssetDocument,
  type CreateAssetInput,
  type CreateAssetMutation,
  DeleteAssetDocument,
} from '../generated/operations.ts'
import { type PutRequest, type PutResponse, putBytes } from './put-bytes.ts'

/** The requests of an upload. */
export type UploadConnection = {
  create(
    variables: { input: CreateAssetInput; idempotencyKey: string },
    signal: AbortSignal | undefined,
  ): Promise<CreateAssetMutation['createAsset']>
  /** Sends bytes to an address that the service has named. */
  put(request: PutRequest): Promise<void>
  complete(id: string, signal: AbortSignal | undefined): Promise<AssetPartsFragment>
  /** Gives up an upload, so that it no longer takes up storage. */
  remove(id: string): Promise<void>
}

type ErrorBody = { error?: { code?: string; message?: string; details?: { fields?: InputFieldError[] } } }

function parseErrorBody(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody
  } catch {
    return {}
  }
}

/**
 * Converts a response that is no success to an error. A bucket answers in XML, whose text says nothing to users.
 */
export function makePutError({ status, text, retryAfterSeconds, requestId }: PutResponse): ApiError {
  const { error } = parseErrorBody(text)
  const code = status === 413 ? 'too_large' : (error?.code ?? (status >= 500 ? 'unreachable' : 'upload_failed'))
  const message = error?.message ?? `The file was not taken (status ${status}).`
  return new ApiError(code, message, {
    fields: error?.details?.fields,
    details: error?.details,
    retryAfterSeconds,
    requestId,
  })
}

/** The characters that the name of a file cannot have, such as those that end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the API refuses them.
const forbidden = /[\u0000-\u001f\u007f/\\]/g
const maxNameChars = 200

/** Returns a name that the API takes. Keeps the end, which is the type. */
export const makeAssetName = (name: string): string =>
  name.replaceAll(forbidden, '_').toWellFormed().trim().slice(-maxNameChars) || 'file'

/** The requests that the dashboard sends as the signed-in user. */
export const dashboardConnection: UploadConnection = {
  create: async (variables, signal) => (await runGraphqlOperation(CreateAssetDocument, variables, signal)).createAsset,
  async put(request) {
    const response = await putBytes(request)
    if (response.status >= 300) throw makePutError(response)
  },
  complete: async (id, signal) => (await runGraphqlOperation(CompleteAssetDocument, { id }, signal)).completeAsset,
  async remove(id) {
    await runGraphqlOperation(DeleteAssetDocument, { id })
  },
}
