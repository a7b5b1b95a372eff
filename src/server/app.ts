import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { makeGraphqlHandler } from '../api/graphql/handler.ts'
import { makeMcpHandler } from '../api/mcp/handler.ts'
import { makeOAuthProtectedResource } from '../api/mcp/protected-resource.ts'
import { makeRestHandler } from '../api/rest/handler.ts'
import { makeApiReferenceHandler } from '../api/rest/reference/handler.ts'
import { mcpInstructionsAndPrompts } from '../courses/agent-guide.ts'
import { compileContentValidators } from '../courses/block/content.ts'
import { makeSearchIndexer } from '../courses/search/text-index.ts'
import { makeDashboardHttpHandlers } from '../dashboard/pages.ts'
import { type ClientResourceLimitOverrides, makeClientResourceLimits } from '../http/client-resource-limits.ts'
import { sendReadiness } from '../http/health/health.ts'
import { makeReadinessCheck } from '../http/health/readiness.ts'
import { makeMetricsReader } from '../http/metrics/cluster-metrics.ts'
import { sendMetrics } from '../http/metrics/endpoint.ts'
import { makeMetrics } from '../http/metrics/metrics.ts'
import { getConcurrencyLimits, makeConcurrencyLimiter } from '../http/overload/concurrency-limiter.ts'
import { makeRequestPipeline } from '../http/pipeline/pipeline.ts'
import type { DevelopmentProvider } from '../identity/development/provider.ts'
import { makeMasterKeyAuthenticator } from '../identity/master-key.ts'
import { makeHttpRateLimiter } from '../identity/rate-limit.ts'
import type { Services } from '../operations/context.ts'
import { makeSchemaExecutor } from '../operations/execution/schema-executor.ts'
import { makeOperationRateLimiter } from '../operations/operation-rate-limiter.ts'
import { makeStorageGauge } from '../operations/storage/gauge.ts'
import { makeWorkspaceLimiters } from '../operations/workspace-limiters.ts'
import { makeCaches } from '../platform/caches.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { makeLeaseRenewer } from '../platform/db/leases.ts'
import { makeReplicaRouter } from '../platform/db/replica.ts'
import { openFileStore } from '../platform/files/open-store.ts'
import { openRedis } from '../platform/redis/connection.ts'
import { startScheduledJobs } from '../platform/scheduled-jobs.ts'
import { makeRequestCounter } from '../usage/counter.ts'
import { makeAuthenticators } from './authenticators.ts'
import { makeEndpointFinder } from './endpoints.ts'
import { listScheduledJobs } from './jobs.ts'
import { operationCatalogue, operationDocumentGenerator } from './operations.ts'
import { graphqlSchema } from './schema.ts'

type Dependencies = {
  config: Config
  db: Database
  /** A streaming replica of `db`, for reads. */
  replicaDb?: Database
  log: Logger
  plugins?: Plugin[]
  /** The built-in identity provider for development, if no other identity provider is configured. */
  development?: DevelopmentProvider
  /**
   * Values that replace default limits on the memory and the streams of clients. Other limits keep their default
   * values.
   */
  resourceLimits?: ClientResourceLimitOverrides
  /** Replaces the function that starts the scheduled jobs. */
  startJobs?: typeof startScheduledJobs
}

/** Returns the configured language model. The library of the provider is loaded only if a model is configured. */
async function configuredModel(config: Config) {
  const { apiKey, baseUrl } = config.openai
  return apiKey || baseUrl ? (await import('../ai/provider/openai.ts')).makeConfiguredLanguageModel(config) : undefined
}

/** The whole service without an open port: the request pipeline and all endpoints. */
export type App = Awaited<ReturnType<typeof makeApp>>

