import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeAccessTokenAuthenticator } from '../../src/identity/access-tokens.ts'
import type { Authenticator } from '../../src/identity/authenticator.ts'
import { makeHashedCredential } from '../../src/identity/authenticator.ts'
import { makeIdTokenAuthenticator } from '../../src/identity/id-tokens.ts'
import { makeApiKeyAuthenticator } from '../../src/identity/keyring.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { makeNoopBroadcast } from '../../src/platform/redis/broadcast.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let db: Database
/** Called after a user was read from the database. */
let afterRead: () => Promise<void>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  ;({ db } = await freshDatabase())
})
beforeEach(() => {
  afterRead = async () => {}
})
afterAll(async () => {
  await db.close()
  await provider.close()
})

/** The same database, which calls `afterRead`. */
function holding(): Database {
  const user = new Proxy(db.prisma.user, {
    get: (target, name) =>
      name !== 'findUnique'
        ? Reflect.get(target, name)
        : async (...args: Parameters<typeof target.findUnique>) => {
            const found = await target.findUnique(...args)
            await afterRead()
            return found
          },
  })
  const prisma = new Proxy(db.prisma, {
    get: (target, name) => (name === 'user' ? user : Reflect.get(target, name)),
  })
  return { ...db, prisma }
}

function makeAuthenticators(hearsBroadcasts = true) {
  const settings = { issuer: provider.issuer, audience: 'coursewright', planClaim: 'plan', maxAgeSeconds: 86_400 }
  const held = holding()
  const keyring = makeApiKeyAuthenticator(held, makeNoopBroadcast(hearsBroadcasts))
  const dependencies = { db: held, keyring, log: pino({ level: 'silent' }) }
  const accessTokens = makeAccessTokenAuthenticator(settings, dependencies)
  return { keyring, accessTokens, idTokens: makeIdTokenAuthenticator(settings, dependencies) }
}
type Authenticators = ReturnType<typeof makeAuthenticators>

function moveClockBy(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

const accessToken = (claims: object = {}) =>
  provider.token('ann', { aud: 'mcp', plan: 'enterprise', scope: 'courses:read', ...claims })

describe.each<[string, (from: Authenticators) => Authenticator, (claims?: object) => Promise<string>]>([
  ['an ID token', ({ idTokens }) => idTokens, (claims) => provider.token('ann', { plan: 'enterprise', ...claims })],
  ['an access token', ({ accessTokens }) => accessTokens.forAudience('mcp'), accessToken],
])('%s', (_kind, authenticatorOf, makeToken) => {
  test('a valid token is used for a minute without another check', async () => {
    const authenticator = authenticatorOf(makeAuthenticators())
    const token = makeHashedCredential(await makeToken())
    moveClockBy(0)
    await authenticator.authenticate(token)
    vi.setSystemTime(Date.now() + 59_999)
    expect(authenticator.cached(token)).toMatchObject({ plan: 'enterprise' })
    vi.setSystemTime(Date.now() + 1)
    expect([authenticator.cached(token), authenticator.wasValid(token)]).toEqual([undefined, true])
  })

  test.each([
    ['its end', () => ({ exp: Math.floor(Date.now() / 1000) + 10 })],
    ['its greatest age', () => ({ iat: Math.floor(Date.now() / 1000) - 86_390 })],
  ])('a token is not used beyond %s without another check', async (_case, claims) => {
    const authenticator = authenticatorOf(makeAuthenticators())
    const token = makeHashedCredential(await makeToken(claims()))
    await authenticator.authenticate(token)
    expect(authenticator.cached(token)).toMatchObject({ plan: 'enterprise' })
    moveClockBy(20_000)
    expect(authenticator.cached(token)).toBeUndefined()
  })

  test('a token that has become invalid is forgotten, so that it counts as a guess', async () => {
    const authenticator = authenticatorOf(makeAuthenticators())
    const token = makeHashedCredential(await makeToken({ exp: Math.floor(Date.now() / 1000) + 10 }))
    await authenticator.authenticate(token)
    moveClockBy(20_000)
    expect(authenticator.wasValid(token)).toBe(true)
    expect(await authenticator.authenticate(token)).toMatchObject({ kind: 'anonymous' })
    expect(authenticator.wasValid(token)).toBe(false)
  })

  test('a process that hears no broadcasts checks a token each time', async () => {
    const authenticator = authenticatorOf(makeAuthenticators(false))
    const token = makeHashedCredential(await makeToken())
    expect(await authenticator.authenticate(token)).toMatchObject({ plan: 'enterprise' })
    expect(authenticator.cached(token)).toBeUndefined()
  })

  test('a token whose check began before its plan changed is checked again', async () => {
    const all = makeAuthenticators()
    const authenticator = authenticatorOf(all)
    const token = makeHashedCredential(await makeToken())
    const caller = await authenticator.authenticate(token)
    const read = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    afterRead = () => {
      read.resolve()
      return changed.promise
    }
    const early = authenticator.authenticate(token)
    await read.promise
    await all.keyring.invalidate('workspaceId' in caller ? caller.workspaceId! : '')
    changed.resolve()
    await early
    expect([authenticator.cached(token), authenticator.wasValid(token)]).toEqual([undefined, true])
  })

  test('only three parts between dots are a token', () => {
    const authenticator = authenticatorOf(makeAuthenticators())
    expect(['a.b.c', 'a.b', 'a.b.c.d', 'cw_prod_x'].map((value) => authenticator.isWellFormed(value))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

test('an access token that was accepted for one audience is not accepted for another', async () => {
  const { accessTokens } = makeAuthenticators()
  const token = makeHashedCredential(await accessToken())
  expect(await accessTokens.forAudience('mcp').authenticate(token)).toMatchObject({ kind: 'agent' })
  const other = accessTokens.forAudience('other')
  expect([other.cached(token), other.wasValid(token)]).toEqual([undefined, false])
  expect(await other.authenticate(token)).toMatchObject({ kind: 'anonymous' })
})

test('an access token that is cached for one audience is not valid for another', async () => {
  const { accessTokens } = makeAuthenticators()
  const [one, other] = ['https://one.example/mcp', 'https://two.example/mcp'].map(accessTokens.forAudience)
  const token = makeHashedCredential(await accessToken({ aud: 'https://one.example/mcp' }))
  expect(await one!.authenticate(token)).toMatchObject({ kind: 'agent' })
  expect([one, other].map((audience) => audience!.cached(token)?.kind)).toEqual(['agent', undefined])
  expect([one, other].map((audience) => audience!.wasValid(token))).toEqual([true, false])
  expect(await other!.authenticate(token)).toMatchObject({ kind: 'anonymous' })
})
