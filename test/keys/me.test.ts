import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, RATE_LIMIT_PROFESSIONAL: '700' } })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('GET /me tells an API key its id, name, scopes, expiry, workspace, plan and limit', async () => {
  const token = await provider.token('ann')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const sent = { name: 'reader', scopes: ['courses:read'], expiresAt }
  const { key, keyId } = (await service.rest('POST', '/api-keys', token, sent)).body.data
  const { workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  await service.db.prisma.workspace.update({
    where: { id: workspaceId },
    data: { name: 'Press', plan: 'professional' },
  })
  const { status, body } = await service.rest('GET', '/me', key)
  expect([status, body]).toEqual([
    200,
    {
      data: {
        kind: 'key',
        keyId,
        ...sent,
        email: null,
        plan: 'professional',
        languageModel: null,
        storage: { quota: 5e9, total: 0, drafts: 0, trash: 0, releases: 0, assets: 0 },
        limit: { limit: 700, remaining: expect.any(Number), resetAt: time },
        workspace: {
          id: workspaceId,
          publicId: expect.stringMatching(/^[\da-f]{12}$/),
          name: 'Press',
          plan: 'professional',
          publishGate: 'errors',
          accentColor: null,
          createdAt: time,
        },
      },
    },
  ])
})

test('GET /me tells the name of a key that was renamed, and no expiry where there is none', async () => {
  const token = await provider.token('bob')
  const { key, keyId } = (await service.rest('POST', '/api-keys', token, { name: 'ci' })).body.data
  await service.rest('PATCH', `/api-keys/${keyId}`, token, { name: 'deploy' })
  expect((await service.rest('GET', '/me', key)).body.data).toMatchObject({ name: 'deploy', expiresAt: null })
})

test('GraphQL tells a person their own name, and no key', async () => {
  const { data } = await service.graphql('{ viewer { kind keyId expiresAt } }', await provider.token('carol'))
  expect(data.viewer).toEqual({ kind: 'person', keyId: null, expiresAt: null })
})
