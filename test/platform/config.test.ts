import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config.ts'

const postgres = { DATABASE_URL: 'postgresql://db/coursewright' }

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [first, ...lines] = error.message.split('\n')
    expect(first).toBe('The configuration is invalid.')
    return lines
  }
  return []
}

describe('an invalid value is reported with the name of its variable', () => {
  test.each([
    ['NODE_ENV', ['prod', 'Production']],
    ['PORT', ['abc', '-1', '65536', '4000.5']],
    ['PUBLIC_URL', ['learn.example.com', 'ftp://learn.example.com']],
    ['DATABASE_URL', ['mysql://db', 'nonsense']],
    ['DATABASE_REPLICA_URL', ['mysql://db', 'postgresql://db']],
    ['DATABASE_POOL', ['0', 'many', '1001']],
    ['DATABASE_NAMED_STATEMENTS', ['yes', '1']],
    ['WEB_CONCURRENCY', ['0', 'auto', '1.5', '2']],
    ['REDIS_URL', ['http://cache', 'nonsense']],
    ['OIDC_ISSUER', ['identity.example.com']],
    ['OIDC_AUDIENCE', ['alone']],
    ['OIDC_MAX_TOKEN_AGE_SECONDS', ['59', '2592001', 'long']],
    ['MCP_ALLOWED_HOSTS', ['https://mcp.example.com', 'MCP.example.com', 'mcp.example.com:80', '*']],
    ['OPENAI_BASE_URL', ['nonsense']],
    ['AI_TIMEOUT_SECONDS', ['0', '601', 'long']],
    ['AI_MAX_OUTPUT_TOKENS', ['255', 'all']],
    ['AI_DAILY_TOKENS_PROFESSIONAL', ['-1', 'all']],
    ['AI_DAILY_TOKENS_ENTERPRISE', ['-1', 'all']],
    ['AI_RECORD_PROMPTS', ['maybe']],
    ['KEY_PREFIX', ['CW', 'c_w', '1w', 'aaaaaaaaaaaaaaaaa']],
    ['RATE_LIMIT_PROFESSIONAL', ['0', 'none', '1.5']],
    ['RATE_LIMIT_ENTERPRISE', ['0']],
    ['RATE_LIMIT_ANONYMOUS', ['0']],
    ['RATE_LIMIT_MASTER', ['0']],
    ['RATE_LIMIT_AI', ['0']],
    ['CORS_ORIGINS', ['*', 'https://learn.example.com/path', 'learn.example.com']],
    ['TRUST_PROXY', ['2', 'yes']],
    ['SHED_AFTER_MS', ['-1', 'soon', '60001']],
    ['METRICS_PORT', ['abc', '65536']],
    ['METRICS_TOKEN', ['short']],
    ['LOG_LEVEL', ['loud']],
  ])('%s', (name, values) => {
    for (const value of values) {
      const sentence = expect.stringMatching(new RegExp(`^${name}: .+\\.$`))
      expect([value, problemsOf({ [name]: value })]).toEqual([value, expect.arrayContaining([sentence])])
    }
  })

  test('all invalid variables are reported together, and an empty variable counts as unset', () => {
    expect(problemsOf({ PORT: 'abc', LOG_LEVEL: 'loud', KEY_PREFIX: '' })).toHaveLength(2)
    expect(problemsOf({ TLS_CERT_FILE: 'cert.pem' })).toEqual([
      'TLS_KEY_FILE: TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither.',
    ])
  })

  test('of two variables that belong together, neither may be set alone', () => {
    expect(problemsOf({ TLS_KEY_FILE: 'key.pem' })).toHaveLength(1)
    expect(problemsOf({ OIDC_ISSUER: 'https://id.example.com' })).toEqual([
      'OIDC_AUDIENCE: OIDC_ISSUER and OIDC_AUDIENCE belong together: set both or neither.',
    ])
  })

  test('access tokens and ID tokens have different audiences', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'courses' }
    expect(problemsOf({ ...oidc, MCP_AUDIENCE: 'courses' })).toEqual([
      'MCP_AUDIENCE: must differ from OIDC_AUDIENCE, because otherwise ID tokens would count as access tokens.',
    ])
    expect(readConfig({ ...oidc, MCP_AUDIENCE: 'api://courses' }).mcpAudience).toBe('api://courses')
  })
})

const perMinute: [number, number] = [1, 10_000_000]

describe('a number outside the limits of its variable is refused', () => {
  test.each<[string, [min: number, max: number]]>([
    ['PORT', [0, 65_535]],
    ['METRICS_PORT', [0, 65_535]],
    ['WEB_CONCURRENCY', [1, 256]],
    ['DATABASE_POOL', [1, 1000]],
    ['OIDC_MAX_TOKEN_AGE_SECONDS', [60, 2_592_000]],
    ['DEVELOPMENT_TOKEN_SECONDS', [1, 86_400]],
    ['RATE_LIMIT_PROFESSIONAL', perMinute],
    ['RATE_LIMIT_ENTERPRISE', perMinute],
    ['RATE_LIMIT_ANONYMOUS', perMinute],
    ['RATE_LIMIT_DELIVERY', perMinute],
    ['RATE_LIMIT_MASTER', perMinute],
    ['RATE_LIMIT_AI', perMinute],
    ['MAX_CONNECTIONS', [1, 1_000_000]],
    ['SHED_AFTER_MS', [0, 60_000]],
    ['RELEASES_KEPT', [1, 1000]],
    ['AI_TIMEOUT_SECONDS', [1, 600]],
    ['AI_IDLE_SECONDS', [1, 600]],
    ['AI_MAX_OUTPUT_TOKENS', [256, 100_000]],
    ['AI_DAILY_TOKENS_PROFESSIONAL', [0, 2_000_000_000]],
    ['AI_DAILY_TOKENS_ENTERPRISE', [0, 2_000_000_000]],
  ])('%s', (name, [min, max]) => {
    const several = { ...postgres, REDIS_URL: 'redis://cache' }
    const accepted = [min - 1, min, max, max + 1, min + 0.5].filter(
      (value) => problemsOf({ ...several, [name]: String(value) }).length === 0,
    )
    expect(accepted).toEqual([min, max])
    for (const refused of [String(min - 1), String(max + 1), `${min}.5`, 'many'])
      expect(problemsOf({ ...several, [name]: refused })).toEqual([
        `${name}: must be a whole number from ${min} to ${max}.`,
      ])
  })
})

