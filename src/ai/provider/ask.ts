import type { OpenAI } from 'openai'
import { Stream } from 'openai/streaming'
import { ModelFailure, type Piece, type Question } from '../../model.ts'
import type { Dialect, Read } from './dialect.ts'
import { makePatience } from './patience.ts'
import { dialectOf, firstWay, otherWay, type Way } from './way.ts'

export type Endpoint = {
  client: OpenAI
  model: string
  api: Way['api']
  timeoutSeconds: number
  idleSeconds: number
}

/** Far more than the tokens asked for can be: an endpoint that does not stop is stopped. */
const mostBytesPerToken = 12

/** What is read off an answer, in events or whole: some endpoints know no streams. */
async function* reads(
  response: Response,
  dialect: Dialect,
  stop: AbortController,
  client: OpenAI,
): AsyncGenerator<Read, void> {
  const isWhole = response.headers.get('content-type')?.includes('application/json')
  if (isWhole) return yield dialect.readWhole(await response.json())
  for await (const event of Stream.fromSSEResponse(response, stop, client)) yield dialect.readEvent(event)
}

/** Asks an endpoint, in the way that it was last seen to take. Aborting `stop` ends the answer. */
export function makeAsk({ client, model, api, timeoutSeconds, idleSeconds }: Endpoint) {
  let known = firstWay(api)

  async function begin(question: Question, signal: AbortSignal): Promise<[Response, Dialect]> {
    const tried = new Set<Way['api']>()
    for (let way: Way | undefined = known; ; ) {
      const dialect = dialectOf(way)
      tried.add(way.api)
      try {
        const body = dialect.bodyOf(model, question, way.can)
        const response = await client.post(dialect.path, { body, signal }).asResponse()
        known = way
        return [response, dialect]
      } catch (error) {
        way = otherWay(way, error, tried)
        if (!way) throw error
      }
    }
  }

  return async function* ask(question: Question, stop: AbortController): AsyncGenerator<Piece> {
    const signal = AbortSignal.any([question.signal, stop.signal])
    const patience = makePatience(timeoutSeconds * 1000, stop)
    let flaw: Read['flaw']
    let bytes = 0
    try {
      const [response, dialect] = await patience.wait(() => begin(question, signal))
      const steps = reads(response, dialect, stop, client)
      while (bytes <= question.maxOutputTokens * mostBytesPerToken) {
        const step = await patience.wait(() => steps.next(), bytes > 0 ? idleSeconds * 1000 : undefined)
        // A stream that was stopped ends as if it were whole.
        signal.throwIfAborted()
        if (step.done) {
          if (flaw) throw new ModelFailure(flaw)
          return
        }
        const { text = '', tokens } = step.value
        flaw ??= step.value.flaw
        bytes += Buffer.byteLength(text)
        yield tokens ? { text, tokens } : { text }
      }
      throw new ModelFailure('ai_too_long')
    } finally {
      stop.abort()
    }
  }
}
