import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeIdTokenVerifier } from '../../src/identity/id-token-verifier.ts'
import { ApiError } from '../../src/platform/errors.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'

const log = pino({ level: 'silent' })
const provider = await makeIdentityProvider()
let asked: string[] = []
beforeEach(() => {
  asked = []
  provider.behave()
})
afterAll(async () => void (await provider.close()))

const verifier = (issuer = provider.issuer) =>
  makeIdTokenVerifier({ issuer, audience: 'coursewright', planClaim: 'plan', maxAgeSeconds: 86_400 }, log)

/** Makes the provider record the requested paths, and wait before it answers. */
function listen(until: Promise<unknown> = Promise.resolve()): void {
  provider.behave(async (req, res) => {
    asked.push(req.url!)
    await until
    const keys = { keys: [provider.publicKey()] }
    const found = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }
    res.end(JSON.stringify(req.url === '/keys' ? keys : found))
  })
}

const unknownKey = (kid: string) => provider.sign(provider.claimsOf('ann'), { kid })
const setsAsked = () => asked.filter((path) => path === '/keys').length

test('tokens with unknown key ids cause at most one download per second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  listen()
  const verify = verifier()
  expect(await verify(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
  const flood = async () => {
    const tokens = await Promise.all(Array.from({ length: 30 }, (_, index) => unknownKey(`k${index}`)))
    expect(new Set(await Promise.all(tokens.map((token) => verify(token))))).toEqual(new Set([undefined]))
  }
  await flood()
  expect(setsAsked()).toBe(1)
  vi.setSystemTime(Date.now() + 1001)
  await flood()
  await flood()
  expect(setsAsked()).toBe(2)
})

test('the key set is downloaded again after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  listen()
  const verify = verifier()
  for (const [later, times] of [
    [0, 1],
    [599_000, 1],
    [2000, 2],
  ] as const) {
    vi.setSystemTime(Date.now() + later)
    expect(await verify(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
    expect(setsAsked()).toBe(times)
  }
})

test('at most 32 requests wait for one download, and others are refused', async () => {
  const answer = Promise.withResolvers<void>()
  listen(answer.promise)
  const verify = verifier()
  const token = await provider.token('ann')
  const told = { in: 0, away: 0 }
  const waiting = Array.from({ length: 50 }, async () => {
    const found = await verify(token).catch((error: unknown) => error)
    if (found instanceof ApiError) told.away++
    else told.in++
  })
  await expect.poll(() => told.away, { timeout: 20_000 }).toBe(18)
  answer.resolve()
  await Promise.all(waiting)
  expect([told, asked]).toEqual([{ in: 32, away: 18 }, ['/.well-known/openid-configuration', '/keys']])
  // Nobody waits any more, so further requests may wait.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_001 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await verify(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
})

test('tokens with unknown key ids that wait for a download do not keep other tokens from waiting for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  listen()
  const verify = verifier()
  await verify(await provider.token('ann'))
  const answer = Promise.withResolvers<void>()
  listen(answer.promise)
  vi.setSystemTime(Date.now() + 599_000)
  const tokens = await Promise.all(Array.from({ length: 40 }, (_, index) => unknownKey(`k${index}`)))
  const told = { refused: 0 }
  const flood = tokens.map((token) => verify(token).catch(() => told.refused++))
  await expect.poll(() => told.refused, { timeout: 20_000 }).toBe(8)
  vi.setSystemTime(Date.now() + 2000)
  const other = verify(await provider.token('bob'))
  answer.resolve()
  expect(await other).toMatchObject({ sub: 'bob' })
  await Promise.all(flood)
})

test('a provider response of more than a megabyte is refused', async () => {
  const found = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }
  const keys = { keys: [provider.publicKey()] }
  const answer = (padding: number) =>
    provider.behave((req, res) => {
      const body = req.url === '/keys' ? keys : found
      res.end(JSON.stringify({ ...body, padding: 'x'.repeat(padding) }))
    })
  answer(1_000_000)
  await expect(verifier()(await provider.token('ann'))).rejects.toMatchObject({ status: 503 })
  answer(990_000)
  expect(await verifier()(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
})

test('the key set of an https provider must use https', async () => {
  const issuer = 'https://id.example.com'
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    fetched.push(url.href)
    return Response.json({ issuer, jwks_uri: 'http://id.example.com/keys' })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(verifier(issuer)(await provider.token('ann', { iss: issuer }))).rejects.toMatchObject({ status: 503 })
  expect(fetched).toEqual([`${issuer}/.well-known/openid-configuration`])
})

test('a discovery document that names another issuer is refused', async () => {
  const keys = { keys: [provider.publicKey()] }
  const nameIssuer = (issuer: string) =>
    provider.behave((req, res) =>
      res.end(JSON.stringify(req.url === '/keys' ? keys : { issuer, jwks_uri: `${provider.issuer}/keys` })),
    )
  nameIssuer('https://other.example.com')
  await expect(verifier()(await provider.token('ann'))).rejects.toMatchObject({ status: 503 })
  nameIssuer(provider.issuer)
  expect(await verifier()(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
})

test('while keys of more than ten minutes cannot be downloaded again, no token is accepted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  listen()
  const verify = verifier()
  expect(await verify(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
  provider.behave((req) => req.destroy())
  vi.setSystemTime(Date.now() + 600_001)
  for (let time = 0; time < 2; time++)
    await expect(verify(await provider.token('ann'))).rejects.toMatchObject({ status: 503 })
})

test('a provider that fails is asked at most once per second, and its recovery is noticed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  provider.behave((req) => {
    asked.push(req.url!)
    req.destroy()
  })
  const verify = verifier()
  const token = await provider.token('ann')
  for (let time = 0; time < 5; time++) await expect(verify(token)).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(1)
  vi.setSystemTime(Date.now() + 1001)
  await expect(verify(token)).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(2)
  listen()
  vi.setSystemTime(Date.now() + 1001)
  expect(await verify(token)).toMatchObject({ sub: 'ann' })
})

test('a provider response with an error status is refused, whatever it contains', async () => {
  const keys = { keys: [provider.publicKey()] }
  const found = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }
  for (const failing of ['/keys', '/.well-known/openid-configuration']) {
    provider.behave((req, res) => {
      res.statusCode = req.url === failing ? 500 : 200
      res.end(JSON.stringify(req.url === '/keys' ? keys : found))
    })
    await expect(verifier()(await provider.token('ann'))).rejects.toMatchObject({ status: 503 })
  }
})

test('a request to the provider is given up after five seconds', async () => {
  const waited: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waited.push(ms)
    return AbortSignal.abort(new Error('too late'))
  })
  onTestFinished(() => timeout.mockRestore())
  await expect(verifier()(await provider.token('ann'))).rejects.toMatchObject({ status: 503 })
  expect(waited).toEqual([5000])
})