test('a secret that is one character too short is refused', () => {
  expect(problemsOf({ METRICS_TOKEN: 'x'.repeat(15) })).toEqual(['METRICS_TOKEN: must have at least 16 characters.'])
  expect(problemsOf({ METRICS_TOKEN: 'x'.repeat(16) })).toEqual([])
  expect(problemsOf({ KEY_PREFIX: 'a'.repeat(16), OPENAI_MODEL: 'm'.repeat(200) })).toEqual([])
  expect(problemsOf({ OPENAI_MODEL: 'm'.repeat(201) })).toHaveLength(1)
})

test('a short master key is refused in production only', () => {
  const production = { NODE_ENV: 'production' }
  expect(problemsOf({ ...production, MCP_MASTER_API_KEY: 'x'.repeat(31) })).toEqual([
    'MCP_MASTER_API_KEY: must have at least 32 characters.',
  ])
  expect(problemsOf({ ...production, MCP_MASTER_API_KEY: 'x'.repeat(32) })).toEqual([])
  for (const NODE_ENV of ['development', 'test'])
    expect(readConfig({ NODE_ENV, MCP_MASTER_API_KEY: 'short' }).mcpMasterApiKey).toBe('short')
})

test('outside production the default rate limits are ten times as high, and a limit that is set holds as it is', () => {
  const production = { professional: 600, enterprise: 6000, anonymous: 60, delivery: 600, master: 6000 }
  expect(readConfig({ NODE_ENV: 'production' }).rateLimits).toEqual(production)
  const tenfold = Object.fromEntries(Object.entries(production).map(([name, limit]) => [name, limit * 10]))
  for (const NODE_ENV of ['', 'development', 'test']) expect(readConfig({ NODE_ENV }).rateLimits).toEqual(tenfold)
  for (const NODE_ENV of ['development', 'production']) {
    const limits = { RATE_LIMIT_PROFESSIONAL: '7', RATE_LIMIT_ENTERPRISE: '8', RATE_LIMIT_ANONYMOUS: '9' }
    const { rateLimits } = readConfig({ NODE_ENV, ...limits, RATE_LIMIT_DELIVERY: '10', RATE_LIMIT_MASTER: '11' })
    expect(rateLimits).toEqual({ professional: 7, enterprise: 8, anonymous: 9, delivery: 10, master: 11 })
  }
})

test('several processes require PostgreSQL and Redis', () => {
  const redis = { REDIS_URL: 'redis://cache' }
  expect(problemsOf({ WEB_CONCURRENCY: '2', ...redis })).toHaveLength(1)
  expect(problemsOf({ WEB_CONCURRENCY: '2', ...postgres })).toHaveLength(1)
  expect(readConfig({ WEB_CONCURRENCY: '2', ...postgres, ...redis }).processes).toBe(2)
})

test('NODE_ENV=production and DATABASE_URL change some defaults', () => {
  const development = readConfig({})
  expect([development.isProduction, development.host, development.shedAfterMs]).toEqual([false, '127.0.0.1', 0])
  const production = readConfig({ NODE_ENV: 'production', ...postgres })
  expect([production.isProduction, production.host, production.shedAfterMs]).toEqual([true, '0.0.0.0', 400])
})

test('SHED_AFTER_MS=0 refuses no request, also with PostgreSQL', () => {
  expect(readConfig({ ...postgres, SHED_AFTER_MS: '0' }).shedAfterMs).toBe(0)
})

test('one address may have half of the connections, rounded up, and a trusted proxy may have all of them', () => {
  expect(readConfig({ MAX_CONNECTIONS: '7' }).connectionLimits).toEqual({ total: 7, perIpAddress: 4 })
  expect(readConfig({ MAX_CONNECTIONS: '7', TRUST_PROXY: '1' }).connectionLimits).toEqual({ total: 7, perIpAddress: 7 })
})

test('a flag is 0, 1, true or false, and a list of origins or hosts may contain spaces', () => {
  const trusted = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy
  expect([trusted('0'), trusted('1'), trusted('true'), trusted('false')]).toEqual([false, true, true, false])
  const { corsOrigins, mcpAllowedHosts } = readConfig({
    CORS_ORIGINS: ' https://a.example.com , https://b.example.com,',
    MCP_ALLOWED_HOSTS: 'a.example.com, b.example.com',
  })
  expect(corsOrigins).toEqual(['https://a.example.com', 'https://b.example.com'])
  expect(mcpAllowedHosts).toEqual(['a.example.com', 'b.example.com'])
  expect(problemsOf({ MCP_ALLOWED_HOSTS: '*.example.com' })).toHaveLength(1)
})

test('PUBLIC_URL is used without its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://courses.example.com/' }).publicUrl).toBe('https://courses.example.com')
})
