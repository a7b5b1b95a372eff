import { z } from 'zod'
import { getDefaultRateLimit } from './default-rate-limits.ts'
import { environmentVariables } from './environment-variables.ts'
import { OperatorError } from './errors.ts'

/** The minimum length of the MCP master key in production, in characters. Shorter keys could be guessed. */
export const minMasterKeyChars = 32

const environment = z
  .object({
    ...environmentVariables.Service,
    ...environmentVariables.Database,
    ...environmentVariables['Sign-in and keys'],
    ...environmentVariables['Rate limits'],
    ...environmentVariables.Storage,
    ...environmentVariables.Files,
    ...environmentVariables.MCP,
    ...environmentVariables.Releases,
    ...environmentVariables['Language model'],
    ...environmentVariables.Monitoring,
  })
  .refine((env) => !env.OIDC_ISSUER === !env.OIDC_AUDIENCE, {
    path: ['OIDC_AUDIENCE'],
    error: 'OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither',
  })
  .refine((env) => !env.MCP_AUDIENCE || env.MCP_AUDIENCE !== env.OIDC_AUDIENCE, {
    path: ['MCP_AUDIENCE'],
    error: 'must differ from OIDC_AUDIENCE, because otherwise ID tokens would count as access tokens',
  })
  .refine((env) => !env.TLS_CERT_FILE === !env.TLS_KEY_FILE, {
    path: ['TLS_KEY_FILE'],
    error: 'TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither',
  })
  .refine(
    ({ NODE_ENV, MCP_MASTER_API_KEY: key }) =>
      NODE_ENV !== 'production' || key === undefined || key.length >= minMasterKeyChars,
    { path: ['MCP_MASTER_API_KEY'], error: `must have at least ${minMasterKeyChars} characters` },
  )
  .refine((env) => env.WEB_CONCURRENCY === 1 || env.DATABASE_URL, {
    path: ['WEB_CONCURRENCY'],
    error: 'more than 1 needs DATABASE_URL, because only one process can open the embedded database',
  })
  .refine((env) => env.WEB_CONCURRENCY === 1 || env.REDIS_URL, {
    path: ['WEB_CONCURRENCY'],
    error: 'more than 1 needs REDIS_URL, because otherwise each process would count rate limits separately',
  })
  .refine((env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'needs DATABASE_URL, the database that it replicates',
  })

/**
 * The error that `readConfig` throws for invalid environment variables. The message has one line for each invalid
 * variable.
 */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

/** The validated configuration of the service. `environment-variables.ts` describes each value. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads and validates the environment variables. An empty variable counts as unset.
 * @throws ConfigError if a variable is invalid
 */
