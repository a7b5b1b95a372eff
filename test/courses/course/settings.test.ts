import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const send = (method: string, path: string, body: object, by = key) =>
  service.http(`/api/v1${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'X-API-Key': by, 'Content-Type': 'application/json' },
  })
const create = (body: object, by?: string) => send('POST', '/courses', { name: 'Botany', ...body }, by)
const taken = (slug: string) => ({
  code: 'conflict',
  message: `Another course of the workspace has the slug ${slug}. Choose another slug.`,
  details: { fields: [{ path: 'slug', message: 'is taken' }] },
})

test('a new course is private and has no slug', async () => {
  const { body } = await create({})
  expect(body.data).toMatchObject({ slug: null, visibility: 'private' })
})

test('a course takes a slug and a visibility when it is created, changed or written as a tree', async () => {
  const { body } = await create({ slug: 'light', visibility: 'public' })
  expect(body.data).toMatchObject({ slug: 'light', visibility: 'public' })
  const path = `/courses/${body.data.id}`
  const changed = await send('PATCH', path, { slug: null, visibility: 'private' })
  expect(changed.body.data).toMatchObject({ slug: null, visibility: 'private' })
  const written = await send('PUT', `${path}/tree`, { slug: 'shade', visibility: 'public' })
  expect(written.body.data.course).toMatchObject({ slug: 'shade', visibility: 'public' })
})

test.each(['Light', 'two words', '-light', 'light-', 'a--b', 'ü', '', 'a'.repeat(101), crypto.randomUUID()])(
  'the slug %j is refused with a reason',
  async (slug) => {
    const { status, body } = await create({ slug })
    expect([status, body.error.details.fields[0].path]).toEqual([400, 'slug'])
  },
)

test('a visibility cannot be null', async () => {
  const { status, body } = await create({ visibility: null })
  expect([status, body.error.message]).toEqual([400, 'visibility: must not be null; leave it out to keep it'])
})

test('a slug that another course of the workspace has is a conflict, in every kind of write', async () => {
  await create({ slug: 'taken' })
  const other = (await create({ slug: 'other' })).body.data
  const refusals = await Promise.all([
    create({ slug: 'taken' }),
    create({ slug: 'taken', modules: [{ name: 'One' }] }),
    send('PATCH', `/courses/${other.id}`, { slug: 'taken' }),
    send('PUT', `/courses/${other.id}/tree`, { slug: 'taken' }),
  ])
  for (const { status, body } of refusals) expect([status, body.error]).toEqual([409, taken('taken')])
})

test('two workspaces can use the same slug', async () => {
  expect((await create({ slug: 'shared' })).status).toBe(201)
  expect((await create({ slug: 'shared' }, await service.key())).status).toBe(201)
})

test('a copy of a course is private and has no slug', async () => {
  const { id } = (await create({ slug: 'original', visibility: 'public' })).body.data
  const { body } = await send('POST', `/courses/${id}/duplicate`, {})
  expect(body.data).toMatchObject({ slug: null, visibility: 'private' })
})

test('the caller learns the public identifier of its workspace', async () => {
  const { body } = await service.http('/api/v1/me', { headers: { 'X-API-Key': key } })
  expect(body.data.workspace.publicId).toMatch(/^[0-9a-f]{12}$/)
})
