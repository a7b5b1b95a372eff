import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, connect } from '../../api/mcp/client.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  agent = await connect(service, key)
  await openPublishGate(service)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const data = async (method: string, path: string, body?: unknown) => (await rest(method, path, body)).body.data

const fields = { tags: ['biology', 'Year 7'], authors: ['Ada Lovelace', 'Maria Merian'], license: 'CC-BY-4.0' }
const empty = { tags: [], authors: [], license: null }
const selection = 'tags authors license'

test('a course has its tags, authors and license on every API, and a change keeps what it leaves out', async () => {
  const { id, ...made } = await data('POST', '/courses', { name: 'Botany', ...fields })
  expect(made).toMatchObject(fields)
  expect(await service.graphql(`query ($id: ID!) { course(id: $id) { ${selection} } }`, key, { id })).toEqual({
    data: { course: fields },
  })
  await agent.tool('update_content', { kind: 'course', id, tags: ['ferns'] })
  expect(await data('GET', `/courses/${id}`)).toMatchObject({ ...fields, tags: ['ferns'] })
  await agent.tool('update_content', { kind: 'course', id, clear: ['tags', 'authors', 'license'] })
  expect(await data('GET', `/courses/${id}`)).toMatchObject(empty)
  await rest('PATCH', `/courses/${id}`, fields)
  expect(await data('PATCH', `/courses/${id}`, { tags: null, authors: null, license: null })).toMatchObject(empty)
})

test('a course created without them has no tags, no authors and no license', async () => {
  expect(await data('POST', '/courses', { name: 'Botany' })).toMatchObject(empty)
})

test('a tag is stored once and without the white space around it', async () => {
  const { id, tags } = await data('POST', '/courses', { name: 'Botany', tags: [' fern ', 'fern', 'Fern', 'tree fern'] })
  expect(tags).toEqual(['fern', 'Fern', 'tree fern'])
  expect((await data('PATCH', `/courses/${id}`, { tags: ['a', 'a\n'] })).tags).toEqual(['a'])
})

test.each([
  ['tags', 'biology', 'tags'],
  ['tags', [''], 'tags.0'],
  ['tags', ['fern', ' \n'], 'tags.1'],
  ['tags', [7], 'tags'],
  ['tags', ['x'.repeat(51)], 'tags.0'],
  ['tags', ['a\0'], 'tags.0'],
  ['tags', Array.from({ length: 21 }, (_, at) => `${at}`), 'tags'],
  ['authors', { name: 'Ada' }, 'authors'],
  ['authors', [' '], 'authors.0'],
  ['authors', ['x'.repeat(201)], 'authors.0'],
  ['authors', Array.from({ length: 21 }, (_, at) => `${at}`), 'authors'],
  ['license', 4, 'license'],
  ['license', 'x'.repeat(201), 'license'],
])('a course is refused with %s %j, and the field is named', async (field, value, path) => {
  const { status, body } = await rest('POST', '/courses', { name: 'Botany', [field]: value })
  expect([status, body.error.details.fields[0].path.slice(0, path.length)]).toEqual([400, path])
})

test('a course takes 20 tags of 50 characters, 20 authors of 200 characters and a license of 200 characters', async () => {
  const twenty = (chars: number) => Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(chars, 'é'))
  const most = { tags: twenty(50), authors: twenty(200), license: 'l'.repeat(200) }
  expect(await data('POST', '/courses', { name: 'Botany', ...most })).toMatchObject(most)
})

test('modules and lessons have no tags', async () => {
  const { id } = await data('POST', '/courses', { name: 'Botany' })
  expect((await rest('POST', `/courses/${id}/modules`, { name: 'Leaves', tags: ['a'] })).status).toBe(400)
})

