import { buildOperationNodeForField } from '@graphql-tools/utils'
import { type ExecutionResult, type GraphQLSchema, OperationTypeNode, print } from 'graphql'
import Negotiator from 'negotiator'
import type { Services } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Engine } from '../graphql/engine.ts'
import { makeSubscribe } from '../graphql/run.ts'
import { type Exchange, sendHead } from '../http/exchange.ts'
import { pour } from '../http/pour.ts'
import type { Operation } from './view.ts'

type Data = Record<string, unknown>

const stream = 'text/event-stream'

/** Whether the client wants a route that can stream to do so: rather than JSON (RFC 9110, section 12.5.1). */
export const wantsStream = ({ req }: Exchange, { route }: Operation) =>
  route.stream !== undefined &&
  !!req.headers.accept?.includes(stream) &&
  new Negotiator(req).mediaType(['application/json', stream]) === stream

/** One server-sent event (HTML standard, section 9.2): its name, and what it is about. */
function frame({ event, ...members }: Data): string {
  const there = Object.entries(members).filter(([, value]) => value !== null)
  const [[, only] = []] = there
  const data = there.length === 1 && typeof only === 'object' ? only : Object.fromEntries(there)
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Comments while there is nothing to tell, so that no proxy takes the connection for dead. */
const quietMs = 15_000
const comment = ':\n\n'

function mustNotRepeat({ req }: Exchange): void {
  if (req.headers['idempotency-key'] === undefined) return
  const message = 'is not taken with a stream, which cannot be repeated: ask for application/json, or leave it out'
  throw invalid([{ path: 'Idempotency-Key', message }])
}

/** Answers routes whose declaration names a subscription with what it tells. */
export function makeStreams(
  schema: GraphQLSchema,
  engine: Engine,
  services: Services,
  operations: readonly Operation[],
) {
  const subscribe = makeSubscribe(engine, services, 'rest')
  const documents = new Map(
    operations.flatMap(({ route: { stream } }) => {
      if (stream === undefined) return []
      return [
        [
          stream,
          print(buildOperationNodeForField({ kind: OperationTypeNode.SUBSCRIPTION, schema, field: stream })),
        ] as const,
      ]
    }),
  )

  return async function answerStream(exchange: Exchange, operation: Operation, variables: Data): Promise<void> {
    const { res } = exchange
    mustNotRepeat(exchange)
    const field = operation.route.stream!
    const results = await subscribe(exchange, documents.get(field)!, variables)
    sendHead(exchange, 200, {
      'Content-Type': `${stream}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    res.flushHeaders()
    const quiet = setInterval(() => !res.writableNeedDrain && res.write(comment), quietMs)
    try {
      for await (const { data } of results as AsyncIterable<ExecutionResult>) {
        const told = (data as Data | null | undefined)?.[field]
        if (told) await pour(exchange, frame(told as Data))
        if (res.destroyed) break
      }
    } finally {
      clearInterval(quiet)
    }
    res.end()
  }
}
