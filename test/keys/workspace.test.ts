import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkspaceBrand } from '../../src/keys/workspace-brand.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let token: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  token = await provider.token('ann')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const change = (body: unknown, auth = token) => service.rest('PATCH', '/workspace', auth, body)
const read = async (auth = token) =>
  (await service.graphql('{ workspace { id name accentColor } }', auth)).data.workspace

test('a person names the workspace and sets its colour, which everybody in it reads', async () => {
  const { status, body } = await change({ name: 'Botanical Garden', accentColor: '#0F766E' })
  const set = { name: 'Botanical Garden', accentColor: '#0f766e' }
  expect([status, body.data]).toMatchObject([200, set])
  expect(await read()).toMatchObject(set)
  const key = await service.key({ workspaceId: body.data.id })
  expect(await read(key)).toMatchObject(set)
  expect((await service.rest('GET', '/workspace', key)).body.data).toMatchObject(set)
  expect((await service.rest('GET', '/me', key)).body.data.workspace).toMatchObject(set)
  expect((await change({ publishGate: 'off' })).body.data).toMatchObject({ ...set, publishGate: 'off' })
  const mutation = 'mutation { updateWorkspace(input: { accentColor: null }) { name accentColor } }'
  expect((await service.graphql(mutation, token)).data.updateWorkspace).toEqual({ ...set, accentColor: null })
})

test.each([
  ['name', ''],
  ['name', ' '],
  ['name', null],
  ['name', 7],
  ['name', 'x'.repeat(256)],
  ['name', 'a\0'],
  ['accentColor', 'red'],
  ['accentColor', '#fff'],
  ['accentColor', '#0f766e;'],
  ['accentColor', '#0f766e\n'],
  ['accentColor', ''],
  ['accentColor', 0x0f766e],
])('a workspace with %s %j is refused, and the field is named', async (field, value) => {
  const before = await read()
  const { status, body } = await change({ [field]: value })
  expect([status, body.error.details.fields[0].path]).toEqual([400, field])
  expect(await read()).toEqual(before)
})

test('a key cannot change its workspace, and nobody can without signing in', async () => {
  const key = await service.key({ workspaceId: (await read()).id })
  for (const auth of [key, '']) expect((await change({ name: 'Mine' }, auth)).status).toBe(401)
  expect((await read()).name).not.toBe('Mine')
})

test('a person changes the own workspace only', async () => {
  const other = await provider.token('bob')
  await change({ name: 'Of Bob', accentColor: '#112233' }, other)
  expect((await read()).name).not.toBe('Of Bob')
  expect(await read(other)).toMatchObject({ name: 'Of Bob', accentColor: '#112233' })
})

test('learners see a change of the brand at once, and it is read once a minute', async () => {
  const { id } = (await change({ name: 'Garden', accentColor: '#abcdef' })).body.data
  const brand = { name: 'Garden', accentColor: '#abcdef' }
  expect(await readWorkspaceBrand(service.db.sql, id)).toEqual(brand)
  expect(await statementsOf(() => readWorkspaceBrand(service.db.sql, id))).toEqual([])
  await change({ name: 'Park' })
  expect(await readWorkspaceBrand(service.db.sql, id)).toEqual({ ...brand, name: 'Park' })
})

test('learners do not see the e-mail address that a workspace is named after', async () => {
  const { id } = (await change({ name: 'ann@example.com' })).body.data
  expect((await readWorkspaceBrand(service.db.sql, id)).name).toBe(null)
  await change({ name: 'Ann @ home' })
  expect((await readWorkspaceBrand(service.db.sql, id)).name).toBe('Ann @ home')
})
