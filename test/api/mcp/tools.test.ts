import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect, masterKey } from './client.ts'

let service: TestService
let workspaceId: string
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService({ env: { MCP_MASTER_API_KEY: masterKey } })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  agent = await connect(service, key)
})
afterAll(() => service.close())

/** The answer of REST without `createdBy` and `updatedBy`, which the tools leave out. */
async function rest(method: string, path: string, sent?: unknown) {
  const { text } = await service.rest(method, path, key, sent)
  return JSON.parse(text, (name, value) => (name === 'createdBy' || name === 'updatedBy' ? undefined : value))
}

describe('the list', () => {
  test('is the same for everybody who may do the same', async () => {
    const { tools } = await agent.client.listTools()
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('tools.snap')
  })

  test('has a title and a description for each tool, and describes each argument once', async () => {
    const described = new Set<string>()
    const { tools } = await agent.client.listTools()
    for (const { name, description, title, inputSchema } of tools) {
      expect([name, title, description]).not.toContain(undefined)
      for (const [argument, shape] of Object.entries(inputSchema.properties ?? {})) {
        if (argument === 'kind') continue
        const { description: text } = shape as { description?: string }
        if (text === undefined) expect(described).toContain(argument)
        else expect(described).not.toContain(`${argument}: ${text}`)
        described.add(argument).add(`${argument}: ${text}`)
      }
    }
  })

  test('describes a property that several levels of a tree have once', async () => {
    const { tools } = await agent.client.listTools()
    for (const { name, inputSchema } of tools) {
      const found = JSON.stringify(inputSchema).split('"The learning time, in minutes."').length - 1
      expect([name, found]).toEqual([name, Math.min(found, 1)])
    }
  })
})

