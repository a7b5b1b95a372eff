import type { ExecutionResult } from 'graphql'
import Negotiator from 'negotiator'
import { reserveEventStreamSlot } from '../../http/event-stream.ts'
import type { Exchange } from '../../http/exchange.ts'
import { sendResponseHead } from '../../http/response-head.ts'
import { writeWithBackpressure } from '../../http/write-with-backpressure.ts'
import type { OperationCatalogue } from '../../operations/catalogue.ts'
import type { Services } from '../../operations/context.ts'
import type { OperationDocumentGenerator } from '../../operations/document.ts'
import { makeSubscriptionStarter } from '../../operations/execution/execute.ts'
import type { SchemaExecutor } from '../../operations/execution/schema-executor.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { Route } from './routes.ts'

type Data = Record<string, unknown>

const stream = 'text/event-stream'

/** Returns whether the route can stream and the client prefers a stream to JSON (RFC 9110, section 12.5.1). */
export const shouldRespondWithEventStream = ({ req }: Exchange, { rest }: Route) =>
  rest.stream !== undefined &&
  !!req.headers.accept?.includes(stream) &&
  new Negotiator(req).mediaType(['application/json', stream]) === stream

/** Formats one server-sent event (HTML Standard, section 9.2). The data contains all fields that are not null. */
function formatEvent({ event, ...members }: Data): string {
  const present = Object.entries(members).filter(([, value]) => value !== null)
  const [[, only] = []] = present
  // If only one field besides `event` is not null, and its value is an object, the data is this value.
  const data = present.length === 1 && typeof only === 'object' ? only : Object.fromEntries(present)
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * The interval between two comments in an event stream, in milliseconds. The comments keep proxies from closing an idle
 * connection.
 */
const keepAliveMs = 15_000
const comment = ':\n\n'

function mustHaveNoIdempotencyKey({ req }: Exchange): void {
  if (req.headers['idempotency-key'] === undefined) return
  const message = 'must not be sent for an event stream, which cannot be repeated; to use it, accept application/json'
  throw makeInvalidRequestError([{ path: 'Idempotency-Key', message }])
}

/**
 * Makes the function that responds to a request with an event stream: it runs the subscription that the route names as
 * `stream`, and sends the events.
 */
export function makeEventStreamHandler(
  executor: SchemaExecutor,
  services: Services,
  { operations }: OperationCatalogue,
  { documentFor }: OperationDocumentGenerator,
) {
  const subscribe = makeSubscriptionStarter(executor, services, 'rest')
  const subscriptions = new Map(operations.map((operation) => [operation.name, operation]))

  return async function answerStream(exchange: Exchange, route: Route, variables: Data): Promise<void> {
    const { res } = exchange
    mustHaveNoIdempotencyKey(exchange)
    reserveEventStreamSlot(exchange)
    const subscription = subscriptions.get(route.rest.stream!)!
    const operation = { name: subscription.name, names: route.names }
    const results = await subscribe(exchange, operation, await documentFor(subscription), variables)
    sendResponseHead(exchange, 200, { 'Content-Type': `${stream}; charset=utf-8` })
    res.flushHeaders()
    const keepAlive = setInterval(() => !res.writableNeedDrain && res.write(comment), keepAliveMs)
    try {
      for await (const { data } of results as AsyncIterable<ExecutionResult>) {
        const event = (data as Data | null | undefined)?.[subscription.name]
        if (event) await writeWithBackpressure(exchange, formatEvent(event as Data))
      }
    } finally {
      clearInterval(keepAlive)
    }
    res.end()
  }
}
