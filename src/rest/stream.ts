import { buildOperationNodeForField } from '@graphql-tools/utils'
import { type ExecutionResult, type GraphQLSchema, OperationTypeNode, print } from 'graphql'
import type { Services } from '../context.ts'
import type { Engine } from '../graphql/engine.ts'
import { makeSubscribe } from '../graphql/run.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Operation } from './view.ts'

type Data = Record<string, unknown>

/** Whether the client wants a route that can stream to do so. */
export const wantsStream = ({ req }: Exchange, { route }: Operation) =>
  route.stream !== undefined && !!req.headers.accept?.includes('text/event-stream')

/** One server-sent event (HTML standard, section 9.2): its name, and the members that belong to it. */
function frame({ event, ...members }: Data): string {
  const data = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
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
    const field = operation.route.stream!
    const results = await subscribe(exchange, documents.get(field)!, variables)
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    res.flushHeaders()
    for await (const { data } of results as AsyncIterable<ExecutionResult>) {
      const told = (data as Data | null | undefined)?.[field]
      if (told) res.write(frame(told as Data))
    }
    res.end()
  }
}
