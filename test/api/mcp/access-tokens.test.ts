import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allScopes } from '../../../src/identity/scopes.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { serviceForTest, startTestService, type TestService } from '../../support/service.ts'
import { connect, initialize, post } from './client.ts'

const metadataPath = '/.well-known/oauth-protected-resource/mcp'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let resource: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  resource = `${service.url}/mcp`
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

/** A service with another configuration on the same database. */
const another = (env: Record<string, string>) =>
  serviceForTest({ db: { ...service.db, close: async () => {} }, env: { ...provider.env, ...env } })

/** Returns an access token, changed by `claims`. By default, it has a plan, so that it creates its user. */
const accessToken = (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
  provider.sign(
    provider.claimsOf('agent-user', {
      aud: resource,
      plan: 'enterprise',
      client_id: 'an-agent',
      scope: 'openid courses:read courses:write',
      ...claims,
    }),
    { typ: 'at+jwt', ...header },
  )
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const authorScopes = 'courses:read courses:write courses:delete courses:publish'
const challenge = (url: string, scopes = authorScopes) =>
  `Bearer resource_metadata="${url}${metadataPath}", scope="${scopes}"`

describe('the metadata', () => {
  test('name the resource, the identity provider and the scopes, at both addresses', async () => {
    for (const path of [metadataPath, '/.well-known/oauth-protected-resource']) {
      const { status, headers, body } = await service.http(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toContain('application/json')
      expect(body).toEqual({
        resource,
        authorization_servers: [provider.issuer],
        scopes_supported: allScopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Coursewright',
      })
    }
    expect((await service.http(metadataPath, { method: 'POST' })).status).toBe(405)
  })

  test('name PUBLIC_URL, whatever host the request names', async () => {
    const published = await another({ PUBLIC_URL: 'https://courses.example.com' })
    expect((await published.http(metadataPath)).body.resource).toBe('https://courses.example.com/mcp')
    const refused = await published.http('/mcp')
    expect(refused.headers.get('www-authenticate')).toBe(challenge('https://courses.example.com'))
  })

  test('name https if the proxy says so, and only if the proxy is trusted', async () => {
    const proxied = await another({ TRUST_PROXY: '1' })
    const resourceFor = async (one: TestService, proto: string) =>
      (await one.http(metadataPath, { headers: { 'X-Forwarded-Proto': proto } })).body.resource
    const secure = `${proxied.url.replace('http:', 'https:')}/mcp`
    expect(await resourceFor(proxied, 'https')).toBe(secure)
    expect(await resourceFor(proxied, 'http, https')).toBe(secure)
    expect(await resourceFor(service, 'https')).toBe(resource)
  })

  test('do not exist without an identity provider, or for a service that cannot know its name', async () => {
    const without = await serviceForTest()
    const nameless = await another({ HOST: '0.0.0.0' })
    for (const one of [without, nameless]) {
      expect((await one.http(metadataPath)).status).toBe(404)
      const refused = await post(one, initialize, bearer(await accessToken({ aud: `${one.url}/mcp` })))
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(refused.body.error.message).toBe(
        'Access tokens are not taken here. They need an identity provider and PUBLIC_URL.',
      )
    }
  })
})

test('a 401 names the scopes that the tools of the address need', async () => {
  const challengeOf = async (query: string) =>
    (await post(service, initialize, {}, query)).headers.get('www-authenticate')
  expect(await challengeOf('?tools=read')).toBe(challenge(service.url, 'courses:read'))
  expect(await challengeOf('?tools=read,ai')).toBe(challenge(service.url, 'courses:read ai:generate'))
  expect(await challengeOf('?tools=poems')).toBe(challenge(service.url))
})

describe('a call beyond the scopes', () => {
  const call = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  test('of an access token is 403, and names the scopes of a better token', async () => {
    const token = await accessToken({ scope: 'courses:read' })
    for (const one of [call('put_course_tree', { name: 'No' }), call('update_content', { kind: 'poem' })]) {
      const { status, headers, body } = await post(service, one, bearer(token))
      expect([status, body.error.message]).toEqual([403, 'The access token lacks the scope courses:write.'])
      expect(body.error.data).toEqual({ code: 'forbidden', details: { scope: 'courses:write' } })
      expect(headers.get('www-authenticate')).toBe(
        `${challenge(service.url, 'courses:read courses:write')}, error="insufficient_scope"`,
      )
    }
  })

  test('that the arguments alone show is 403 too, and nothing is written', async () => {
    const token = await accessToken({ sub: 'publisher', scope: 'courses:read courses:write' })
    const { status, headers } = await post(
      service,
      call('put_course_tree', { name: 'Published', published: true }),
      bearer(token),
    )
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      `${challenge(service.url, 'courses:read courses:write courses:publish')}, error="insufficient_scope"`,
    ])
    const agent = await connect(service, token)
    expect((await agent.tool('list_courses')).data.items).toEqual([])
  })

  test('of an API key is a result that the model can read', async () => {
    const key = await service.key({ scopes: ['courses:read'] })
    const { status, headers, body } = await post(service, call('put_course_tree', { name: 'No' }), bearer(key))
    expect([status, headers.get('www-authenticate'), body.result.isError]).toEqual([200, null, true])
  })
})

