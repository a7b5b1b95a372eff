import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../api/mcp/client.ts'
import { type CourseTree, createCourseTree, missingId, restLevels } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let tree: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  tree = await createCourseTree(service, key)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  service.rest(method, path, key, body, headers)
const made = async (path: string, body: object) => {
  const { status, body: answer } = await rest('POST', path, body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}
const course = (members: object = {}) => made('/courses', { name: 'Botany', ...members })

/** A course whose module, lesson and block have the keys `m`, `l` and `b`. */
const keyed = () => {
  const blocks = [{ key: 'b', type: 'text', content: { text: 'x' } }]
  return course({ modules: [{ key: 'm', name: 'M', lessons: [{ key: 'l', name: 'L', blocks }] }] })
}

const conflict = { code: 'conflict', details: { fields: [{ path: 'key' }] } }

describe('a course', () => {
  test('has the key of the request that creates it, of a change and of a tree request, and null clears it', async () => {
    const { id, key: created } = await course({ key: 'created' })
    expect(created).toBe('created')
    expect((await rest('PATCH', `/courses/${id}`, { key: 'changed' })).body.data).toMatchObject({ key: 'changed' })
    const put = await rest('PUT', `/courses/${id}/tree`, { key: 'put' })
    expect(put.body.data.course).toMatchObject({ key: 'put' })
    expect((await rest('GET', `/courses/${id}/tree`)).body.data).toMatchObject({ key: 'put' })
    expect((await rest('PATCH', `/courses/${id}`, { name: 'B' })).body.data).toMatchObject({ key: 'put' })
    expect((await rest('PATCH', `/courses/${id}`, { key: null })).body.data).toMatchObject({ key: null })
    expect((await rest('GET', `/courses/${id}`)).body.data).toMatchObject({ key: null })
  })

  test('is found by its key over REST and GraphQL, alone, with other filters and in a search', async () => {
    const { id } = await course({ key: 'find me', language: 'de', name: 'Farne' })
    const found = async (query: string) => (await rest('GET', `/courses?${query}`)).body
    for (const query of [
      'key=find%20me',
      'key=find%20me&language=de',
      `key=find%20me&ids=${id}`,
      'key=find%20me&search=Farne',
    ])
      expect((await found(query)).data).toMatchObject([{ id, key: 'find me' }])
    for (const query of [
      'key=find',
      'key=find%20me&language=en',
      `key=find%20me&ids=${missingId}`,
      'key=no&search=Farne',
    ])
      expect(await found(query)).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await found('key=')).error).toMatchObject({ code: 'invalid_request' })
    const query = '{ courses(key: "find me") { edges { node { id } } } coursePage(key: "find me") { items { key } } }'
    const { data } = await service.graphql(query, key)
    expect(data).toEqual({ courses: { edges: [{ node: { id } }] }, coursePage: { items: [{ key: 'find me' }] } })
  })

  test('cannot have the key of another course of the workspace, but can have that of another workspace', async () => {
    const first = await course({ key: 'same' })
    const second = await course()
    const refused = [
      await rest('POST', '/courses', { name: 'B', key: 'same' }),
      await rest('POST', '/courses', { name: 'B', key: 'same' }, { 'Idempotency-Key': 'course key' }),
      await rest('POST', '/courses', { name: 'B', key: 'same', modules: [{ name: 'M' }] }),
      await rest('PATCH', `/courses/${second.id}`, { key: 'same' }),
      await rest('PUT', `/courses/${second.id}/tree`, { key: 'same', modules: [] }),
    ]
    for (const { status, body } of refused) {
      expect(status).toBe(409)
      expect(body.error).toMatchObject(conflict)
    }
    expect((await rest('PATCH', `/courses/${first.id}`, { key: 'same' })).status).toBe(200)
    const other = await service.key()
    expect((await service.rest('POST', '/courses', other, { name: 'B', key: 'same' })).status).toBe(201)
    expect((await service.rest('GET', '/courses?key=find%20me', other)).body.data).toEqual([])
  })

  test('loses its key in a copy, whose modules, lessons and blocks keep theirs', async () => {
    const { id } = await keyed()
    await rest('PATCH', `/courses/${id}`, { key: 'original' })
    const copy = await made(`/courses/${id.toUpperCase()}/duplicate`, {})
    expect(copy.key).toBeNull()
    const { modules } = (await rest('GET', `/courses/${copy.id}/tree`)).body.data
    expect(modules).toMatchObject([{ key: 'm', lessons: [{ key: 'l', blocks: [{ key: 'b' }] }] }])
  })
})

