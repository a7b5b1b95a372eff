import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { GraphQLSchema } from 'graphql'
import { refusalOf } from '../auth/access.ts'
import type { Services } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Engine } from '../graphql/engine.ts'
import { makeRun } from '../graphql/run.ts'
import { type Exchange, sendHead } from '../http/exchange.ts'
import { answer } from './answer.ts'
import { documentsOf } from './documents.ts'
import { variablesOf } from './input.ts'
import { makeStreams, wantsStream } from './stream.ts'
import { type Operation, operationsOf, restView } from './view.ts'

export const basePath = '/api/v1'

type Route = { operation: Operation; name: string }

const methods: HTTPMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** REST, read off the schema: the declared routes and nothing else. Its documents are made when first asked for. */
export function makeRest(schema: GraphQLSchema, engine: Engine, services: Services) {
  const view = restView(schema)
  const operations = operationsOf(view)
  let made: Promise<Map<string, string>> | undefined
  const documents = () => {
    made ??= documentsOf(view, operations)
    return made
  }
  const run = makeRun(engine, services, 'rest')
  const answerStream = makeStreams(schema, engine, services, operations)
  const router = findMyWay({ caseSensitive: true, ignoreTrailingSlash: false })
  for (const operation of operations) {
    const path = basePath + operation.route.path.replace(/\{(\w+)\}/g, ':$1')
    router.on(operation.route.method, path, () => {}, {
      operation,
      name: `${operation.route.method} ${basePath}${operation.route.path}`,
    })
  }

  /** The route of a request; an identifier has a character at least, so `/courses/` is no course. */
  const find = (method: HTTPMethod, path: string) => {
    const found = router.find(method, path)
    return found && !Object.values(found.params).includes('') ? found : null
  }

  const allowed = (path: string) => {
    const found = methods.filter((method) => find(method, path))
    return [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  }

  async function rest(exchange: Exchange): Promise<void> {
    const { req, path } = exchange
    const method = (req.method === 'HEAD' ? 'GET' : req.method) as HTTPMethod
    const found = find(method, path)
    if (!found) {
      const allow = allowed(path)
      if (allow.length === 1) throw new ApiError('not_found', 'There is no such route; see /api/v1/openapi.json.')
      exchange.headers.Allow = allow.join(', ')
      if (method === 'OPTIONS') return void sendHead(exchange, 204).end()
      throw new ApiError('invalid_request', `This route takes ${allow.join(', ')}.`, { status: 405 })
    }
    const { operation, name } = found.store as Route
    exchange.route = name
    const refusal = refusalOf(operation.access, { caller: exchange.caller, face: 'rest' })
    if (refusal) {
      req.resume()
      throw refusal
    }
    const variables = await variablesOf(exchange, operation, found.params)
    if (wantsStream(exchange, operation)) return answerStream(exchange, operation, variables)
    const { result, replayed } = await run(exchange, (await documents()).get(operation.field)!, variables)
    answer(exchange, operation, result, replayed)
  }

  return { answer: rest, warm: documents }
}
