import { ModelFailure } from '../../platform/language-model.ts'

/**
 * The bytes that a response may have for each output token. A stream event with one token takes a few hundred bytes.
 */
const bytesPerToken = 1000
/** The bytes that a response may have even without output tokens. Some APIs also return a copy of the request. */
const baseBytes = 1_000_000
/** The maximum number of bytes in a response with an error status. */
const maxErrorBytes = 100_000

export const getMaxResponseBytes = (maxOutputTokens: number) => baseBytes + bytesPerToken * maxOutputTokens

/**
 * Makes a `fetch` that limits the response to `maxBytes`. Without a limit, the OpenAI library could fill the memory.
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
