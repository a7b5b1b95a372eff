import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeOidcMemoryStore } from '../../src/identity/development/memory-store.ts'
import { loadOrCreateSigningKeys } from '../../src/identity/development/signing-keys.ts'
import { readConfig } from '../../src/platform/config.ts'
import { formatWelcomeMessage } from '../../src/server/welcome-message.ts'
import { errorBody } from '../support/error-bodies.ts'
import { serviceForTest } from '../support/service.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'coursewright-sign-in-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const discovery = '/dev/oidc/.well-known/openid-configuration'
const refusal = errorBody(
  'forbidden',
  'Development sign-in only works on this machine. Open the dashboard as http://localhost, or set OIDC_ISSUER and OIDC_AUDIENCE.',
)

test('development sign-in works on this machine, but not for clients that a proxy forwards from elsewhere', async () => {
  const one = await serviceForTest({ env: { DATA_DIR: await folder() }, hasDevelopmentSignIn: true })
  const ask = async (headers: Record<string, string> = {}) => (await one.http(discovery, { headers })).status
  expect(await ask()).toBe(200)
  expect(await ask({ 'X-Forwarded-For': '127.0.0.1' })).toBe(200)
  for (const told of ['203.0.113.1', '127.0.0.1, 203.0.113.1', '203.0.113.1, 127.0.0.1', 'unknown'])
    expect([told, await ask({ 'X-Forwarded-For': told })]).toEqual([told, 403])
  expect(await ask({ Forwarded: 'for=203.0.113.1' })).toBe(403)
})

test('development sign-in announces only the flows that it serves', async () => {
  const one = await serviceForTest({ env: { DATA_DIR: await folder() }, hasDevelopmentSignIn: true })
  for (const path of [discovery, '/.well-known/oauth-authorization-server/dev/oidc']) {
    const { body } = await one.http(path)
    expect([path, body.response_types_supported, body.grant_types_supported]).toEqual([
      path,
      ['code'],
      ['authorization_code', 'refresh_token'],
    ])
  }
})

test('development sign-in refuses every step to other machines', async () => {
  const one = await serviceForTest({
    env: { DATA_DIR: await folder(), HOST: '0.0.0.0' },
    hasDevelopmentSignIn: true,
    remoteAddress: '192.168.1.20',
  })
  for (const path of [discovery, '/dev/oidc/auth', '/dev/oidc/interaction/x', '/dev/oidc/token', '/dev/oidc/jwks']) {
    const { status, body } = await one.http(path, { headers: { 'X-Forwarded-For': '127.0.0.1' } })
    expect([path, status, body]).toEqual([path, 403, refusal])
  }
  expect((await one.rest('GET', '/courses', await one.key())).status).toBe(200)
})

test('the welcome message says if sign-in only works on this machine although the service listens for others', () => {
  const said = (env: Record<string, string>) => formatWelcomeMessage(readConfig(env), 4000, undefined)
  const sentence = 'Development sign-in only works on this machine'
  expect(said({ HOST: '0.0.0.0' })).toContain(sentence)
  expect(said({ HOST: '192.168.1.20' })).toContain(sentence)
  const oidc = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'courses' }
  for (const env of [{}, { HOST: '::1' }, { HOST: 'localhost' }, { HOST: '0.0.0.0', ...oidc }])
    expect(said(env as Record<string, string>)).not.toContain(sentence)
})

test('the development provider stores a bounded number of sessions, and expires them', async () => {
  const sessions = makeOidcMemoryStore()('Session')
  for (let index = 0; index <= 1000; index++) await sessions.upsert(`s${index}`, { uid: `u${index}` }, 60)
  expect(await sessions.find('s0')).toBeUndefined()
  expect(await sessions.find('s1')).toEqual({ uid: 'u1' })
  expect(await sessions.findByUid('u1000')).toEqual({ uid: 'u1000' })
  await sessions.upsert('over', {}, -1)
  expect(await sessions.find('over')).toBeUndefined()
})

test('the development provider remembers what it stores until it is used up, revoked or removed', async () => {
  const store = makeOidcMemoryStore()
  const [codes, sessions] = [store('AuthorizationCode'), store('Session')]
  await codes.upsert('one', { grantId: 'grant' }, 60)
  await codes.upsert('two', { grantId: 'other' }, 60)
  await sessions.upsert('one', { uid: 'u', grantId: 'grant' }, 60)
  expect(await codes.findByUid('u')).toBeUndefined()
  // A code that was consumed is refused the second time.
  await codes.consume('one')
  expect(await codes.find('one')).toEqual({ grantId: 'grant', consumed: expect.any(Number) })
  await codes.revokeByGrantId('grant')
  expect([await codes.find('one'), await codes.find('two')]).toEqual([undefined, { grantId: 'other' }])
  expect(await sessions.find('one')).toBeUndefined()
  await codes.destroy('two')
  expect(await codes.find('two')).toBeUndefined()
})

test('the development provider forgets an entry when its time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const codes = makeOidcMemoryStore()('AuthorizationCode')
  await codes.upsert('one', { uid: 'u' }, 60)
  vi.setSystemTime(Date.now() + 59_999)
  expect(await codes.find('one')).toEqual({ uid: 'u' })
  vi.setSystemTime(Date.now() + 1)
  expect([await codes.find('one'), await codes.findByUid('u')]).toEqual([undefined, undefined])
})

test('only their owner can read the signing keys, and a damaged key file is replaced', async () => {
  const place = await folder()
  const file = join(place, 'identity.json')
  const first = await loadOrCreateSigningKeys(place)
  expect(await loadOrCreateSigningKeys(place)).toEqual(first)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await writeFile(file, (await readFile(file)).subarray(0, 50))
  const second = await loadOrCreateSigningKeys(place)
  expect(second.cookies).not.toBe(first.cookies)
  expect(await loadOrCreateSigningKeys(place)).toEqual(second)
})

test('processes that start together get the same signing keys', async () => {
  const place = await folder()
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSigningKeys(place)))
  expect(others).toEqual(others.map(() => first))
  expect(await loadOrCreateSigningKeys(place)).toEqual(first)
  expect(await readdir(place)).toEqual(['identity.json'])
})