describe('the same operation gives the same by MCP, REST and GraphQL', () => {
  const fields =
    'id key name description language difficulty durationMinutes objectives tags authors license coverAssetId attributes slug visibility lessonCount blockCount status version treeVersion liveReleaseNumber publishedAt hasUnpublishedChanges metadata { createdAt updatedAt contentUpdatedAt }'

  test('a course that is made', async () => {
    const made = await agent.tool('create_course', { name: 'Ferns', difficulty: 'advanced' })
    const { id, name, status, version, treeVersion } = made.data
    expect(JSON.parse(made.text)).toEqual(made.data)
    expect(made.data).toEqual({ id, name: 'Ferns', status, version, treeVersion, modules: [], warnings: [] })
    const read = await rest('GET', `/courses/${id}`)
    expect(read.data).toMatchObject({ id, name, status, version, treeVersion, difficulty: 'advanced' })
    const asked = await service.graphql(`query ($id: ID!) { course(id: $id) { ${fields} } }`, key, { id })
    expect(asked).toEqual({ data: { course: read.data } })
  })

  test('a page of courses', async () => {
    const page = await agent.tool('list_courses', { perPage: 2, published: false })
    const { data, meta } = await rest('GET', '/courses?per_page=2&published=false')
    const { page: number, perPage, total, totalPages } = page.data.pageInfo
    expect(page.data.items).toEqual(data)
    expect({ page: number, per_page: perPage, total, total_pages: totalPages }).toEqual(meta)
    const query = `{ coursePage(perPage: 2, published: false) { items { ${fields} } pageInfo { page perPage total totalPages } } }`
    expect(await service.graphql(query, key)).toEqual({ data: { coursePage: page.data } })
  })

  test('block types', async () => {
    expect((await agent.tool('list_block_types')).data.items).toEqual((await rest('GET', '/block-types')).data)
  })

  test('a search', async () => {
    await createCourseTree(service, key, 'Mosses')
    const found = await agent.tool('search_content', { query: 'plants' })
    const [hit, ...others] = (await rest('GET', '/search?query=plants')).data
    expect(others).toEqual([])
    const { kind, id, courseId, excerpt, path } = hit
    expect(found.data.items).toEqual([
      {
        kind,
        id,
        courseId,
        lessonId: path[2].id,
        path: path.map(({ name }: { name: string }) => name).join(' > '),
        excerpt: excerpt.replaceAll(/<\/?mark>/g, ''),
      },
    ])
  })

  test('a course as text, in each of its forms', async () => {
    const { course } = await createCourseTree(service, key)
    for (const as of ['outline', 'full', 'markdown']) {
      const { text } = await agent.tool('read_course', { id: course.id, as })
      expect((await rest('GET', `/courses/${course.id}/reading?as=${as}`)).data.text).toBe(text)
    }
  })

  test('content that is added, changed, moved, copied and deleted', async () => {
    const { course, module, lesson } = await createCourseTree(service, key)
    const add = (kind: string, parentId: string, fields: object) =>
      agent.tool('add_content', { kind, parentId, ...fields })
    /** The members of a record that the tools answer: what an agent needs for its next call. */
    const short = async (path: string) => {
      const { id, key, order, version } = (await rest('GET', path)).data
      return { id, key, order, version }
    }
    const { warnings: none, ...other } = (await add('module', course.id, { name: 'Roots', order: 0 })).data
    expect(await short(`/modules/${other.id}`)).toEqual(other)
    const { warnings, ...added } = (await add('lesson', other.id, { name: 'Water' })).data
    expect([none, warnings]).toEqual([[], [{ path: 'blocks', message: 'is empty' }]])
    expect(await short(`/lessons/${added.id}`)).toEqual(added)
    const text = { type: 'text', content: { text: 'Roots drink.' } }
    const { warnings: finished, ...block } = (await add('block', added.id, text)).data
    expect(await short(`/blocks/${block.id}`)).toEqual(block)

    const change = { kind: 'block', id: block.id, content: { text: 'Roots breathe.' }, expectedVersion: 1 }
    const { warnings: still, ...changed } = (await agent.tool('update_content', change)).data
    expect([finished, still]).toEqual([[], []])
    expect(await short(`/blocks/${block.id}`)).toEqual(changed)
    const moved = (await agent.tool('move_content', { kind: 'lesson', id: added.id, parentId: module.id, order: 0 }))
      .data
    expect(await short(`/lessons/${added.id}`)).toEqual(moved)
    const ids = [lesson.id, added.id]
    const sorted = (await agent.tool('reorder_content', { kind: 'lesson', parentId: module.id, ids })).data
    expect(sorted.items.map(({ id }: { id: string }) => id)).toEqual(ids)
    const copy = (await agent.tool('duplicate_content', { kind: 'lesson', id: added.id })).data
    expect(await short(`/lessons/${copy.id}`)).toEqual(copy)
    const list = (await rest('GET', `/modules/${module.id}/lessons`)).data
    expect(list.map(({ id }: { id: string }) => id)).toEqual([...ids, copy.id])

    for (const [kind, id] of [
      ['block', block.id],
      ['lesson', copy.id],
      ['module', other.id],
      ['course', course.id],
    ]) {
      expect((await agent.tool('delete_content', { kind, id })).data).toEqual({
        id,
        deleted: true,
        trashId: expect.any(String),
      })
      expect((await service.rest('GET', `/${kind}s/${id}`, key)).status).toBe(404)
    }
  })

  test('a lesson that is written', async () => {
    const sent = { prompt: 'How leaves turn light into sugar', options: { maxBlocks: 3 } }
    const { data } = await agent.tool('generate_content', sent)
    const told = (await rest('POST', '/ai/generate-content', sent)).data
    expect({ ...data, generationId: told.generationId }).toEqual(told)
  })

  test('a tree that is put', async () => {
    const { course } = await createCourseTree(service, key)
    const modules = [{ key: 'roots', name: 'Roots', lessons: [{ key: 'water', name: 'Water', blocks: [] }] }]
    const foretold = await agent.tool('put_course_tree', { id: course.id, modules, prune: true, dryRun: true })
    const done = await rest('PUT', `/courses/${course.id}/tree`, { modules, prune: true })
    expect(foretold.data.counts).toEqual(done.data.counts)
    const again = await agent.tool('put_course_tree', { id: course.id, modules, prune: true })
    expect(again.data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 2 })
  })

  test('a tree that REST returned, in which nothing changes', async () => {
    const { course } = await createCourseTree(service, key)
    const attributes = { credits: 2.5, tags: ['a'] }
    await rest('PATCH', `/courses/${course.id}`, { attributes })
    const before = (await rest('GET', `/courses/${course.id}/tree`)).data
    const { data } = await agent.tool('put_course_tree', before)
    expect(data.counts).toEqual({ created: 0, updated: 0, moved: 0, deleted: 0, unchanged: 3 })
    expect((await rest('GET', `/courses/${course.id}/tree`)).data).toEqual(before)
  })

  test('attributes of a course and what is in it, though the schemas of the tools do not name them', async () => {
    const attributes = { credits: 2 }
    const { data: course } = await agent.tool('create_course', { name: 'Botany', attributes })
    const added = await agent.tool('add_content', { kind: 'module', parentId: course.id, name: 'Light', attributes })
    const read = async () => (await rest('GET', `/modules/${added.data.id}`)).data.attributes
    expect(await read()).toEqual(attributes)
    const changed = { kind: 'module', id: added.data.id, attributes: { credits: 3 } }
    expect((await agent.tool('update_content', changed)).isError).toBe(false)
    expect(await read()).toEqual({ credits: 3 })
    const modules = [{ id: added.data.id, name: 'Light', attributes: { credits: 4 } }]
    await agent.tool('put_course_tree', { id: course.id, attributes: { credits: 5 }, modules })
    const { data: tree } = await rest('GET', `/courses/${course.id}/tree`)
    expect([tree.attributes, tree.modules[0].attributes]).toEqual([{ credits: 5 }, { credits: 4 }])
  })

  test('a tree with many changes, of which the first are told, modules and lessons before blocks', async () => {
    const { course } = await createCourseTree(service, key)
    const blocks = Array.from({ length: 120 }, (_, index) => ({ type: 'text', content: { text: `${index}` } }))
    const modules = [
      { name: 'Roots', lessons: [{ name: 'Water', blocks }] },
      { name: 'Stems', lessons: [{ name: 'Bark' }] },
    ]
    const { data } = await agent.tool('put_course_tree', { id: course.id, modules })
    const kinds = (data.changes as { kind: string }[]).map(({ kind }) => kind)
    expect([kinds.length, kinds.lastIndexOf('module'), data.leftOut, data.counts.created]).toEqual([100, 98, 24, 124])
  })
})