test('the address of an issuer may end with a slash', async () => {
  const issuer = `${provider.issuer}/`
  provider.behave((req, res) => {
    asked.push(req.url!)
    const found = { issuer, jwks_uri: `${provider.issuer}/keys` }
    res.end(JSON.stringify(req.url === '/keys' ? { keys: [provider.publicKey()] } : found))
  })
  expect(await verifier(issuer)(await provider.token('ann', { iss: issuer }))).toMatchObject({ sub: 'ann' })
  expect(asked).toEqual(['/.well-known/openid-configuration', '/keys'])
})

test('a token that several keys could have signed causes no download', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { kid: _kid, ...key } = provider.publicKey()
  provider.behave((req, res) => {
    asked.push(req.url!)
    const found = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` }
    res.end(JSON.stringify(req.url === '/keys' ? { keys: [key, { ...key }] } : found))
  })
  const verify = verifier()
  const ambiguous = async () => verify(await provider.sign(provider.claimsOf('ann'), { kid: undefined }))
  expect(await ambiguous()).toBeUndefined()
  vi.setSystemTime(Date.now() + 2000)
  expect(await ambiguous()).toBeUndefined()
  expect(setsAsked()).toBe(1)
})

test('if the clock is set back after a failed download, tokens are accepted again at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  provider.behave((_req, res) => void res.writeHead(500).end())
  const verify = verifier()
  await expect(verify(await provider.token('ann'))).rejects.toThrow(ApiError)
  listen()
  vi.setSystemTime(Date.now() - 2000)
  expect(await verify(await provider.token('ann'))).toMatchObject({ sub: 'ann' })
})
