import { ModelFailure } from '../../platform/language-model.ts'

/**
 * A response may have `bytesPerToken` bytes for each token of the answer, and `baseBytes` bytes for everything else. An
 * event of a stream contains one token and takes a few hundred bytes. Some APIs also return a copy of the request,
 * which counts as part of `baseBytes`.
 */
const bytesPerToken = 1000
const baseBytes = 1_000_000
/** The maximum size of a response with an error status. */
const maxErrorBytes = 100_000

export const getMaxResponseBytes = (maxOutputTokens: number) => baseBytes + bytesPerToken * maxOutputTokens

/**
 * Makes a `fetch` function that fails with a ModelFailure while it reads a response body of more than `maxBytes`.
 * Without this limit, a huge response could fill the memory: the OpenAI library reads a whole line of a stream, a whole
 * JSON document or a whole error into memory.
 */
export const makeFetchWithSizeLimit =
  (maxBytes: number): typeof fetch =>
  async (...request) => {
    const { body, ok, status, statusText, headers } = await fetch(...request)
    const max = ok ? maxBytes : maxErrorBytes
    let bytes = 0
    const limited = body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length
          if (bytes > max) throw new ModelFailure('ai_too_long', { code: 'response_size' })
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(limited ?? null, { status, statusText, headers })
  }