test('a 401 names the metadata, and says whether a credential was refused', async () => {
  const none = await post(service, initialize)
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, challenge(service.url)])
  for (const token of ['cw_prod_nothing', 'a.b.c']) {
    const refused = await post(service, initialize, bearer(token))
    expect(refused.headers.get('www-authenticate')).toBe(`${challenge(service.url)}, error="invalid_token"`)
  }
  expect((await service.rest('GET', '/courses')).headers.get('www-authenticate')).toBe('Bearer')
})

describe('an access token', () => {
  test("opens the workspace of its person, with the tools of its scopes, and an ID token's person is the same", async () => {
    const agent = await connect(service, await accessToken({ scope: 'courses:read courses:write admin' }))
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('generate_content')
    const made = await agent.tool('create_course', { name: 'By an agent' })
    const viewer = `{ viewer { workspace { name } } courses { edges { node { id } } } }`
    const signedIn = await service.graphql(viewer, await provider.token('agent-user', { plan: 'enterprise' }))
    expect(signedIn.data.courses.edges).toEqual([{ node: { id: made.data.id } }])
  })

  test.for([
    ['scope as a list', { scope: ['courses:read'] }],
    ['scp as a text', { scope: undefined, scp: 'courses:read' }],
    ['scp as a list', { scope: undefined, scp: ['courses:read'] }],
  ] as const)('may have its scopes in %s', async ([, claims]) => {
    const agent = await connect(service, await accessToken(claims))
    expect((await agent.tool('list_courses')).isError).toBe(false)
    await expect(agent.tool('put_course_tree', { name: 'No' })).rejects.toThrow(
      'The access token lacks the scope courses:write.',
    )
  })

  test('without scopes of ours sees no tool', async () => {
    const agent = await connect(service, await accessToken({ scope: 'openid constructor' }))
    expect((await agent.client.listTools()).tools).toEqual([])
  })

  test('may have the type JWT if a scope shows that it is no ID token', async () => {
    for (const typ of ['JWT', 'application/at+jwt'])
      expect((await post(service, initialize, bearer(await accessToken({}, { typ })))).status).toBe(200)
  })

  test.for<[string, () => Promise<string>]>([
    ['for another audience', () => accessToken({ aud: 'https://other.example.com/mcp' })],
    ['for the dashboard', () => accessToken({ aud: 'coursewright' })],
    ['of another issuer', () => accessToken({ iss: 'https://id.example.com' })],
    ['that has expired', () => accessToken({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['that is not valid yet', () => accessToken({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['that is older than a day', () => accessToken({ iat: Math.floor(Date.now() / 1000) - 90_000 })],
    ['without a subject', () => accessToken({ sub: undefined })],
    ['of another type', () => accessToken({}, { typ: 'logout+jwt' })],
    ['that is a logout token', () => accessToken({ events: {} })],
    ['without a type and without scopes', () => accessToken({ scope: undefined }, { typ: 'JWT' })],
    ['with a changed signature', async () => `${(await accessToken()).slice(0, -8)}AAAAAAAA`],
    ['that is an ID token', () => provider.token('agent-user', { plan: 'enterprise' })],
  ])('%s is 401', async ([, make]) => {
    const refused = await post(service, initialize, bearer(await make()))
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      `The access token is not valid for ${resource}.`,
    ])
  })

  test('is refused again after it was taken, once it has expired', async () => {
    const exp = Math.floor(Date.now() / 1000) - 3
    const token = await accessToken({ exp })
    // jose allows five seconds of difference between the clocks.
    expect((await post(service, initialize, bearer(token))).status).toBe(200)
    await expect
      .poll(async () => (await post(service, initialize, bearer(token))).status, { timeout: 5000, interval: 200 })
      .toBe(401)
  })

  test('is refused when it is too old, even if it expires later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const [day, now] = [86_400, Math.floor(Date.now() / 1000)]
    const token = await accessToken({ iat: now - day + 10, exp: now + day })
    expect((await post(service, initialize, bearer(token))).status).toBe(200)
    vi.setSystemTime((now + 20) * 1000)
    expect((await post(service, initialize, bearer(token))).status).toBe(401)
  })

  test('has the plan that a newer token gave its workspace, at once', async () => {
    const member = { sub: 'member' }
    const token = await accessToken({ ...member, iat: Math.floor(Date.now() / 1000) - 60 })
    expect((await post(service, initialize, bearer(token))).status).toBe(200)
    const newer = await accessToken({ ...member, plan: 'free' })
    expect((await post(service, initialize, bearer(newer))).status).toBe(403)
    expect((await post(service, initialize, bearer(token))).status).toBe(403)
  })

  test('is no credential of REST or GraphQL', async () => {
    const token = await accessToken()
    expect((await post(service, initialize, bearer(token))).status).toBe(200)
    expect((await service.rest('GET', '/courses', token)).status).toBe(401)
    expect((await service.graphql('{ viewer { kind } }', token)).errors[0].extensions.code).toBe('unauthorized')
  })

  test('for the address of one host is refused at another', async () => {
    const token = await accessToken()
    const other = await another({})
    expect((await post(other, initialize, bearer(token))).status).toBe(401)
  })

  test('may have a configured audience instead of the address', async () => {
    const configured = await another({ MCP_AUDIENCE: 'api://courses' })
    expect(
      (await post(configured, initialize, bearer(await accessToken({ aud: ['api://courses', 'x'] })))).status,
    ).toBe(200)
    const own = await accessToken({ aud: `${configured.url}/mcp` })
    expect((await post(configured, initialize, bearer(own))).status).toBe(401)
  })

  test('without a plan creates no workspace, and works after the first sign-in', async () => {
    const token = await accessToken({ sub: 'newcomer', plan: undefined })
    const refused = await post(service, initialize, bearer(token))
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      'Sign in to the dashboard once. That creates the workspace of this account.',
    ])
    const idToken = await provider.token('newcomer', { plan: 'enterprise' })
    expect((await service.graphql('{ viewer { plan } }', idToken)).data.viewer.plan).toBe('enterprise')
    expect((await post(service, initialize, bearer(token))).status).toBe(200)
    expect((await service.graphql('{ viewer { plan } }', idToken)).data.viewer.plan).toBe('enterprise')
  })

  test('of a plan without API access is 403', async () => {
    const { status } = await post(service, initialize, bearer(await accessToken({ sub: 'free', plan: 'free' })))
    expect(status).toBe(403)
  })
})

describe('the development provider', () => {
  const development = (env: Record<string, string> = {}) => serviceForTest({ env, hasDevelopmentSignIn: true })
  const json = { 'Content-Type': 'application/json' }
  const verifier = 'a-code-verifier-that-has-at-least-forty-three-characters'
  const callback = 'http://127.0.0.1:33418/callback'

  async function register(one: TestService, redirectUris: string[] = ['http://127.0.0.1/callback'], scope?: string) {
    const { status, body } = await one.http('/dev/oidc/reg', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        client_name: 'An agent',
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope,
      }),
    })
    expect(status).toBe(201)
    return body.client_id as string
  }

  /** Follows the redirects of a sign-in as a browser does, and returns the address that leaves the provider. */
  async function signIn(one: TestService, params: Record<string, string>, end?: string) {
    const cookies = new Map<string, string>()
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    const query = new URLSearchParams({
      response_type: 'code',
      redirect_uri: callback,
      code_challenge: Buffer.from(hash).toString('base64url'),
      code_challenge_method: 'S256',
      ...params,
    })
    let url = `${one.url}/dev/oidc/auth?${query}`
    for (let step = 0; step < 6; step++) {
      const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      const answer = await fetch(url, { redirect: 'manual', headers })
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      const location = answer.headers.get('location')
      if (!location) return { status: answer.status, url: undefined }
      url = new URL(location, url).href
      if (!url.startsWith(one.url) || (end !== undefined && url.startsWith(end)))
        return { status: answer.status, url: new URL(url) }
    }
    throw new Error('The sign-in did not end.')
  }

  const exchangeCode = (one: TestService, params: Record<string, string>) =>
    one.http('/dev/oidc/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: callback,
        code_verifier: verifier,
        ...params,
      }).toString(),
    })

  test('leads an agent from the 401 to a token that opens /mcp', async () => {
    const one = await development()
    const [, metadataUrl] = /resource_metadata="([^"]+)"/.exec(
      (await post(one, initialize)).headers.get('www-authenticate')!,
    )!
    const metadata = (await one.http(new URL(metadataUrl!).pathname)).body
    expect(metadata.authorization_servers).toEqual([expect.stringMatching(/\/dev\/oidc$/)])
    for (const path of [
      '/.well-known/oauth-authorization-server/dev/oidc',
      '/.well-known/openid-configuration/dev/oidc',
      '/dev/oidc/.well-known/openid-configuration',
    ]) {
      const { body } = await one.http(path)
      expect(body.issuer).toBe(metadata.authorization_servers[0])
      expect(body.code_challenge_methods_supported).toEqual(['S256'])
      expect(body.registration_endpoint).toBe(`${one.url}/dev/oidc/reg`)
      expect(body.authorization_endpoint).toBe(`${one.url}/dev/oidc/auth`)
      expect(body.token_endpoint).toBe(`${one.url}/dev/oidc/token`)
    }

    const client_id = await register(one)
    const withAndWithout: Record<string, string>[] = [{ resource: metadata.resource }, {}]
    for (const extra of withAndWithout) {
      const { url } = await signIn(one, { client_id, scope: 'courses:read courses:write', ...extra })
      expect(url!.href).toContain(callback)
      const { status, body } = await exchangeCode(one, { client_id, code: url!.searchParams.get('code')!, ...extra })
      expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'courses:read courses:write'])
      const agent = await connect(one, body.access_token)
      expect((await agent.tool('list_courses')).isError).toBe(false)
      expect((await agent.client.listTools()).tools.map(({ name }) => name)).not.toContain('generate_content')
      expect((await one.rest('GET', '/courses', body.access_token)).status).toBe(401)
    }
  })

  test('registers an agent that names its scopes, and gives it these alone', async () => {
    const one = await development()
    const client_id = await register(one, undefined, 'courses:read')
    const { url } = await signIn(one, { client_id, scope: 'courses:read' })
    const { body } = await exchangeCode(one, { client_id, code: url!.searchParams.get('code')! })
    expect(body.scope).toBe('courses:read')
    const agent = await connect(one, body.access_token)
    expect((await agent.tool('list_courses')).isError).toBe(false)
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).not.toContain('put_course_tree')
  })

  test('redirects an agent to a registered address on this machine only, and requires PKCE', async () => {
    const one = await development()
    const evil = 'https://evil.example.com/callback'
    const client_id = await register(one, [evil, 'http://localhost/callback', 'cursor://anysphere.cursor/callback'])
    const scope = 'courses:read'
    for (const redirect_uri of [evil, 'http://localhost:1234/other', 'http://127.0.0.1/callback', 'not a uri'])
      expect(await signIn(one, { client_id, scope, redirect_uri })).toEqual({ status: 400, url: undefined })
    for (const redirect_uri of ['http://localhost:1234/callback', 'cursor://anysphere.cursor/callback']) {
      const { url } = await signIn(one, { client_id, scope, redirect_uri })
      expect(url!.searchParams.get('code')).toEqual(expect.any(String))
    }
    const { url } = await signIn(one, {
      client_id,
      scope,
      redirect_uri: 'http://localhost:1/callback',
      code_challenge: '',
      code_challenge_method: '',
    })
    expect(url!.searchParams.get('error')).toBe('invalid_request')
  })

  test('signs people in to the dashboard as before, with a token that does not open /mcp', async () => {
    const one = await development()
    const client_id = 'coursewright-dashboard'
    const redirect_uri = `${one.url}/signed-in`
    const { url } = await signIn(one, { client_id, redirect_uri, scope: 'openid profile email' }, redirect_uri)
    const code = url!.searchParams.get('code')!
    const { body } = await exchangeCode(one, { client_id, redirect_uri, code })
    const { data } = await one.graphql('{ viewer { kind name plan } }', body.id_token)
    expect(data.viewer).toEqual({ kind: 'person', name: 'Demo Person', plan: 'professional' })
    for (const token of [body.id_token, body.access_token])
      expect((await post(one, initialize, bearer(token))).status).toBe(401)
    for (const foreign of [
      callback,
      'https://evil.example.com/signed-in',
      'http://127.0.0.1:1/signed-in',
      `${one.url}/signed-in/more`,
      `${redirect_uri}?next=x`,
      `${redirect_uri}#x`,
      'not a uri',
    ])
      expect([foreign, await signIn(one, { client_id, redirect_uri: foreign, scope: 'openid' })]).toEqual([
        foreign,
        { status: 400, url: undefined },
      ])
  })

  test('redirects no dashboard to a foreign host name that leads to this machine', async () => {
    const one = await development({ TRUST_PROXY: '1' })
    const startAt = async (host: string) => {
      const query = new URLSearchParams({
        client_id: 'coursewright-dashboard',
        response_type: 'code',
        redirect_uri: `http://${host}/signed-in`,
        scope: 'openid',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      const headers = { 'X-Forwarded-Host': host }
      return (await fetch(`${one.url}/dev/oidc/auth?${query}`, { redirect: 'manual', headers })).status
    }
    expect([await startAt('localhost'), await startAt('rebound.example.com')]).toEqual([303, 400])
  })

  test('lets only its own pages read the tokens that it issues', async () => {
    const one = await development()
    const allowedFor = async (origin: string) => {
      const { headers } = await one.http('/dev/oidc/token', {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'coursewright-dashboard' }).toString(),
      })
      return headers.get('access-control-allow-origin')
    }
    expect([await allowedFor(one.url), await allowedFor('https://evil.example.com')]).toEqual([one.url, null])
  })

  test('issues no access token for another resource', async () => {
    const one = await development()
    const client_id = await register(one)
    for (const resource of ['https://other.example.com/mcp', `${one.url}/graphql`, `${one.url}/mcp?x`]) {
      const { url } = await signIn(one, { client_id, scope: 'courses:read', resource })
      expect([url!.searchParams.get('error'), url!.searchParams.get('code')]).toEqual(['invalid_target', null])
    }
  })

  test('issues no access token at a foreign host name that leads to this machine', async () => {
    const one = await development({ TRUST_PROXY: '1' })
    const query = new URLSearchParams({
      client_id: await register(one, ['http://localhost/callback']),
      response_type: 'code',
      redirect_uri: 'http://localhost/callback',
      scope: 'courses:read',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const startAt = async (host: string, resource?: string) => {
      const headers = { 'X-Forwarded-Host': host }
      const sent = new URLSearchParams([...query, ...(resource ? [['resource', resource]] : [])])
      const answer = await fetch(`${one.url}/dev/oidc/auth?${sent}`, { redirect: 'manual', headers })
      return answer.headers.get('location')
    }
    const own = `${one.url}/mcp`
    for (const resource of [undefined, own]) {
      expect(await startAt('localhost', resource)).toContain('/dev/oidc/interaction/')
      expect(await startAt('rebound.example.com', resource)).toContain('error=invalid_target')
    }
    expect(await startAt('localhost', 'http://rebound.example.com/mcp')).toContain('error=invalid_target')
  })
})
