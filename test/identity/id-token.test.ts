import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { errorBody } from '../support/error-bodies.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { serviceForTest, startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let one: TestService
beforeAll(async () => {
  provider = await makeIdentityProvider()
  one = await startTestService({ env: provider.env })
})
afterAll(async () => {
  await one.close()
  await provider.close()
})

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60
const viewer = async (token: string, at: TestService = one) =>
  (await at.graphql('{ viewer { kind name email plan workspace { id name plan } } }', token)).data?.viewer
const logout = 'http://schemas.openid.net/event/backchannel-logout'
const keys = (token: string, at: TestService = one) => at.rest('GET', '/api-keys', token)

/** The public key as text. An attacker could sign with it in the hope that the service uses it as a shared secret. */
const publicText = async () =>
  new TextEncoder().encode(await exportSPKI((await importJWK(provider.publicKey())) as CryptoKey))

test.each<[string, () => Promise<string> | string]>([
  ['without a signature', async () => (await provider.token('ann')).replace(/[^.]+$/, '')],
  [
    'with another token’s signature',
    async () => (await provider.token('ann')).replace(/[^.]+$/, (await provider.token('bob')).split('.')[2]!),
  ],
  [
    'signed with a key of its own',
    async () =>
      new SignJWT(provider.claimsOf('ann'))
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .sign((await generateKeyPair('ES256')).privateKey),
  ],
  ['of the algorithm none', () => new UnsecuredJWT(provider.claimsOf('ann')).encode()],
  [
    'signed with the public key as a secret',
    async () =>
      new SignJWT(provider.claimsOf('ann')).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(await publicText()),
  ],
  ['of a key that is not published', () => provider.sign(provider.claimsOf('ann'), { kid: 'other' })],
  ['of another issuer', () => provider.token('ann', { iss: 'https://id.example.com' })],
  ['without an issuer', () => provider.token('ann', { iss: undefined })],
  ['for another audience', () => provider.token('ann', { aud: 'somebody-else' })],
  ['for no audience', () => provider.token('ann', { aud: undefined })],
  ['that has expired', () => provider.token('ann', { exp: minutes(-1) })],
  ['that never expires', () => provider.token('ann', { exp: undefined })],
  ['that expires in words', () => provider.token('ann', { exp: 'tomorrow' })],
  ['that is not good yet', () => provider.token('ann', { nbf: minutes(5) })],
  ['issued at no time', () => provider.token('ann', { iat: undefined })],
  ['issued at a time in words', () => provider.token('ann', { iat: 'yesterday' })],
  ['issued in the future', () => provider.token('ann', { iat: minutes(5) })],
  ['issued more than a day ago', () => provider.token('ann', { iat: minutes(-24 * 60 - 1) })],
  ['issued to another client', () => provider.token('ann', { azp: 'somebody-else' })],
  ['issued to a list of clients', () => provider.token('ann', { azp: ['coursewright'] })],
  ['for several audiences, issued to nobody', () => provider.token('ann', { aud: ['other', 'coursewright'] })],
  ['that is an access token', () => provider.sign(provider.claimsOf('ann'), { typ: 'at+jwt' })],
  [
    'that is an access token by its media type',
    () => provider.sign(provider.claimsOf('ann'), { typ: 'application/AT+JWT' }),
  ],
  ['that is a logout token', () => provider.sign(provider.claimsOf('ann'), { typ: 'logout+jwt' })],
  ['that is a logout token without saying so', () => provider.token('ann', { events: { [logout]: {} } })],
  [
    'with a critical header that nobody here knows',
    () => provider.sign(provider.claimsOf('ann'), { crit: ['x'], x: 1 }),
  ],
  [
    'with a key identifier of path and SQL',
    () => provider.sign(provider.claimsOf('ann'), { kid: "../test' OR '1'='1" }),
  ],
  [
    'that brings its own key',
    async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
      const own = { jwk: await exportJWK(publicKey), jku: `${provider.issuer}/elsewhere` }
      return new SignJWT(provider.claimsOf('ann')).setProtectedHeader({ alg: 'ES256', ...own }).sign(privateKey)
    },
  ],
  ['for nobody', () => provider.token(undefined)],
  ['for an empty name', () => provider.token('')],
  ['for a number', () => provider.token(7)],
  ['for a list', () => provider.token(['ann'])],
  ['for a name with NUL', () => provider.token('ann\0')],
  ['for half a character', () => provider.token('ann\ud800')],
  ['for a very long name', () => provider.token('a'.repeat(256))],
  ['of three words', () => 'not.a.token'],
  ['of dots', () => '..'],
])('a token %s is refused', async (_case, make) => {
  const { status, headers, body } = await keys(await make())
  expect([status, body]).toEqual([401, errorBody('unauthorized', 'The ID token is not valid.')])
  expect(headers.get('www-authenticate')).toBe('Bearer')
  expect(headers.get('x-ratelimit-limit')).toBe('1000000')
})

