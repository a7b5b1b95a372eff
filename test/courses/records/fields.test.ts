import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedStorageScripts } from '../../../src/courses/outline/storage/storage-scripts.ts'
import { generatedSearchIndexingScripts } from '../../../src/courses/search/index-scripts.ts'
import { sqlFunctionsFolder } from '../../../src/platform/db/migrations.ts'
import { type Agent, connect } from '../../api/mcp/client.ts'
import { countUnindexedChanges } from '../../support/changes.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

// Every field of a record is handled from its one row. These tests hold that for a whole number and a list, which no
// hand-written code of a course, module or lesson knows by name.

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  agent = await connect(service, key)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const fields = { durationMinutes: 45, objectives: ['Explain how light becomes sugar', 'Name the parts of a leaf'] }
const empty = { durationMinutes: null, objectives: [] }

const levels = [
  { level: 'course', create: () => '/courses' },
  { level: 'module', create: ({ course }: CourseTree) => `/courses/${course.id}/modules` },
  { level: 'lesson', create: ({ module }: CourseTree) => `/modules/${module.id}/lessons` },
]

describe.each(levels)('$level', ({ level, create }) => {
  let outline: CourseTree
  let path: string
  beforeAll(async () => {
    outline = await createCourseTree(service, key)
  })

  test(`a ${level} is created with its fields and answers them on every API`, async () => {
    const made = await rest('POST', create(outline), { name: 'Leaves', ...fields })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject(fields)
    const { id } = made.body.data
    path = `/${level}s/${id}`
    expect((await rest('GET', path)).body.data).toMatchObject(fields)
    const query = `query ($id: ID!) { ${level}(id: $id) { durationMinutes objectives } }`
    expect(await service.graphql(query, key, { id })).toEqual({ data: { [level]: fields } })
    const changed = { durationMinutes: 30, objectives: ['Draw a leaf'] }
    expect((await agent.tool('update_content', { kind: level, id, ...changed })).data).toMatchObject({ id, version: 2 })
    expect((await rest('GET', path)).body.data).toMatchObject(changed)
    expect((await agent.tool('update_content', { kind: level, id, ...fields })).isError).toBe(false)
  })

  test(`a ${level} without the fields answers null and an empty list`, async () => {
    expect((await rest('POST', create(outline), { name: 'Roots' })).body.data).toMatchObject(empty)
  })

  test(`a change of a ${level} keeps the fields that it leaves out, and null clears`, async () => {
    const changed = await rest('PATCH', path, { durationMinutes: 60 })
    expect(changed.body.data).toMatchObject({ ...fields, durationMinutes: 60 })
    expect((await rest('PATCH', path, { durationMinutes: null, objectives: null })).body.data).toMatchObject(empty)
    expect((await rest('PATCH', path, { objectives: ['One'] })).body.data.objectives).toEqual(['One'])
    expect((await rest('PATCH', path, { objectives: [] })).body.data.objectives).toEqual([])
  })

  test.each([
    [{ durationMinutes: 'long' }, 'durationMinutes'],
    [{ durationMinutes: 1.5 }, 'durationMinutes'],
    [{ durationMinutes: 0 }, 'durationMinutes'],
    [{ durationMinutes: 100_001 }, 'durationMinutes'],
    [{ objectives: 'To know' }, 'objectives'],
    [{ objectives: [''] }, 'objectives.0'],
    [{ objectives: [7] }, 'objectives'],
    [{ objectives: [null] }, 'objectives'],
    [{ objectives: ['x'.repeat(501)] }, 'objectives.0'],
    [{ objectives: Array.from({ length: 21 }, () => 'One more') }, 'objectives'],
  ])(`a ${level} with %j is refused and the field is named`, async (body, field) => {
    const refused = await rest('PATCH', path, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error.details.fields[0].path).toMatch(new RegExp(`^${field}`))
  })

  test(`a copy of a ${level} has its fields`, async () => {
    await rest('PATCH', path, fields)
    expect((await rest('POST', `${path}/duplicate`)).body.data).toMatchObject(fields)
  })
})

