import { basename } from 'node:path/posix'
import type { GraphQLContext } from '../../operations/context.ts'
import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { AssetRow } from '../record/rows.ts'
import { assetNameSchema } from '../record/rules.ts'
import { fetchFile, importMs, makeFetchError } from './fetch-file.ts'
import { keepAtOnce } from './finish.ts'
import { type ImportPolicy, publicImportPolicy } from './import-policy.ts'
import { reserveAsset } from './reserve.ts'

export const importLimiter = defineWorkspaceLimiter({
  resource: 'imports of files',
  total: 8,
  perTenant: 2,
  waitMs: 10_000,
  maxWaiting: 20,
})

/** Returns the last part of the path of an address, if it can be the name of a file. */
function nameFromUrl(url: string): string {
  const last = basename(new URL(url).pathname)
  try {
    const name = assetNameSchema.safeParse(decodeURIComponent(last))
    return name.success ? name.data : 'file'
  } catch {
    return 'file'
  }
}

async function* limitBytes(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes)
        throw makeInvalidRequestError([
          { path: 'url', message: `must be a file of at most ${maxBytes.toLocaleString('en')} bytes` },
        ])
      yield chunk
    }
  } catch (error) {
    throw makeFetchError(error)
  }
}

type Import = { url: string; name?: string | null | undefined; alt?: string | null | undefined }

/**
 * Fetches a file from an address and keeps it.
 * @throws ApiError `invalid_request` for an address that is not allowed or does not answer, or for content that is not
 * @throws ApiError `conflict` if the workspace would store more than its quota
 */
export async function importAsset(
  context: GraphQLContext,
  { url, name, alt }: Import,
  policy: ImportPolicy = publicImportPolicy,
): Promise<AssetRow> {
  const { config, fileStore, limiters } = context
  const done = await limiters.get(importLimiter).acquire(context.workspaceId())
  try {
    const signal = AbortSignal.any([context.abortSignal(), AbortSignal.timeout(importMs)])
    const response = await fetchFile(url, policy, signal)
    const { maxBytes } = config.files
    // A server need not say how long the file is. As much as it may be is then reserved.
    const declared = Number(response.headers['content-length'] ?? maxBytes)
    if (declared > maxBytes) response.destroy()
    const asset = await reserveAsset(context, {
      name: name ?? nameFromUrl(url),
      bytes: Math.max(1, declared),
      alt: alt ?? null,
    }).catch((error: unknown) => {
      response.destroy()
      throw error
    })
    const receive = (key: string) => fileStore.receive(key, limitBytes(response, declared))
    return await keepAtOnce(context, asset, receive, { path: 'url', isExact: false })
  } finally {
    done()
  }
}