test('the list of courses is filtered by a tag on every API, and only by the whole tag', async () => {
  const own = await service.key({ workspaceId: await service.workspace() })
  const make = async (name: string, tags: string[]) =>
    (await service.rest('POST', '/courses', own, { name, tags })).body.data.id as string
  const fern = await make('Ferns', ['plants', 'year, 7 "a" {b}'])
  await make('Mosses', ['plants and more', 'Plants'])
  const tree = await make('Trees', ['wood', 'plants'])
  const listed = async (query: string) => {
    const { body } = await service.rest('GET', `/courses?${query}`, own)
    return [body.data.map(({ id }: { id: string }) => id), body.meta.total]
  }
  expect(await listed('tag=plants')).toEqual([[tree, fern], 2])
  expect(await listed('tag=%20plants%20')).toEqual([[tree, fern], 2])
  expect(await listed('tag=plants&sort=name&per_page=1&page=2')).toEqual([[tree], 2])
  expect(await listed(`tag=${encodeURIComponent('year, 7 "a" {b}')}`)).toEqual([[fern], 1])
  expect(await listed('tag=plant')).toEqual([[], 0])
  const query =
    'query ($tag: String) { courses(tag: $tag) { edges { node { id } } } coursePage(tag: $tag) { pageInfo { total } } }'
  expect((await service.graphql(query, own, { tag: 'plants' })).data).toEqual({
    courses: { edges: [{ node: { id: tree } }, { node: { id: fern } }] },
    coursePage: { pageInfo: { total: 2 } },
  })
  const { data: answer } = await (await connect(service, own)).tool('list_courses', { tag: 'wood' })
  expect(answer.items.map(({ id }: { id: string }) => id)).toEqual([tree])
  for (const [tag, message] of [
    ['', 'must not be empty'],
    ['x'.repeat(51), 'must have at most 50 characters'],
  ] as const) {
    const refused = await service.rest('GET', `/courses?tag=${tag}`, own)
    expect([refused.status, refused.body]).toEqual([400, invalidFieldBody('tag', message)])
  }
  const other = await service.key({ workspaceId: await service.workspace() })
  expect((await service.rest('GET', '/courses?tag=plants', other)).body.data).toEqual([])
})

test('a search finds a course by its tags and its authors', async () => {
  const { id } = await data('POST', '/courses', { name: 'Animals', tags: ['quokkas'], authors: ['Steller Wombatsen'] })
  const { textIndex } = service.app.services
  while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
  for (const word of ['quokkas', 'Wombatsen'])
    expect((await data('GET', `/courses?search=${word}`)).map((course: { id: string }) => course.id)).toEqual([id])
})

test('a course read as text names its tags, authors and license', async () => {
  const { id } = await data('POST', '/courses', { name: 'Botany', ...fields })
  const { text } = await data('GET', `/courses/${id}/reading?as=outline`)
  expect(text).toContain('tags biology, Year 7 · by Ada Lovelace, Maria Merian · license CC-BY-4.0')
})

test('a copy, a release, delivery, a comparison and a restore have tags, authors and license', async () => {
  const { id } = await data('POST', '/courses', { name: 'Botany', visibility: 'public', ...fields })
  expect(await data('POST', `/courses/${id}/duplicate`)).toMatchObject(fields)
  await rest('POST', `/courses/${id}/releases`, {})
  expect(await data('GET', `/courses/${id}/releases/1`)).toMatchObject(fields)
  const { publicId } = (await data('GET', '/me')).workspace
  expect(await data('GET', `/delivery/${publicId}/courses/${id}`)).toMatchObject(fields)
  expect(await data('GET', `/delivery/${publicId}/courses`)).toMatchObject([{ id, ...fields }])
  await rest('PATCH', `/courses/${id}`, { tags: ['other'], license: null })
  const { changes } = await data('GET', `/courses/${id}/diff?from=1&to=draft`)
  expect(changes[0].values.map(({ path }: { path: string }) => path)).toEqual(['/tags/0', '/tags/1', '/license'])
  await rest('POST', `/courses/${id}/restore`, { release: 1 })
  expect(await data('GET', `/courses/${id}`)).toMatchObject(fields)
})

test('a deleted course comes back with its fields, also from before they existed', async () => {
  const { id } = await data('POST', '/courses', { name: 'Botany', ...fields })
  const trash = async () => (await data('DELETE', `/courses/${id}`)) ?? (await data('GET', '/trash'))[0]
  await trash()
  const entryOf = async () => (await data('GET', '/trash')).find(({ nodeId }: { nodeId: string }) => nodeId === id).id
  await rest('POST', `/trash/${await entryOf()}/restore`)
  expect(await data('GET', `/courses/${id}`)).toMatchObject(fields)
  await trash()
  const entry = await entryOf()
  await service.db.prisma
    .$executeRaw`UPDATE trash_records SET body = (body::jsonb - 'tags' - 'authors' - 'license')::json
    WHERE trash_id = ${entry}::uuid AND level = 'course'`
  await rest('POST', `/trash/${entry}/restore`)
  expect(await data('GET', `/courses/${id}`)).toMatchObject(empty)
})