describe.each(restLevels)('a $level', ({ level, parent, list, one, sample }) => {
  const add = (members: object) => rest('POST', list(tree[parent].id), { ...sample, ...members })

  test(`has the key of the request that creates the ${level}, and of a change, and null clears it`, async () => {
    const { data } = (await add({ key: `${level} 1` })).body
    expect(data.key).toBe(`${level} 1`)
    const path = one(data.id)
    const changed = (await rest('PATCH', path, { key: `${level} 2`, order: 7 })).body.data
    expect(changed).toMatchObject({ key: `${level} 2`, order: 7, version: 2 })
    expect((await rest('PATCH', path, { key: `${level} 2` })).status).toBe(200)
    expect((await rest('PATCH', path, { key: null })).body.data.key).toBeNull()
    expect((await rest('GET', path)).body.data.key).toBeNull()
  })

  test(`cannot have the key of another ${level}, module, lesson or block of the course`, async () => {
    const { id } = await keyed()
    const { modules } = (await rest('GET', `/courses/${id}/tree`)).body.data
    const [{ lessons }] = modules
    const parents = { course: id, module: modules[0].id, lesson: lessons[0].id }
    const own = await made(list(parents[parent]), sample)
    for (const taken of ['m', 'l', 'b']) {
      const body = { ...sample, key: taken }
      const refused = [
        await rest('POST', list(parents[parent]), body),
        await rest('POST', list(parents[parent]), { ...body, order: 0 }),
        await rest('POST', list(parents[parent]), body, { 'Idempotency-Key': `${level} ${taken} ${id}` }),
        await rest('PATCH', one(own.id), { key: taken }),
        await rest('PATCH', one(own.id), { key: taken, order: 0 }),
        await rest('PATCH', one(own.id), { key: taken }, { 'If-Match': '"v1"' }),
      ]
      for (const { status, body } of refused) {
        expect([status, body.error.code]).toEqual([409, 'conflict'])
        expect(body.error).toMatchObject(conflict)
      }
    }
    expect((await rest('GET', one(own.id))).body.data).toMatchObject({ key: null, version: 1 })
  })

  test(`can have the key of a record in another course, and a copy of the ${level} has no key`, async () => {
    const answers = [
      await add({ key: `same ${level}` }),
      await rest('POST', list((await createCourseTree(service, key))[parent].id), { ...sample, key: `same ${level}` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await made(`${one(answers[0]!.body.data.id)}/duplicate`, {})).key).toBeNull()
  })

  test('with a key that another course has cannot move there', async () => {
    const other = await createCourseTree(service, key)
    const here = (await add({ key: `moving ${level}` })).body.data
    await rest('PATCH', `/modules/${other.module.id}`, { key: `moving ${level}` })
    const move = { [`${parent}Id`]: other[parent].id }
    const { status, body } = await rest('POST', `${one(here.id)}/move`, move)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ ...conflict, details: { keys: [`moving ${level}`] } })
  })

  test('with a key takes only one of two requests that create it at once', async () => {
    const sent = Array.from({ length: 8 }, () => add({ key: `race ${level}` }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  test('needs a key of 1 to 200 characters', async () => {
    for (const wrong of ['', ' ', 'x'.repeat(201), 7, '\0']) {
      const answers = [await add({ key: wrong }), await rest('PATCH', one(tree[level].id), { key: wrong })]
      for (const { status, body } of answers) {
        expect([wrong, status]).toEqual([wrong, 400])
        expect(JSON.stringify(body.error)).toContain('key')
      }
    }
    expect((await add({ key: 'ü'.repeat(200) + level.slice(0, 0) })).status).toBe(level === 'module' ? 201 : 409)
  })
})

describe('the blocks of a new lesson', () => {
  const block = (name: string) => ({ key: name, type: 'text', content: { text: name } })
  const create = (members: object) => rest('POST', `/modules/${tree.module.id}/lessons`, { name: 'L', ...members })

  test('have the keys of the request', async () => {
    const { status, body } = await create({ key: 'own', blocks: [block('first'), block('second')] })
    expect(status).toBe(201)
    const { data } = (await rest('GET', `/lessons/${body.data.id}/blocks`)).body
    expect([body.data.key, ...data.map((one: { key: string }) => one.key)]).toEqual(['own', 'first', 'second'])
  })

  test('cannot have keys that the course has, or the same key', async () => {
    await create({ key: 'taken', blocks: [block('taken too')] })
    for (const blocks of [[block('taken')], [block('free'), block('taken too')]]) {
      const { status, body } = await create({ blocks })
      expect([status, body.error]).toMatchObject([409, conflict])
    }
    const twice = await create({ key: 'a', blocks: [block('b'), block('b'), block('a')] })
    expect(twice.status).toBe(400)
    expect(twice.body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      'blocks.1.key',
      'blocks.2.key',
    ])
  })
})

test('GraphQL and MCP set and clear keys as REST does', async () => {
  const { id } = await course()
  const change = `mutation ($id: ID!, $key: String) { updateCourse(id: $id, input: { key: $key }) { key } }`
  expect((await service.graphql(change, key, { id, key: 'graphql' })).data).toEqual({
    updateCourse: { key: 'graphql' },
  })
  const taken = await service.graphql(change, key, { id: (await course()).id, key: 'graphql' })
  expect(taken.errors).toMatchObject([{ extensions: conflict }])
  const agent = await connect(service, key)
  const update = (args: object) => agent.tool('update_content', { kind: 'course', id, ...args })
  expect((await update({ key: 'mcp' })).data).toMatchObject({ key: 'mcp' })
  expect((await update({ clear: ['key'] })).data).toMatchObject({ key: null })
  const added = await agent.tool('add_content', { kind: 'module', parentId: id, name: 'M', key: 'm' })
  expect(added.data).toMatchObject({ key: 'm' })
  expect((await agent.tool('add_content', { kind: 'module', parentId: id, name: 'M', key: 'm' })).error).toMatchObject(
    conflict,
  )
})
