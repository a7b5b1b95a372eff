import { expect, test } from 'vitest'
import { makeOAuthProtectedResource } from '../../../src/api/mcp/protected-resource.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { ApiError } from '../../../src/platform/errors.ts'
import { makeFakeExchange } from '../../support/exchanges.ts'

test('only a refusal with 401 says where to get an access token, and other refusals stay as they are', () => {
  const accessTokens = { issuer: 'https://id.example.com' } as Parameters<typeof makeOAuthProtectedResource>[1]
  const { withChallenge } = makeOAuthProtectedResource(
    readConfig({ PUBLIC_URL: 'https://courses.example.com' }),
    accessTokens,
  )
  const { exchange } = makeFakeExchange()
  const scopes = ['courses:read', 'courses:write'] as const
  const others = [400, 403, 405, 413, 429, 503].map((status) => new ApiError('invalid_request', 'No.', { status }))
  for (const error of others) expect(withChallenge(exchange, error, scopes)).toBe(error)
  const { status, headers } = withChallenge(exchange, new ApiError('unauthorized', 'A key is required.'), scopes)
  expect([status, headers['WWW-Authenticate']]).toEqual([
    401,
    'Bearer resource_metadata="https://courses.example.com/.well-known/oauth-protected-resource/mcp", scope="courses:read courses:write"',
  ])
})