test('the log names the request whose ID token was refused, and why', async () => {
  const headers = { 'X-Request-Id': 'refused-1' }
  await one.rest('GET', '/api-keys', await provider.token('ann', { aud: 'somebody-else' }), undefined, headers)
  const expected = { msg: 'refused an ID token', requestId: 'refused-1', reason: 'unexpected "aud" claim value' }
  expect(one.logged).toContainEqual(expect.objectContaining(expected))
})

test('the first valid ID token creates a user and a workspace, once', async () => {
  const claims = { name: 'Carol', email: 'carol@example.com', plan: 'enterprise' }
  const token = await provider.token('carol', claims)
  const expected = {
    kind: 'person',
    name: 'Carol',
    email: 'carol@example.com',
    plan: 'enterprise',
    workspace: { id: expect.any(String), name: 'Carol', plan: 'enterprise' },
  }
  const all = await Promise.all([
    viewer(token),
    viewer(token),
    viewer(await provider.token('carol', { ...claims, nonce: 'another' })),
  ])
  for (const found of all) expect(found).toEqual(expected)
  expect(new Set(all.map(({ workspace }) => workspace.id)).size).toBe(1)
  expect((await viewer(await provider.token('dave'))).workspace.id).not.toBe(all[0].workspace.id)
})

test('an ID token may have several audiences, and a clock difference of some seconds is tolerated', async () => {
  const now = Math.floor(Date.now() / 1000)
  const several = { aud: ['other', 'coursewright'], azp: 'coursewright' }
  expect(await viewer(await provider.token('erin', several))).toMatchObject({ plan: 'professional' })
  expect(await viewer(await provider.token('erin', { iat: now + 3 }))).toMatchObject({ kind: 'person' })
  expect(await viewer(await provider.token('erin', { nbf: now + 3 }))).toMatchObject({ kind: 'person' })
})

test('claims are stored without control characters and what else PostgreSQL cannot store', async () => {
  const odd = { name: 'Fr\0an\ud800\n\u001b[2K', email: 5 }
  expect(await viewer(await provider.token('fran', odd))).toMatchObject({
    name: 'Fr\ufffdan\ufffd\ufffd\ufffd[2K',
    email: null,
  })
  expect(await viewer(await provider.token('gus', { name: ' ', email: 'g@example.com' }))).toMatchObject({
    name: null,
    workspace: { name: 'g@example.com' },
  })
  expect((await viewer(await provider.token('hal', { name: 'x'.repeat(100_0) }))).name).toHaveLength(200)
})

test.each<[unknown]>([
  ['starter'],
  [''],
  ['Enterprise'],
  ['enterprise\0'],
  ['enter\0prise'],
  [null],
  [true],
  [1],
  [['enterprise']],
  [{ plan: 'enterprise' }],
])('the plan %j has no API access', async (plan) => {
  const token = await provider.token(`plan ${JSON.stringify(plan)}`, { plan })
  const { status, body } = await keys(token)
  expect([status, body.error.code]).toEqual([403, 'forbidden'])
  expect((await one.graphql('{ viewer { kind } }', token)).errors[0].extensions.code).toBe('forbidden')
})

test('the plan of a workspace follows the latest ID token, for its keys too', async () => {
  const first = await provider.token('ivy', { plan: 'professional' })
  const { key } = (await one.rest('POST', '/api-keys', first, { name: 'ci' })).body.data
  const plan = async () => (await one.graphql('{ viewer { plan } }', key)).data?.viewer.plan
  expect(await plan()).toBe('professional')
  await viewer(await provider.token('ivy', { plan: 'enterprise' }))
  expect(await plan()).toBe('enterprise')
  await keys(await provider.token('ivy', { plan: 'none' }))
  expect((await one.rest('GET', '/courses', key)).status).toBe(403)
})

test.each(['JWT', 'jwt', 'application/jwt', undefined])('a token with the typ %s is an ID token', async (typ) => {
  expect(await viewer(await provider.sign(provider.claimsOf('gil'), { typ }))).toMatchObject({ kind: 'person' })
})

