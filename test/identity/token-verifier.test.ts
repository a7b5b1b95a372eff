import { createLocalJWKSet, type JWTVerifyGetKey, SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeAccessTokenVerifier } from '../../src/identity/access-token-verifier.ts'
import { readTextClaim } from '../../src/identity/claims.ts'
import { makeIdTokenVerifier } from '../../src/identity/id-token-verifier.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'

const log = pino({ level: 'silent' })
const provider = await makeIdentityProvider()
afterAll(async () => void (await provider.close()))

const settings = (keys: JWTVerifyGetKey = createLocalJWKSet({ keys: [provider.publicKey()] })) => ({
  issuer: provider.issuer,
  audience: 'coursewright',
  planClaim: 'plan',
  maxAgeSeconds: 86_400,
  keys,
})
const verifyIdToken = makeIdTokenVerifier(settings(), log)
const verifyAccessToken = makeAccessTokenVerifier(settings(), log)
const isAccessToken = async (claims: object, typ: string | undefined) => {
  const token = await provider.sign(provider.claimsOf('ann', { scope: 'courses:read', ...claims }), { typ })
  return (await verifyAccessToken(token, 'coursewright')) !== undefined
}

test.each<[string | undefined, object]>([
  ['at+jwt', {}],
  ['AT+JWT', {}],
  ['application/at+jwt', {}],
  ['at+jwt', { scope: undefined }],
  ['JWT', {}],
  [undefined, {}],
  ['JWT', { scope: undefined, scp: ['courses:read'] }],
  ['at+jwt', { sub: 'a'.repeat(255) }],
])('a token with the typ %s and the claims %j is an access token', async (typ, claims) => {
  expect(await isAccessToken(claims, typ)).toBe(true)
})

test.each<[string | undefined, object]>([
  ['not-at+jwt', {}],
  ['at+jwt2', {}],
  ['logout+jwt', {}],
  ['JWT', { scope: undefined }],
  ['at+jwt', { sub: '' }],
  ['at+jwt', { sub: 'a'.repeat(256) }],
  ['at+jwt', { sub: 'ann\0' }],
  ['at+jwt', { sub: 'ann\ud800' }],
])('a token with the typ %s and the claims %j is no access token', async (typ, claims) => {
  expect(await isAccessToken(claims, typ)).toBe(false)
})

test('an ID token may have a list of one audience, and a subject of 255 characters', async () => {
  expect(await verifyIdToken(await provider.token('ann', { aud: ['coursewright'] }))).toMatchObject({ sub: 'ann' })
  const sub = 'a'.repeat(255)
  expect(await verifyIdToken(await provider.token(sub))).toMatchObject({ sub })
})

test('a token that is signed with a shared secret is refused, even if the secret is known', async () => {
  const secret = new TextEncoder().encode('a shared secret of more than 32 characters')
  const token = await new SignJWT(provider.claimsOf('ann')).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  const verify = makeIdTokenVerifier(
    settings(async () => secret),
    log,
  )
  expect(await verify(token)).toBeUndefined()
})

test('the clocks of the service and the provider may differ by up to five seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const now = 1_800_000_000
  for (const [claims, isValid] of [
    [{ exp: now - 4 }, true],
    [{ exp: now - 5 }, false],
    [{ iat: now + 5 }, true],
    [{ iat: now + 6 }, false],
    [{ iat: now - 86_405 }, true],
    [{ iat: now - 86_406 }, false],
  ] as const)
    expect([claims, (await verifyIdToken(await provider.token('ann', claims))) !== undefined]).toEqual([
      claims,
      isValid,
    ])
})

test('a long claim is shortened without half a character at its end', () => {
  expect(readTextClaim(`${'x'.repeat(199)}🌱`)).toBe(`${'x'.repeat(199)}\ufffd`)
  expect(readTextClaim('x'.repeat(201))).toBe('x'.repeat(200))
})