test('a tree call writes the fields of every level, tells only what changed, and the tree answers them', async () => {
  const tree = {
    name: 'Botany',
    ...fields,
    modules: [{ key: 'm', name: 'Leaves', ...fields, lessons: [{ key: 'l', name: 'Light', ...fields, blocks: [] }] }],
  }
  const { id } = (await rest('POST', '/courses', tree)).body.data
  const read = (await rest('GET', `/courses/${id}/tree`)).body.data
  expect(read).toMatchObject({ ...fields, modules: [{ ...fields, lessons: [fields] }] })

  const again = (await rest('PUT', `/courses/${id}/tree`, tree)).body.data
  expect(again.counts).toMatchObject({ updated: 0, unchanged: 2 })
  expect(again.course.version).toBe(1)

  const changed = structuredClone(tree)
  changed.modules[0]!.objectives = ['Another']
  const third = (await rest('PUT', `/courses/${id}/tree`, changed)).body.data
  expect(third.counts).toMatchObject({ updated: 1, unchanged: 1 })

  const cleared = { modules: [{ key: 'm', name: 'Leaves', objectives: null }] }
  await rest('PUT', `/courses/${id}/tree`, cleared)
  const [module] = (await rest('GET', `/courses/${id}/tree`)).body.data.modules
  expect(module).toMatchObject({ durationMinutes: 45, objectives: [] })
  expect((await rest('PUT', `/courses/${id}/tree`, cleared)).body.data.counts).toMatchObject({ updated: 0 })
})

test('a course read as text shows duration and objectives under the heading', async () => {
  const { id } = (await rest('POST', '/courses', { name: 'Botany', description: 'Plants.', ...fields })).body.data
  const { text } = (await rest('GET', `/courses/${id}/reading?as=markdown`)).body.data
  expect(text).toBe(
    '# Botany\nPlants.\nDuration: 45 minutes\nObjectives:\n- Explain how light becomes sugar\n- Name the parts of a leaf',
  )
})

test('objectives of courses, modules and lessons are searched, also after a change of nothing else', async () => {
  const own = await service.key()
  const ask = (method: string, path: string, body?: unknown) => service.rest(method, path, own, body)
  const found = async (word: string) => {
    const { textIndex } = service.app.services
    while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
    const courses = await ask('GET', `/courses?search=${word}`)
    const content = await ask('GET', `/search?query=${word}`)
    return [courses.body.meta.total, content.body.data.map(({ kind }: { kind: string }) => kind).sort()]
  }
  const lessons = [{ name: 'Light', objectives: ['Draw a quokka'] }]
  const modules = [{ name: 'Leaves', objectives: ['Name a quokka'], lessons }]
  const { id } = (await ask('POST', '/courses', { name: 'Animals', objectives: ['See a wombat'], modules })).body.data
  expect(await found('quokka')).toEqual([1, ['lesson', 'module']])
  expect(await found('wombat')).toEqual([1, []])
  const lesson = (await ask('GET', `/courses/${id}/tree`)).body.data.modules[0].lessons[0].id
  await ask('PATCH', `/lessons/${lesson}`, { objectives: ['Draw a numbat'] })
  expect(await found('numbat')).toEqual([1, ['lesson']])
  const hits = (await ask('GET', '/search?query=numbat')).body.data
  expect(hits[0].excerpt).toBe('Light — Draw a <mark>numbat</mark>')
  await ask('PATCH', `/courses/${id}`, { objectives: [] })
  expect(await found('wombat')).toEqual([0, []])
})

test('when the searched fields change, the next start indexes every record again', async () => {
  const own = await service.key()
  await service.rest('POST', '/courses', own, { name: 'Bats', objectives: ['See a bilby'] })
  const { prisma } = service.db
  const found = async () => {
    const { textIndex } = service.app.services
    while ((await countUnindexedChanges(service.db)) > 0) await textIndex.indexPendingChanges()
    return (await service.rest('GET', '/courses?search=bilby', own)).body.meta.total
  }
  expect(await found()).toBe(1)
  await prisma.searchEntry.deleteMany()
  await service.db.migrate()
  expect(await found()).toBe(0)
  await prisma.$executeRawUnsafe("UPDATE _sql_scripts SET checksum = 'of other fields' WHERE name = 'search_index.sql'")
  await service.db.migrate()
  expect(await found()).toBe(1)
})

test('the SQL of the search index and of the storage is the one that the fields generate', async () => {
  for (const [file, text] of Object.entries({ ...generatedSearchIndexingScripts, ...generatedStorageScripts }))
    expect(await readFile(join(sqlFunctionsFolder, file), 'utf8')).toBe(text)
})