describe('a refusal', () => {
  /** What the tool and the same request over REST answer, both whole. */
  async function both(tool: [string, Record<string, unknown>], route: [string, string, unknown?], headers = {}) {
    const [method, path, body] = route
    const { body: told } = await service.rest(method, path, key, body, headers)
    const { isError, text } = await agent.tool(...tool)
    expect(isError).toBe(true)
    return [JSON.parse(text), told]
  }

  test('of a wrong type, an unknown value and a missing argument names each, as over REST', async () => {
    const sent = { description: 5, difficulty: 'hard', modules: [{ lessons: [] }] }
    const [told, restTold] = await both(['create_course', sent], ['POST', '/courses', sent])
    const byPath = (fields: { path: string }[]) => fields.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    expect(told.error.code).toBe('invalid_request')
    expect(byPath(told.error.details.fields)).toEqual(byPath(restTold.error.details.fields))
    expect(byPath(told.error.details.fields).map(({ path }) => path)).toEqual([
      'description',
      'difficulty',
      'modules.0.name',
      'name',
    ])
  })

  test('of a rule names the argument', async () => {
    const sent = { name: ' ', language: 'klingon language' }
    const [told, restTold] = await both(['create_course', sent], ['POST', '/courses', sent])
    expect(told).toEqual(restTold)
  })

  test("of a content that contradicts its block's type names the member", async () => {
    const { lesson } = await createCourseTree(service, key)
    const sent = { type: 'quiz', content: { questions: [{ points: -1 }] } }
    const [told, restTold] = await both(
      ['add_content', { kind: 'block', parentId: lesson.id, ...sent }],
      ['POST', `/lessons/${lesson.id}/blocks`, sent],
    )
    expect(told).toEqual(restTold)
  })

  test('of something that is not there', async () => {
    const [told, restTold] = await both(['read_course', { id: missingId }], ['GET', `/courses/${missingId}/reading`])
    expect(told).toEqual(restTold)
    expect(told).toEqual({ error: { code: 'not_found', message: 'Course not found.', details: {} } })
  })

  test('of a stale version', async () => {
    const { course } = await createCourseTree(service, key)
    const [told, restTold] = await both(
      ['update_content', { kind: 'course', id: course.id, name: 'Late', expectedVersion: 7 }],
      ['PATCH', `/courses/${course.id}`, { name: 'Late' }],
      { 'If-Match': '"v7"' },
    )
    expect(told).toEqual(restTold)
    expect(told.error.details).toEqual({ currentVersion: 1 })
  })

  test('of an order that does not name all children says which', async () => {
    const { module, lesson } = await createCourseTree(service, key)
    const [told, restTold] = await both(
      ['reorder_content', { kind: 'lesson', parentId: module.id, ids: [missingId] }],
      ['PUT', `/modules/${module.id}/lessons/order`, { ids: [missingId] }],
    )
    expect(told).toEqual(restTold)
    expect(told.error.details).toMatchObject({ missing: [lesson.id], foreign: [missingId] })
  })

  test.for([
    [{}, 'kind', 'must be one of module, lesson, block'],
    [{ kind: 'course' }, 'kind', 'must be one of module, lesson, block'],
    [{ kind: 'module', name: 'Roots' }, 'parentId', 'is required'],
    [{ kind: 'module', parentId: null, name: 'Roots' }, 'parentId', 'must not be null'],
    [
      { kind: 'module', parentId: missingId, name: 'Roots', content: {} },
      'content',
      'is not an argument here; known are idempotencyKey, parentId, key, name, description, durationMinutes, objectives, prerequisites, optional, order',
    ],
    [
      { kind: 'module', parentId: missingId, name: 'Roots', workspaceId: missingId },
      'workspaceId',
      'is not an argument here; known are idempotencyKey, parentId, key, name, description, durationMinutes, objectives, prerequisites, optional, order',
    ],
  ] as const)('of arguments %j', async ([sent, path, message]) => {
    const { isError, error } = await agent.tool('add_content', sent)
    expect(isError).toBe(true)
    expect(error).toEqual({
      code: 'invalid_request',
      message: `${path}: ${message}`,
      details: { fields: [{ path, message }] },
    })
  })

  test('of a tool that does not exist is an error of the protocol', async () => {
    await expect(agent.tool('drop_everything')).rejects.toThrow('There is no tool drop_everything.')
  })
})

