import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeAccessTokenAuthenticator } from '../../src/identity/access-tokens.ts'
import { makeHashedCredential } from '../../src/identity/authenticator.ts'
import { makeIdTokenAuthenticator } from '../../src/identity/id-tokens.ts'
import { generateApiKey } from '../../src/identity/key-secret.ts'
import { makeApiKeyAuthenticator } from '../../src/identity/keyring.ts'
import type { Database } from '../../src/platform/db/database.ts'
import type { SqlStatement } from '../../src/platform/db/statement.ts'
import { makeNoopBroadcast } from '../../src/platform/redis/broadcast.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { freshDatabase } from '../support/service.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

test('at most ten thousand API keys are cached', async () => {
  const row = { id: 'k', workspaceId: 'w', plan: 'enterprise', scopes: '[]', expiresAt: null, revoked: false }
  const rows = async <Row>(_statement: SqlStatement<Row>) => [{ ...row }] as Row[]
  const keyring = makeApiKeyAuthenticator({ ...db, sql: { ...db.sql, rows } }, makeNoopBroadcast(true))
  for (let count = 0; count < 10_001; count++)
    await keyring.authenticate(makeHashedCredential(generateApiKey('cw').value))
  expect(keyring.cacheSize()).toBe(10_000)
})

test('at most a thousand access tokens are cached', { timeout: 120_000 }, async () => {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => void (await provider.close()))
  const accessTokens = makeAccessTokenAuthenticator(
    { issuer: provider.issuer, audience: 'coursewright', planClaim: 'plan', maxAgeSeconds: 3600 },
    { db, keyring: makeApiKeyAuthenticator(db, makeNoopBroadcast(true)), log: pino({ level: 'silent' }) },
  )
  const iat = Math.floor(Date.now() / 1000)
  const present = async (jti: string) => {
    const token = await provider.token('eve', { iat, jti, plan: 'enterprise', scope: 'courses:read', aud: 'mcp' })
    return accessTokens.forAudience('mcp').authenticate(makeHashedCredential(token))
  }
  await present('first')
  await Promise.all(Array.from({ length: 1000 }, (_, count) => present(String(count))))
  expect(accessTokens.cacheSize()).toBe(1000)
})

test('at most a thousand ID tokens are cached', { timeout: 120_000 }, async () => {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => void (await provider.close()))
  const idTokens = makeIdTokenAuthenticator(
    { issuer: provider.issuer, audience: 'coursewright', planClaim: 'plan', maxAgeSeconds: 3600 },
    { db, keyring: makeApiKeyAuthenticator(db, makeNoopBroadcast(true)), log: pino({ level: 'silent' }) },
  )
  const iat = Math.floor(Date.now() / 1000)
  await idTokens.authenticate(makeHashedCredential(await provider.token('ann', { iat })))
  const signIn = async (count: number) =>
    idTokens.authenticate(makeHashedCredential(await provider.token('ann', { iat, jti: String(count) })))
  await Promise.all(Array.from({ length: 1000 }, (_, count) => signIn(count)))
  expect(idTokens.cacheSize()).toBe(1000)
})