test('an older ID token is accepted but does not change the plan that a newer one has set', async () => {
  const older = await provider.token('ida', { plan: 'enterprise', iat: minutes(-10) })
  const newer = await provider.token('ida', { plan: 'professional', iat: minutes(-5) })
  const between = await provider.token('ida', { plan: 'enterprise', iat: minutes(-7) })
  expect(await viewer(older)).toMatchObject({ plan: 'enterprise' })
  const { key } = (await one.rest('POST', '/api-keys', older, { name: 'ci' })).body.data
  expect(await viewer(newer)).toMatchObject({ plan: 'professional' })
  for (const token of [older, between, newer, older]) {
    expect(await viewer(token)).toMatchObject({ plan: 'professional', workspace: { plan: 'professional' } })
    expect((await one.graphql('{ viewer { plan } }', key)).data.viewer.plan).toBe('professional')
  }
})

test('a newer ID token with the same plan still protects that plan against older tokens', async () => {
  await viewer(await provider.token('jon', { plan: 'professional', iat: minutes(-10) }))
  await viewer(await provider.token('jon', { plan: 'professional', iat: minutes(-2) }))
  const between = await provider.token('jon', { plan: 'enterprise', iat: minutes(-5) })
  expect(await viewer(between)).toMatchObject({ plan: 'professional' })
})

test('when an older and a newer ID token arrive together, the newer one sets the plan', async () => {
  for (let round = 0; round < 5; round++) {
    const sub = `kit ${round}`
    await viewer(await provider.token(sub, { plan: 'professional', iat: minutes(-10) }))
    const tokens = await Promise.all([
      provider.token(sub, { plan: 'enterprise', iat: minutes(-5) }),
      provider.token(sub, { plan: 'professional', iat: minutes(-4) }),
      provider.token(sub, { plan: 'enterprise', iat: minutes(-6) }),
    ])
    await Promise.all(tokens.map((token) => viewer(token)))
    expect(await viewer(tokens[0]!)).toMatchObject({ plan: 'professional' })
  }
})

test('the claim with the plan is configurable', async () => {
  const other = await serviceForTest({ env: { ...provider.env, OIDC_PLAN_CLAIM: 'https://example.com/tier' } })
  const token = await provider.token('jan', { plan: 'starter', 'https://example.com/tier': 'enterprise' })
  expect(await viewer(token, other)).toMatchObject({ plan: 'enterprise' })
})

test('a new key of the provider is accepted, and a removed one no longer', async () => {
  const rotating = await makeIdentityProvider()
  onTestFinished(async () => void (await rotating.close()))
  const other = await serviceForTest({ env: rotating.env })
  const [known, unseen] = [await rotating.token('kim'), await rotating.token('lou')]
  expect((await keys(known, other)).status).toBe(200)
  await rotating.rotate('next')
  // The key set is downloaded at most once a second.
  const poll = { timeout: 10_000 }
  await expect.poll(async () => (await keys(await rotating.token('kim'), other)).status, poll).toBe(200)
  expect((await keys(unseen, other)).status).toBe(401)
})

const away = errorBody('internal_error', 'The identity provider cannot be reached. Try again soon.')

test.each<[string, Parameters<typeof provider.behave>[0]]>([
  ['hangs up', (req) => req.destroy()],
  ['fails', (_req, res) => void res.writeHead(500).end()],
  ['answers with a page', (_req, res) => void res.end('<p>Sign in</p>')],
  [
    'is another one',
    // Its keys would be the right ones.
    (req, res) => {
      const other = { issuer: 'https://id.example.com', jwks_uri: `${provider.issuer}/keys` }
      res.end(JSON.stringify(req.url === '/keys' ? { keys: [provider.publicKey()] } : other))
    },
  ],
  [
    'has no keys',
    (req, res) =>
      void res.end(
        req.url === '/keys' ? '{}' : JSON.stringify({ issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }),
      ),
  ],
  ['does not answer', () => {}],
])('if the provider %s, sign-in is refused with 503 and the log contains the reason', async (_case, behave) => {
  const other = await serviceForTest({ env: provider.env })
  provider.behave(behave)
  onTestFinished(() => provider.behave())
  const { status, headers, body } = await keys(await provider.token('lea'), other)
  expect([status, body, headers.get('retry-after')]).toEqual([503, away, '5'])
  expect(other.logged).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'the identity provider cannot be reached' }),
  )
  expect((await other.rest('GET', '/courses', await other.key())).status).toBe(200)
  provider.behave()
  // The provider is asked again after a second.
  const token = await provider.token('lea')
  await expect.poll(async () => (await keys(token, other)).status, { timeout: 10_000 }).toBe(200)
})

test('without an identity provider ID tokens are refused, and API keys work', async () => {
  const closed = await serviceForTest()
  const { status, body } = await keys(await provider.token('mia'), closed)
  expect([status, body.error.message]).toEqual([401, 'No identity provider is configured for ID tokens.'])
  expect((await closed.rest('GET', '/courses', await closed.key())).status).toBe(200)
})
