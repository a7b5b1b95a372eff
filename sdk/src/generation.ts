import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Block, GenerateContentInput, Generation, TokenUsage } from './api.ts'
import { CoursewrightError } from './errors.ts'
import type { JsonClient } from './http-client.ts'
import type { RequestOptions } from './request-options.ts'

type GeneratedFieldsOf<Type> = Type extends Block ? Pick<Type, 'type' | 'content' | 'order'> : never
export type GeneratedBlock = GeneratedFieldsOf<Block>

/** An event of a generation, in the order in which they come; `block` comes once for each block. */
export type GenerationEvent =
  | { event: 'started'; data: { generationId: string; model: string } }
  | { event: 'block'; data: GeneratedBlock }
  | { event: 'usage'; data: TokenUsage }
  | { event: 'done'; data: Generation }

/**
 * Generates content and gives each block as soon as it is complete. Leaving the loop, or aborting `signal`, stops the
 * language model.
 * @throws CoursewrightError if the request is refused or the generation fails; then nothing was written
 * @throws TypeError if the connection breaks
 */
export type StreamContent = (
  body: GenerateContentInput,
  options?: RequestOptions,
) => AsyncGenerator<GenerationEvent, void>

export function makeStreamContent(http: JsonClient): StreamContent {
  return async function* streamContent(body, { signal, headers } = {}) {
    const { data: bytes, response } = await http.POST('/ai/generate-content', {
      ...{ body, signal },
      headers: { ...headers, Accept: 'text/event-stream' },
      parseAs: 'stream',
    })
    const reader = bytes!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
    try {
      for (let isDone = false; !isDone; ) {
        const { value } = await reader.read()
        if (!value) throw new TypeError('The stream ended before the generation was finished.')
        const { event } = value
        const data: unknown = JSON.parse(value.data)
        if (event === 'error') throw new CoursewrightError(response, { error: data })
        yield { event, data } as GenerationEvent
        isDone = event === 'done'
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
}