test('a call that is repeated with its idempotency key answers the first result', async () => {
  const sent = { name: 'Once', idempotencyKey: 'only-once' }
  const first = await agent.tool('create_course', sent)
  const second = await agent.tool('create_course', sent)
  expect(second).toEqual({ ...first, meta: { idempotencyReplayed: true } })
  const { error } = await agent.tool('create_course', { ...sent, name: 'Twice' })
  expect(error.code).toBe('conflict')
})

describe('a key with the scope courses:read alone', () => {
  test('sees the tools that read, and is refused the others', async () => {
    const reader = await connect(service, await service.key({ workspaceId, scopes: ['courses:read'] }))
    const { tools } = await reader.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_courses',
      'list_block_types',
      'search_content',
      'check_course',
      'read_course',
    ])
    const { isError, error } = await reader.tool('create_course', { name: 5 })
    expect(isError).toBe(true)
    expect(error).toEqual({
      code: 'forbidden',
      message: 'The key lacks the scope courses:write.',
      details: { scope: 'courses:write' },
    })
    // Before anything is said of how such a tool is called.
    for (const sent of [{}, { kind: 'poem' }]) expect((await reader.tool('update_content', sent)).error).toEqual(error)
  })
})

describe('a key of another workspace', () => {
  test('finds nothing, changes nothing, and cannot tell what is there from what is not', async () => {
    const { course, module, lesson, block } = await createCourseTree(service, key)
    const stranger = await connect(service, await service.key())
    expect((await stranger.tool('list_courses')).data.items).toEqual([])
    expect((await stranger.tool('search_content', { query: 'plants' })).data.items).toEqual([])
    const calls: [string, Record<string, unknown>][] = [
      ['read_course', { id: course.id }],
      ['put_course_tree', { id: course.id, modules: [], prune: true }],
      ['add_content', { kind: 'lesson', parentId: module.id, name: 'Mine' }],
      ['update_content', { kind: 'block', id: block.id, content: { text: 'Mine.' } }],
      ['reorder_content', { kind: 'block', parentId: lesson.id, ids: [block.id] }],
      ['move_content', { kind: 'block', id: block.id, parentId: lesson.id }],
      ['duplicate_content', { kind: 'module', id: module.id }],
      ['delete_content', { kind: 'course', id: course.id }],
    ]
    for (const [name, sent] of calls) {
      const ids = Object.values({ course, module, lesson, block }).map(({ id }) => id)
      const swapped = JSON.parse(ids.reduce((text, id) => text.replaceAll(id, missingId), JSON.stringify(sent)))
      const { isError, text } = await stranger.tool(name, sent)
      expect([name, isError]).toEqual([name, true])
      expect(text).toBe((await stranger.tool(name, swapped)).text)
    }
    expect((await service.rest('GET', `/blocks/${block.id}`, key)).body.data).toEqual(block)
  })
})