export function readConfig(env: Record<string, string | undefined>) {
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = environment.safeParse(setVariables)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
    throw new ConfigError(`The configuration is invalid.\n${lines.join('\n')}`)
  }
  const parsed = read.data
  const isProduction = parsed.NODE_ENV === 'production'
  return {
    isProduction,
    port: parsed.PORT,
    host: parsed.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: parsed.PUBLIC_URL?.replace(/\/$/, ''),
    databaseUrl: parsed.DATABASE_URL,
    processes: parsed.WEB_CONCURRENCY,
    databaseReplicaUrl: parsed.DATABASE_REPLICA_URL,
    namedStatements: parsed.DATABASE_NAMED_STATEMENTS,
    databaseEngine: parsed.DATABASE_ENGINE,
    databasePool: parsed.DATABASE_POOL,
    dataDir: parsed.DATA_DIR,
    redisUrl: parsed.REDIS_URL,
    oidc: parsed.OIDC_ISSUER ? { issuer: parsed.OIDC_ISSUER, audience: parsed.OIDC_AUDIENCE! } : undefined,
    oidcPlanClaim: parsed.OIDC_PLAN_CLAIM,
    oidcScope: parsed.OIDC_SCOPE,
    oidcMaxTokenAgeSeconds: parsed.OIDC_MAX_TOKEN_AGE_SECONDS,
    developmentTokenSeconds: parsed.DEVELOPMENT_TOKEN_SECONDS,
    mcpMasterApiKey: parsed.MCP_MASTER_API_KEY,
    openai: {
      apiKey: parsed.OPENAI_API_KEY,
      baseUrl: parsed.OPENAI_BASE_URL,
      model: parsed.OPENAI_MODEL,
      /**
       * The API of the provider of the language model. With `OPENAI_BASE_URL`, the provider is usually not OpenAI. Most
       * other providers have only the Chat Completions API, so the default is then `chat`.
       */
      api: parsed.OPENAI_API ?? (parsed.OPENAI_BASE_URL ? 'chat' : 'responses'),
    },
    ai: {
      timeoutSeconds: parsed.AI_TIMEOUT_SECONDS,
      idleSeconds: parsed.AI_IDLE_SECONDS,
      maxOutputTokens: parsed.AI_MAX_OUTPUT_TOKENS,
      dailyTokens: { professional: parsed.AI_DAILY_TOKENS_PROFESSIONAL, enterprise: parsed.AI_DAILY_TOKENS_ENTERPRISE },
      recordPrompts: parsed.AI_RECORD_PROMPTS,
      perMinute: parsed.RATE_LIMIT_AI,
    },
    keyPrefix: parsed.KEY_PREFIX,
    releasesKept: parsed.RELEASES_KEPT,
    rateLimits: {
      professional: parsed.RATE_LIMIT_PROFESSIONAL ?? getDefaultRateLimit('professional', isProduction),
      enterprise: parsed.RATE_LIMIT_ENTERPRISE ?? getDefaultRateLimit('enterprise', isProduction),
      anonymous: parsed.RATE_LIMIT_ANONYMOUS ?? getDefaultRateLimit('anonymous', isProduction),
      delivery: parsed.RATE_LIMIT_DELIVERY ?? getDefaultRateLimit('delivery', isProduction),
      master: parsed.RATE_LIMIT_MASTER ?? getDefaultRateLimit('master', isProduction),
    },
    securityContacts: parsed.SECURITY_CONTACT,
    storageQuotas: { professional: parsed.STORAGE_QUOTA_PROFESSIONAL, enterprise: parsed.STORAGE_QUOTA_ENTERPRISE },
    files: {
      maxBytes: parsed.ASSETS_MAX_BYTES,
      /** The address before the paths of files. Empty if they are relative to the service. */
      baseUrl: (parsed.ASSET_ORIGIN ?? parsed.PUBLIC_URL ?? '').replace(/\/$/, ''),
      s3: parsed.ASSETS_S3_BUCKET
        ? { bucket: parsed.ASSETS_S3_BUCKET, endpoint: parsed.ASSETS_S3_ENDPOINT, region: parsed.ASSETS_S3_REGION }
        : undefined,
    },
    corsOrigins: parsed.CORS_ORIGINS,
    /** The hosts whose pages are shown in frames. */
    embedHosts: parsed.EMBED_HOSTS,
    mcpAudience: parsed.MCP_AUDIENCE,
    mcpAllowedHosts: parsed.MCP_ALLOWED_HOSTS,
    trustProxy: parsed.TRUST_PROXY,
    allowPlainHttp: parsed.ALLOW_PLAIN_HTTP,
    /**
     * Whether clients on other machines must not connect over plain HTTP. With a trusted proxy, the client's connection
     * to the proxy counts instead.
     */
    refusesPlainHttp: isProduction && !parsed.TLS_CERT_FILE && !parsed.TRUST_PROXY && !parsed.ALLOW_PLAIN_HTTP,
    tls: parsed.TLS_CERT_FILE ? { certFile: parsed.TLS_CERT_FILE, keyFile: parsed.TLS_KEY_FILE! } : undefined,
    // The service refuses new requests while requests wait longer than this time. With `0`, the service refuses none.
    // The embedded database has the default `0`, because its requests wait for the event loop even without overload.
    shedAfterMs: parsed.SHED_AFTER_MS ?? (parsed.DATABASE_URL ? 400 : 0),
    /**
     * One IP address can open at most half of the TCP connections. The IP address of a trusted proxy can open all of
     * them, because all clients connect through the proxy.
     */
    connectionLimits: {
      total: parsed.MAX_CONNECTIONS,
      perIpAddress: parsed.TRUST_PROXY ? parsed.MAX_CONNECTIONS : Math.ceil(parsed.MAX_CONNECTIONS / 2),
    },
    metrics: { port: parsed.METRICS_PORT, token: parsed.METRICS_TOKEN },
    logLevel: parsed.LOG_LEVEL,
  }
}
