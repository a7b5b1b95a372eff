import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { DevelopmentProvider } from './auth/development/provider.ts'
import { makeIdentity } from './auth/identity.ts'
import { makeKeyring } from './auth/keyring.ts'
import { makeMaster } from './auth/master.ts'
import { startChores } from './chores.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { noBroadcast, redisBroadcast } from './db/broadcast.ts'
import type { Database } from './db/client.ts'
import { openRedis } from './db/redis.ts'
import { followReplica } from './db/replica.ts'
import { ApiError } from './errors.ts'
import { makeFigures } from './gate/figures.ts'
import { makeGate } from './gate/gate.ts'
import { answerLive, answerMetrics, answerReady } from './gate/health.ts'
import { makeMetrics } from './gate/metrics.ts'
import { makeQueue } from './gate/queue.ts'
import { makeEngine } from './graphql/engine.ts'
import { makeGraphql } from './graphql/front.ts'
import { type Exchange, type Face, lend, sendJson } from './http/exchange.ts'
import { makeFixed, sendFixed } from './http/fixed.ts'
import { sweepIdempotencyKeys } from './idempotent.ts'
import { makeFieldLimiter } from './limits/fields.ts'
import { makeHttpLimiter } from './limits/http.ts'
import { makeMcp } from './mcp/plugin.ts'
import { addUpTallies } from './outline/courses.ts'
import { catchUpEverywhere } from './outline/search.ts'
import { openapiOf } from './rest/openapi/document.ts'
import { makeRest } from './rest/plugin.ts'
import { makeReference } from './rest/reference/face.ts'
import { schema } from './schema.ts'
import { makeUsageCounter } from './usage/counter.ts'
import { makeWeb, wantsPage } from './web/face.ts'

type Parts = {
  config: Config
  db: Database
  /** A streaming replica of `db`. */
  replicaDb?: Database
  log: Logger
  plugins?: Plugin[]
  /** Where people sign in while no identity provider is configured. */
  development?: DevelopmentProvider
}

/** The provider's library is read where a provider is configured. */
async function configuredModel(config: Config) {
  const { apiKey, baseUrl } = config.openai
  return apiKey || baseUrl ? (await import('./ai/openai.ts')).modelOf(config) : undefined
}

/** The whole service but its port: one request's way through the gate to the face that its path names. */
export type App = Awaited<ReturnType<typeof makeApp>>

