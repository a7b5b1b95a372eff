import { ModelFailure } from '../../platform/language-model.ts'

/**
 * A response can have `bytesPerToken` bytes for each token of the answer, because a stream event with one token takes a
 * few hundred bytes. It can have another `baseBytes` bytes, because some APIs also return a copy of the request.
 */
const bytesPerToken = 1000
const baseBytes = 1_000_000
/** The maximum size of a response with an error status. */
const maxErrorBytes = 100_000

export const getMaxResponseBytes = (maxOutputTokens: number) => baseBytes + bytesPerToken * maxOutputTokens

/**
 * Makes a `fetch` function for responses of at most `maxBytes` bytes. Reading a larger body fails with a ModelFailure.
 * Without this limit, a huge response could fill the memory, because the OpenAI library reads whole lines and documents
 * into memory.
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