export async function makeApp({ config, db, replicaDb, log, plugins, development, ...parts }: Dependencies) {
  const { size: poolSize } = db.pool()
  const concurrencyLimiter = makeConcurrencyLimiter({
    maxWaitMs: config.shedAfterMs,
    ...getConcurrencyLimits(poolSize),
    oldestWaitMs: db.oldestWaitMs,
  })
  const metrics = makeMetrics(db, concurrencyLimiter)
  const readMetrics = makeMetricsReader(metrics.registry)
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  const replica = replicaDb && makeReplicaRouter({ primary: db, replica: replicaDb, redis, log })
  const { broadcast, keyring, provider, idTokens, accessTokens } = makeAuthenticators({
    config,
    db,
    log,
    redis,
    development,
  })
  const counterOptions = { redis, onFallback: () => metrics.rateLimitFallbacks.inc() }
  const limiter = makeHttpRateLimiter({ config, ...counterOptions })
  const operationRateLimiter = makeOperationRateLimiter(config, counterOptions)
  const onInternalError: Services['onInternalError'] = (error, log) => {
    metrics.internalErrors.inc()
    log.error({ err: error }, 'a request failed unexpectedly')
  }
  const model = await configuredModel(config)
  const textIndex = makeSearchIndexer(db.sql, log)
  const limiters = makeWorkspaceLimiters(poolSize)
  const leases = makeLeaseRenewer(db.sql, log)
  const storageGauge = makeStorageGauge(db.sql, config)
  const fileStore = await openFileStore(config)
  const processState = {
    limiters,
    caches: makeCaches(),
    storageGauge,
    textIndex,
    fileStore,
    leases,
    idempotencyKeysInUse: new Set<string>(),
  }
  const services = {
    config,
    db,
    replica,
    keyring,
    log,
    model,
    operationRateLimiter,
    onInternalError,
    ...processState,
  }
  const executor = makeSchemaExecutor(graphqlSchema, services, plugins)
  const graphql = makeGraphqlHandler(operationCatalogue, executor, services)
  const rest = makeRestHandler(operationCatalogue, operationDocumentGenerator, executor, services)
  const reference = await makeApiReferenceHandler()
  const protectedResource = makeOAuthProtectedResource(config, accessTokens)
  const mcp = makeMcpHandler(operationCatalogue, operationDocumentGenerator, executor, services, {
    master: makeMasterKeyAuthenticator(config.mcpMasterApiKey, db),
    broadcast,
    guide: mcpInstructionsAndPrompts,
    protectedResource,
  })
  const usage = makeRequestCounter(db, log)
  const { sql, analyzeGrownTable } = db
  const { releasesKept } = config
  const jobs = listScheduledJobs({ sql, leases, textIndex, usage, fileStore, analyzeGrownTable, releasesKept })
  const stopJobs = (parts.startJobs ?? startScheduledJobs)(jobs, log)
  const dashboard = makeDashboardHttpHandlers(
    config,
    provider && { ...provider, development: !config.oidc },
    development?.path ?? '',
  )
  const checkReadiness = makeReadinessCheck(services)
  let isStopping = false

  const endpointOf = makeEndpointFinder({
    config,
    db,
    fileStore,
    limiters,
    operationRateLimiter,
    development,
    dashboard,
    reference,
    graphql,
    rest,
    mcp,
    catalogue: operationCatalogue,
    protectedResource,
    sendReadiness: (exchange) => sendReadiness(exchange, checkReadiness, isStopping),
    sendMetrics: (exchange) => sendMetrics(exchange, { readMetrics, token: config.metrics.token, limiter }),
  })

  const resourceLimits = makeClientResourceLimits(parts.resourceLimits)
  const pipeline = makeRequestPipeline({
    ...services,
    idTokens,
    limiter,
    metrics,
    usage,
    concurrencyLimiter,
    endpointOf,
    resourceLimits,
  })
  return {
    /**
     * Loads the GraphQL documents of REST and MCP and the validators of block contents, so that the first requests do
     * not have to wait for them.
     */
    warm: async () => {
      await operationDocumentGenerator.load()
      await compileContentValidators()
    },
    services,
    metrics,
    readMetrics,
    executor,
    handle: (req: IncomingMessage, res: ServerResponse) => void pipeline.handle(req, res),
    /** Answers a request that Node could not parse. */
    handleClientError: pipeline.handleClientError,
    isWaitingForResponse: pipeline.isWaitingForResponse,
    /** Handles a connection that has had no traffic for some time: closes it, answers 408 or leaves it open. */
    handleStalled: pipeline.handleStalled,
    onConnectionRefused: pipeline.onConnectionRefused,
    /** The limits on the memory and streams that clients use, and their current use. */
    resourceLimits,
    /** Makes `/health/ready` answer 503 from now on, so that load balancers send no more requests. */
    stop: () => {
      isStopping = true
    },
    /**
     * Stops the jobs, writes pending data, and closes the connections to the database and to Redis. Call this function
     * after the last response.
     */
    close: async () => {
      stopJobs()
      await textIndex.close()
      concurrencyLimiter.stop()
      await keyring.flush().catch((error: unknown) => log.warn({ err: error }, 'last uses were not written'))
      await usage.flush()
      broadcast.close()
      await replica?.close()
      redis?.close()
      await db.close()
    },
  }
}