export async function makeApp({ config, db, replicaDb, log, plugins, development }: Parts) {
  const { size: few } = db.pool()
  const [least, most] = [few + 4, Math.max(64, 6 * few)]
  const queue = makeQueue({ boundMs: config.shedAfterMs, most, least, few, oldestWaitMs: db.oldestWaitMs })
  const metrics = makeMetrics(db, queue)
  const figures = makeFigures(metrics.registry)
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  const replica = replicaDb && followReplica({ primary: db, replica: replicaDb, redis, log })
  const broadcast = redis
    ? redisBroadcast(config.redisUrl!, redis, log, () => keyring.forgetAll())
    : noBroadcast(db.kind === 'embedded')
  const keyring = makeKeyring(db, broadcast)
  const provider = config.oidc ?? development?.identity
  const identity = provider && makeIdentity({ ...provider, planClaim: config.oidcPlanClaim }, { db, keyring, log })
  const counting = { redis, onFallback: () => metrics.fallbacks.inc() }
  const limiter = makeHttpLimiter({ config, ...counting })
  const fieldLimiter = makeFieldLimiter(config.ai.perMinute, counting)
  const onAccident: Services['onAccident'] = (error, log) => {
    metrics.accidents.inc()
    log.error({ err: error }, 'accident')
  }
  const model = await configuredModel(config)
  const services: Services = { config, db, replica, keyring, log, model, fieldLimiter, onAccident }
  const engine = makeEngine(schema, services, plugins)
  const graphql = makeGraphql(engine, services)
  const rest = makeRest(schema, engine, services)
  const openapi = makeFixed('application/json; charset=utf-8', () => JSON.stringify(openapiOf(schema)))
  const reference = await makeReference()
  const usage = makeUsageCounter(db.sql, log)
  const stopChores = startChores(
    [
      { name: 'idempotency keys', everyMs: 600_000, run: () => sweepIdempotencyKeys(db.sql) },
      { name: 'tallies', everyMs: 15_000, run: () => addUpTallies(db.sql) },
      { name: 'search', everyMs: 1000, run: () => catchUpEverywhere(db.sql) },
      { name: 'usage', everyMs: 86_400_000, run: usage.sweep },
    ],
    log,
  )
  const web = makeWeb(config, provider && { ...provider, development: !config.oidc }, development?.path ?? '')
  let stopping = false

  const graphqlFace: Face = {
    counted: true,
    answer: (exchange) => {
      exchange.route = '/graphql'
      if (wantsPage(exchange)) return web.explorer(exchange)
      return graphql(exchange)
    },
    refuse: (exchange, error) => {
      const { message, code, details } = error
      const errors = [new GraphQLError(message, { extensions: { code, details } })]
      sendJson(exchange, error.status, JSON.stringify({ errors }), error.headers)
    },
  }
  const restFace: Face = { counted: true, answer: rest.answer }
  const unknown: Face = {
    counted: true,
    answer: (exchange) => {
      if (wantsPage(exchange)) return web.page(exchange)
      throw new ApiError('not_found', 'There is nothing at this address.')
    },
  }
  const page = (route: string, answer: (exchange: Exchange) => Promise<void> | void, counted = false): Face => ({
    counted,
    answer: (exchange) => {
      exchange.route = route
      return answer(exchange)
    },
  })
  const vital = (...args: Parameters<typeof page>): Face => ({ ...page(...args), vital: true })
  const signInFace = page('sign-in', (exchange) => development?.handle(exchange.req, lend(exchange)))
  const pages = new Map<string, Face>([
    ['/graphql', graphqlFace],
    ['/mcp', makeMcp(schema, engine, services, { master: makeMaster(config.mcpMasterApiKey, db), broadcast })],
    ['/api/v1/openapi.json', page('/api/v1/openapi.json', (exchange) => sendFixed(exchange, openapi), true)],
    ['/health/live', vital('/health/live', answerLive)],
    ['/health/ready', vital('/health/ready', (exchange) => answerReady(exchange, services, stopping))],
    ['/metrics', vital('/metrics', (exchange) => answerMetrics(exchange, figures, config.metrics.token))],
  ])
  const docs = page('/docs', reference)
  function faceOf(path: string): Face {
    const named = pages.get(path)
    if (named) return named
    if (path.startsWith('/api/')) return restFace
    if (path === '/docs' || path.startsWith('/docs/')) return docs
    if (development && path.startsWith(`${development.path}/`)) return signInFace
    return web.faceOf(path) ?? unknown
  }

  const gate = makeGate({ ...services, identity, limiter, metrics, usage, queue, faceOf })
  return {
    /** Makes what the first request would wait for. */
    warm: rest.warm,
    services,
    metrics,
    figures,
    engine,
    handle: (req: IncomingMessage, res: ServerResponse) => void gate.handle(req, res),
    /** Answers a connection whose request Node could not read. */
    handleBroken: gate.handleBroken,
    /** Says not ready from now on, so that a load balancer looks elsewhere. */
    stop: () => {
      stopping = true
    },
    /** After the last answer: writes what is pending and lets go of every connection. */
    close: async () => {
      stopChores()
      queue.stop()
      await keyring.flush().catch((error: unknown) => log.warn({ err: error }, 'last uses were not written'))
      await usage.flush()
      broadcast.close()
      await replica?.close()
      redis?.close()
      await db.close()
    },
  }
}
