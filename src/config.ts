import { z } from 'zod'
import { OperatorError } from './errors.ts'

const whole = z.coerce.number('must be a whole number').int('must be a whole number')
const port = whole.min(0).max(65535)
const perMinute = whole.min(1).max(10_000_000)
// GraphQL's integers end here.
const dailyTokens = whole.min(0).max(2_000_000_000)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) address' })
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const origins = list.refine((all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
  error: 'must be a comma-separated list of origins such as https://learn.example.com (no path, no *)',
})
const hosts = list.refine(
  (all) =>
    all.every(
      (host) => !host.includes('*') && URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host,
    ),
  {
    error: 'must be a comma-separated list of host names such as mcp.example.com (lower case, no port, no *)',
  },
)

const environment = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    PORT: port.default(4000),
    HOST: z.string().min(1).optional(),
    PUBLIC_URL: httpUrl.optional(),
    DATABASE_URL: postgresUrl.optional(),
    WEB_CONCURRENCY: whole.min(1).max(256).default(1),
    DATABASE_REPLICA_URL: postgresUrl.optional(),
    DATABASE_NAMED_STATEMENTS: z
      .enum(['on', 'off'])
      .transform((value) => value === 'on')
      .default(true),
    DATABASE_POOL: whole.min(1).max(1000).default(10),
    DATA_DIR: z.string().min(1).default('.data'),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
    OIDC_ISSUER: httpUrl.optional(),
    OIDC_AUDIENCE: z.string().min(1).optional(),
    OIDC_PLAN_CLAIM: z.string().min(1).default('plan'),
    OIDC_SCOPE: z.string().min(1).default('openid profile email'),
    DEVELOPMENT_TOKEN_SECONDS: whole.min(1).max(86_400).default(3600),
    MCP_MASTER_API_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    OPENAI_API_KEY: z.string().min(1).optional(),
    OPENAI_BASE_URL: httpUrl.optional(),
    OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
    OPENAI_API: z.enum(['chat', 'responses']).optional(),
    AI_TIMEOUT_SECONDS: whole.min(1).max(600).default(120),
    AI_IDLE_SECONDS: whole.min(1).max(600).default(20),
    AI_MAX_OUTPUT_TOKENS: whole.min(256).max(100_000).default(8000),
    AI_DAILY_TOKENS_PROFESSIONAL: dailyTokens.default(500_000),
    AI_DAILY_TOKENS_ENTERPRISE: dailyTokens.default(5_000_000),
    AI_RECORD_PROMPTS: flag.default(false),
    RATE_LIMIT_AI: perMinute.default(20),
    KEY_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/, 'must be 1 to 16 lower-case letters and digits')
      .default('cw'),
    RATE_LIMIT_PROFESSIONAL: perMinute.default(600),
    RATE_LIMIT_ENTERPRISE: perMinute.default(6000),
    RATE_LIMIT_ANONYMOUS: perMinute.default(60),
    RATE_LIMIT_MASTER: perMinute.default(6000),
    CORS_ORIGINS: origins.default([]),
    MCP_ALLOWED_HOSTS: hosts.default([]),
    TRUST_PROXY: flag.default(false),
    TLS_CERT_FILE: z.string().min(1).optional(),
    TLS_KEY_FILE: z.string().min(1).optional(),
    SHED_AFTER_MS: whole.min(0).max(60_000).optional(),
    METRICS_PORT: port.optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine((env) => !env.OIDC_ISSUER === !env.OIDC_AUDIENCE, {
    path: ['OIDC_AUDIENCE'],
    error: 'OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither',
  })
  .refine((env) => !env.TLS_CERT_FILE === !env.TLS_KEY_FILE, {
    path: ['TLS_KEY_FILE'],
    error: 'TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither',
  })
  .refine((env) => env.WEB_CONCURRENCY === 1 || env.DATABASE_URL, {
    path: ['WEB_CONCURRENCY'],
    error: 'more than 1 needs DATABASE_URL, because one process alone can open the embedded database',
  })
  .refine((env) => env.WEB_CONCURRENCY === 1 || env.REDIS_URL, {
    path: ['WEB_CONCURRENCY'],
    error: 'more than 1 needs REDIS_URL, because each process would otherwise count limits for itself',
  })
  .refine((env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'needs DATABASE_URL, the database that it is a replica of',
  })

/** A bad configuration: one sentence a variable. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

/** All of the service's configuration, checked; see the README's table for the meaning of each variable. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads and checks the environment once. An empty variable counts as unset.
 * @throws ConfigError naming each bad variable and what it must be
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`)
    throw new ConfigError(`The configuration is not usable.\n${lines.join('\n')}`)
  }
  const values = read.data
  const production = values.NODE_ENV === 'production'
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    databaseUrl: values.DATABASE_URL,
    processes: values.WEB_CONCURRENCY,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    namedStatements: values.DATABASE_NAMED_STATEMENTS,
    databasePool: values.DATABASE_POOL,
    dataDir: values.DATA_DIR,
    redisUrl: values.REDIS_URL,
    oidc: values.OIDC_ISSUER ? { issuer: values.OIDC_ISSUER, audience: values.OIDC_AUDIENCE! } : undefined,
    oidcPlanClaim: values.OIDC_PLAN_CLAIM,
    oidcScope: values.OIDC_SCOPE,
    developmentTokenSeconds: values.DEVELOPMENT_TOKEN_SECONDS,
    mcpMasterApiKey: values.MCP_MASTER_API_KEY,
    openai: {
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
      // OpenAI's own endpoint has both; of the others, nearly every one has the older alone.
      api: values.OPENAI_API ?? (values.OPENAI_BASE_URL ? 'chat' : 'responses'),
    },
    ai: {
      timeoutSeconds: values.AI_TIMEOUT_SECONDS,
      idleSeconds: values.AI_IDLE_SECONDS,
      maxOutputTokens: values.AI_MAX_OUTPUT_TOKENS,
      dailyTokens: { professional: values.AI_DAILY_TOKENS_PROFESSIONAL, enterprise: values.AI_DAILY_TOKENS_ENTERPRISE },
      recordPrompts: values.AI_RECORD_PROMPTS,
      perMinute: values.RATE_LIMIT_AI,
    },
    keyPrefix: values.KEY_PREFIX,
    rateLimits: {
      professional: values.RATE_LIMIT_PROFESSIONAL,
      enterprise: values.RATE_LIMIT_ENTERPRISE,
      anonymous: values.RATE_LIMIT_ANONYMOUS,
      master: values.RATE_LIMIT_MASTER,
    },
    corsOrigins: values.CORS_ORIGINS,
    mcpAllowedHosts: values.MCP_ALLOWED_HOSTS,
    trustProxy: values.TRUST_PROXY,
    tls: values.TLS_CERT_FILE ? { certFile: values.TLS_CERT_FILE, keyFile: values.TLS_KEY_FILE! } : undefined,
    // The embedded database works on the event loop itself: there, a late loop is no sign of a queue.
    shedAfterMs: values.SHED_AFTER_MS ?? (values.DATABASE_URL ? 400 : 0),
    metrics: { port: values.METRICS_PORT, token: values.METRICS_TOKEN },
    logLevel: values.LOG_LEVEL,
  }
}
