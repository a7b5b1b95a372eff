import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TypedDocumentString } from '../generated/operations.ts'
import { Failure } from './failure.ts'
import { type Answer, failureOf, send } from './request.ts'

function mustSucceed<Result>({ data, errors }: Answer<Result>, response: Response): Result | undefined {
  const [refusal] = errors ?? []
  if (refusal) throw failureOf(refusal, response)
  return data
}

/**
 * Runs a subscription as the signed-in person, over server-sent events, until it ends or the signal aborts it.
 * @throws Failure with the API's code
 */
export async function* stream<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const response = await send(JSON.stringify({ query: document.toString(), variables }), signal, 'text/event-stream')
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    const answer = (await response.json().catch(() => ({}))) as Answer<Result>
    mustSucceed(answer, response)
    throw new Failure('unreachable', `The service answered ${response.status}.`)
  }
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (signal.aborted) throw error
        throw new Failure('unreachable', 'The service went away while it was writing.')
      })
      if (done || value.event === 'complete') return
      if (value.event !== 'next' && value.event !== undefined) continue
      const data = mustSucceed(JSON.parse(value.data) as Answer<Result>, response)
      if (data) yield data
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
