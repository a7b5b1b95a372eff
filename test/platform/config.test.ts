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
    ['MCP_MASTER_API_KEY', ['short']],
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

  test('access tokens and ID tokens have different audiences', () => {
    const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'courses' }
    expect(problemsOf({ ...oidc, MCP_AUDIENCE: 'courses' })).toEqual([
      'MCP_AUDIENCE: must differ from OIDC_AUDIENCE, because otherwise ID tokens would count as access tokens.',
    ])
    expect(readConfig({ ...oidc, MCP_AUDIENCE: 'api://courses' }).mcpAudience).toBe('api://courses')
  })
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
