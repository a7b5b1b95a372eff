import { z } from 'zod'
import { databaseEngines } from './database-engine.ts'
import { describeDefaultRateLimit } from './default-rate-limits.ts'
import {
  booleanFlagSchema,
  byteCountSchema,
  contactListSchema,
  dailyTokenLimitSchema,
  embedHostListSchema,
  hostListSchema,
  httpUrlSchema,
  makeIntegerSchema,
  modelNameSchema,
  originListSchema,
  perMinuteLimitSchema,
  portSchema,
  postgresUrlSchema,
} from './environment-rules.ts'

/** Documents an environment variable whose default depends on other variables. `value` describes the default. */
const derivedDefault = (value: string, description: string) => ({ default: value, description })

/**
 * Every environment variable, grouped by section of the documentation. `npm run docs` generates `docs/configuration.md`
 * and `.env.example` from this object.
 */
export const environmentVariables = {
  Service: {
    NODE_ENV: z
      .enum(['development', 'production', 'test'])
      .default('development')
      .describe(
        '`production` creates no demo workspace, has no development sign-in, and answers introspection only with a valid credential.',
      ),
    PORT: portSchema.default(4000).describe('The port to listen on. `0` chooses a free port.'),
    HOST: z
      .string()
      .optional()
      .meta(derivedDefault('`127.0.0.1`; `0.0.0.0` in production', 'The address to listen on.')),
    PUBLIC_URL: httpUrlSchema
      .optional()
      .describe('The address that clients use to reach the service, such as `https://courses.example.com`.'),
    WEB_CONCURRENCY: makeIntegerSchema(1, 256)
      .default(1)
      .describe('How many processes serve the port. More than 1 needs `DATABASE_URL` and `REDIS_URL`.'),
    TLS_CERT_FILE: z
      .string()
      .optional()
      .describe('A PEM file with the certificate, to serve HTTPS without a proxy. Set `TLS_KEY_FILE` too.'),
    TLS_KEY_FILE: z.string().optional().describe('A PEM file with the private key of `TLS_CERT_FILE`.'),
    TRUST_PROXY: booleanFlagSchema
      .prefault('0')
      .describe(
        '`1` if exactly one proxy is in front of the service, and its headers `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are trusted.',
      ),
    ALLOW_PLAIN_HTTP: booleanFlagSchema
      .prefault('0')
      .describe(
        '`1` also serves clients on other machines that use plain HTTP. In production, without this variable, they are refused.',
      ),
    SECURITY_CONTACT: contactListSchema
      .prefault('')
      .describe(
        'Where to report vulnerabilities, as `/.well-known/security.txt` says: addresses such as `mailto:security@example.com` or `https://example.com/report`, separated by commas. Without it, there is no such file.',
      ),
    CORS_ORIGINS: originListSchema
      .prefault('')
      .describe(
        'Origins whose web pages may call the API, separated by commas, such as `https://learn.example.com`. Cookies are never allowed.',
      ),
    EMBED_HOSTS: embedHostListSchema
      .prefault('')
      .describe(
        'Hosts whose pages an interactive block of the kind `embed` shows in a frame, separated by commas, such as `phet.colorado.edu` or `*.h5p.com`. Pages of other hosts are links.',
      ),
  },
  Database: {
    DATABASE_URL: postgresUrlSchema
      .optional()
      .describe(
        'The address of PostgreSQL 14 or newer. Without it the service uses an embedded database in `DATA_DIR`.',
      ),
    DATABASE_ENGINE: z
      .enum(databaseEngines)
      .default('postgresql')
      .describe(
        '`citus` if `DATABASE_URL` is the coordinator of a Citus cluster that `npm run distribute` has prepared.',
      ),
    DATABASE_POOL: makeIntegerSchema(1, 1000)
      .default(10)
      .describe('The maximum number of connections to PostgreSQL, for each process.'),
    DATABASE_REPLICA_URL: postgresUrlSchema
      .optional()
      .describe('A streaming replica for reads. A workspace always reads its own writes.'),
    DATABASE_NAMED_STATEMENTS: z
      .enum(['on', 'off'])
      .transform((value) => value === 'on')
      .prefault('on')
      .describe('`off` sends prepared statements without names, as PgBouncer in transaction mode requires.'),
    DATA_DIR: z.string().default('.data').describe('The folder of the embedded database, and of the files of courses.'),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, error: 'must be a URL that starts with redis:// or rediss://' })
      .optional()
      .describe('The address of Redis or Valkey. Several processes share rate limits and key revocations through it.'),
  },
  'Sign-in and keys': {
    OIDC_ISSUER: httpUrlSchema
      .optional()
      .describe(
        'The OpenID Connect provider for sign-in. Without it, a built-in provider signs in a demo user (not in production).',
      ),
    OIDC_AUDIENCE: z.string().optional().describe('The client ID of the dashboard at `OIDC_ISSUER`.'),
    OIDC_SCOPE: z
      .string()
      .default('openid profile email')
      .describe('The scopes that the dashboard requests. Add `offline_access` to renew sessions with refresh tokens.'),
    OIDC_PLAN_CLAIM: z
      .string()
      .default('plan')
      .describe('The claim of the ID token that contains the plan of the workspace: `professional` or `enterprise`.'),
    OIDC_MAX_TOKEN_AGE_SECONDS: makeIntegerSchema(60, 2_592_000)
      .default(86_400)
      .describe('The maximum age of an ID token since its `iat`, in seconds, even if its `exp` is later.'),
    DEVELOPMENT_TOKEN_SECONDS: makeIntegerSchema(1, 86_400)
      .default(3600)
      .describe('The lifetime of ID tokens of the built-in provider, in seconds.'),
    KEY_PREFIX: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/, 'must have 1 to 16 lower-case letters and digits, and start with a letter')
      .default('cw')
      .describe('The prefix of new API keys.'),
  },
  'Rate limits': {
    RATE_LIMIT_PROFESSIONAL: perMinuteLimitSchema
      .optional()
      .meta(
        derivedDefault(
          describeDefaultRateLimit('professional'),
          'Requests per minute of a workspace on the Professional plan.',
        ),
      ),
    RATE_LIMIT_ENTERPRISE: perMinuteLimitSchema
      .optional()
      .meta(
        derivedDefault(
          describeDefaultRateLimit('enterprise'),
          'Requests per minute of a workspace on the Enterprise plan.',
        ),
      ),
    RATE_LIMIT_ANONYMOUS: perMinuteLimitSchema
      .optional()
      .meta(
        derivedDefault(
          describeDefaultRateLimit('anonymous'),
          'Requests per minute of an IP address without a valid credential.',
        ),
      ),
    RATE_LIMIT_DELIVERY: perMinuteLimitSchema
      .optional()
      .meta(
        derivedDefault(
          describeDefaultRateLimit('delivery'),
          'Requests per minute of an IP address for published courses, by API and reader pages together.',
        ),
      ),
    RATE_LIMIT_MASTER: perMinuteLimitSchema
      .optional()
      .meta(derivedDefault(describeDefaultRateLimit('master'), 'Requests per minute with the MCP master key.')),
    RATE_LIMIT_AI: perMinuteLimitSchema.default(20).describe('AI generations per minute of a workspace.'),
    MAX_CONNECTIONS: makeIntegerSchema(1, 1_000_000)
      .default(4000)
      .describe('The maximum number of open connections of a process. Further connections are refused.'),
    SHED_AFTER_MS: makeIntegerSchema(0, 60_000)
      .optional()
      .meta(
        derivedDefault(
          '`400` with `DATABASE_URL`, else `0`',
          'Under overload, requests that would wait longer than this many milliseconds are refused with 503. With `0`, no request is refused.',
        ),
      ),
  },
  Storage: {
    STORAGE_QUOTA_PROFESSIONAL: byteCountSchema
      .prefault('5GB')
      .describe('What a workspace on the Professional plan may store: drafts, trash, releases and files together.'),
    STORAGE_QUOTA_ENTERPRISE: byteCountSchema
      .prefault('100GB')
      .describe('What a workspace on the Enterprise plan may store: drafts, trash, releases and files together.'),
  },
  Files: {
    ASSETS_MAX_BYTES: byteCountSchema.prefault('250MB').describe('The maximum size of a file of a course.'),
    ASSET_ORIGIN: httpUrlSchema
      .optional()
      .describe(
        'Another address of the service from which browsers load the files of courses, such as `https://files.example.com`. Scripts of a file then run in no page of the service.',
      ),
    ASSETS_S3_BUCKET: z
      .string()
      .min(3, 'must have at least 3 characters')
      .optional()
      .meta(
        derivedDefault(
          'the folder `assets` in `DATA_DIR`',
          'The bucket of S3, or of a service with its API, that keeps the files of courses. The credentials come from the environment, as for other programs (`AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`).',
        ),
      ),
    ASSETS_S3_ENDPOINT: httpUrlSchema
      .optional()
      .describe('The address of the S3 service, if it is not that of Amazon, such as `https://minio.example.com`.'),
    ASSETS_S3_REGION: z.string().default('us-east-1').describe('The region of the bucket.'),
  },
  MCP: {
    MCP_MASTER_API_KEY: z
      .string()
      .optional()
      .describe(
        'The MCP master key, which may use every MCP tool in every workspace. In production it must have at least 32 characters. Without this variable, there is no master key.',
      ),
    MCP_AUDIENCE: z
      .string()
      .optional()
      .meta(
        derivedDefault(
          'the address of `/mcp`',
          'The audience (`aud`) that access tokens of `OIDC_ISSUER` must have. It must differ from `OIDC_AUDIENCE`.',
        ),
      ),
    MCP_ALLOWED_HOSTS: hostListSchema
      .prefault('')
      .describe(
        'The host names under which clients may call `/mcp`, separated by commas. localhost and the host of `PUBLIC_URL` are always included.',
      ),
  },
  Releases: {
    RELEASES_KEPT: makeIntegerSchema(1, 1000)
      .default(200)
      .describe(
        'How many of the newest releases of a course are kept. Older ones are kept too if they are live, scheduled or pinned.',
      ),
  },
  'Language model': {
    OPENAI_API_KEY: z.string().optional().describe('The API key of the language model.'),
    OPENAI_BASE_URL: httpUrlSchema
      .optional()
      .meta(
        derivedDefault(
          "OpenAI's own",
          'The base URL of an OpenAI-compatible API, such as `http://localhost:11434/v1`.',
        ),
      ),
    OPENAI_MODEL: modelNameSchema.default('gpt-4o-mini').describe('The model that generates content.'),
    OPENAI_API: z
      .enum(['chat', 'responses'])
      .optional()
      .meta(
        derivedDefault(
          '`responses`; `chat` with `OPENAI_BASE_URL`',
          'The API of the endpoint: `responses` (Responses) or `chat` (Chat Completions).',
        ),
      ),
    AI_TIMEOUT_SECONDS: makeIntegerSchema(1, 600)
      .default(120)
      .describe('The maximum time for an answer of the language model, in seconds.'),
    AI_IDLE_SECONDS: makeIntegerSchema(1, 600)
      .default(20)
      .describe('The maximum pause during an answer of the language model, in seconds.'),
    AI_MAX_OUTPUT_TOKENS: makeIntegerSchema(256, 100_000)
      .default(8000)
      .describe('The maximum length of an answer of the language model, in tokens.'),
    AI_DAILY_TOKENS_PROFESSIONAL: dailyTokenLimitSchema
      .default(500_000)
      .describe('AI tokens that a workspace on the Professional plan may use per day (UTC).'),
    AI_DAILY_TOKENS_ENTERPRISE: dailyTokenLimitSchema
      .default(5_000_000)
      .describe('AI tokens that a workspace on the Enterprise plan may use per day (UTC).'),
    AI_RECORD_PROMPTS: booleanFlagSchema
      .prefault('0')
      .describe('`1` stores the prompt of each AI generation for 400 days.'),
  },
  Monitoring: {
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('The minimum level of log messages: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
    METRICS_PORT: portSchema
      .optional()
      .describe(
        'A separate port for Prometheus metrics. Without `METRICS_TOKEN`, only this machine can connect to the port.',
      ),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('A bearer token of at least 16 characters for `/metrics` on the main port.'),
  },
}
