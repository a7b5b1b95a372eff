import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type House, house, makeHouse } from '../house.ts'
import { makeIdentityProvider } from '../identity-provider.ts'
import { problem } from '../problems.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let one: House
beforeAll(async () => {
  provider = await makeIdentityProvider()
  one = await makeHouse({ env: provider.env })
})
afterAll(async () => {
  await one.close()
  await provider.close()
})

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60
const viewer = async (token: string, at: House = one) =>
  (await at.graphql('{ viewer { kind name email plan workspace { id name plan } } }', token)).data?.viewer
const keys = (token: string, at: House = one) => at.rest('GET', '/api-keys', token)

/** Text with the public key: the secret of somebody who hopes that the service takes it for one. */
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
  expect([status, body]).toEqual([401, problem('unauthorized', 'The ID token is not valid.')])
  expect(headers.get('www-authenticate')).toBe('Bearer')
  expect(headers.get('x-ratelimit-limit')).toBe('1000000')
})

test('a good token makes its person and their workspace, once', async () => {
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

test('one of several audiences is enough, and a token an instant too early or too late is let pass', async () => {
  const now = Math.floor(Date.now() / 1000)
  expect(await viewer(await provider.token('erin', { aud: ['other', 'coursewright'] }))).toMatchObject({
    plan: 'professional',
  })
  expect(await viewer(await provider.token('erin', { nbf: now + 3 }))).toMatchObject({ kind: 'person' })
})

test('claims that a database cannot hold are written down as far as they can be', async () => {
  const odd = { name: 'Fr\0an\ud800', email: 5 }
  expect(await viewer(await provider.token('fran', odd))).toMatchObject({ name: 'Fr\ufffdan\ufffd', email: null })
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

test('a plan follows the latest token, for keys too', async () => {
  const first = await provider.token('ivy', { plan: 'professional' })
  const { key } = (await one.rest('POST', '/api-keys', first, { name: 'ci' })).body.data
  const plan = async () => (await one.graphql('{ viewer { plan } }', key)).data?.viewer.plan
  expect(await plan()).toBe('professional')
  await viewer(await provider.token('ivy', { plan: 'enterprise' }))
  expect(await plan()).toBe('enterprise')
  await keys(await provider.token('ivy', { plan: 'none' }))
  expect((await one.rest('GET', '/courses', key)).status).toBe(403)
})

test('another claim can name the plan', async () => {
  const other = await house({ env: { ...provider.env, OIDC_PLAN_CLAIM: 'https://example.com/tier' } })
  const token = await provider.token('jan', { plan: 'starter', 'https://example.com/tier': 'enterprise' })
  expect(await viewer(token, other)).toMatchObject({ plan: 'enterprise' })
})

test('a new key of the provider is picked up, and an old one no longer taken', async () => {
  const rotating = await makeIdentityProvider()
  onTestFinished(async () => void (await rotating.close()))
  const other = await house({ env: rotating.env })
  const [known, unseen] = [await rotating.token('kim'), await rotating.token('lou')]
  expect((await keys(known, other)).status).toBe(200)
  await rotating.rotate('next')
  // The key set is asked again for a key that it does not have, at most once a second.
  const poll = { timeout: 10_000 }
  await expect.poll(async () => (await keys(await rotating.token('kim'), other)).status, poll).toBe(200)
  expect((await keys(unseen, other)).status).toBe(401)
})

const away = problem('internal_error', 'The identity provider cannot be reached; try again soon.')

test.each<[string, Parameters<typeof provider.behave>[0]]>([
  ['hangs up', (req) => req.destroy()],
  ['fails', (_req, res) => void res.writeHead(500).end()],
  ['answers with a page', (_req, res) => void res.end('<p>Sign in</p>')],
  [
    'is another one',
    (_req, res) =>
      void res.end(JSON.stringify({ issuer: 'https://id.example.com', jwks_uri: 'https://id.example.com/keys' })),
  ],
  [
    'has no keys',
    (req, res) =>
      void res.end(
        req.url === '/keys' ? '{}' : JSON.stringify({ issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }),
      ),
  ],
  ['does not answer', () => {}],
])('where the provider %s, people are asked to come back, and the log says why', async (_case, behave) => {
  const other = await house({ env: provider.env })
  provider.behave(behave)
  onTestFinished(() => provider.behave())
  const { status, headers, body } = await keys(await provider.token('lea'), other)
  expect([status, body, headers.get('retry-after')]).toEqual([503, away, '5'])
  expect(other.logged).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'the identity provider cannot be reached' }),
  )
  expect((await other.rest('GET', '/courses', await other.key())).status).toBe(200)
  provider.behave()
  expect((await keys(await provider.token('lea'), other)).status).toBe(200)
})

test('without a provider an ID token is refused, and keys work', async () => {
  const closed = await house()
  const { status, body } = await keys(await provider.token('mia'), closed)
  expect([status, body.error.message]).toEqual([401, 'No identity provider is configured for ID tokens.'])
  expect((await closed.rest('GET', '/courses', await closed.key())).status).toBe(200)
})
