import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect, masterKey } from './client.ts'
import { findOptional, findUnsupported, vendorSubsets } from './vendor-subsets.ts'

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService({ env: { MCP_MASTER_API_KEY: masterKey } })
  key = await service.key()
  agent = await connect(service, key)
})
afterAll(() => service.close())

describe.for(Object.entries(vendorSubsets))('the models of %s', ([, subset]) => {
  test('support the arguments of every tool unchanged', async () => {
    for (const holder of [key, masterKey]) {
      const { tools } = await (await connect(service, holder)).client.listTools()
      const found = tools.map(({ name, inputSchema }) => findUnsupported(subset, name, inputSchema))
      expect(found.flatMap(({ problems }) => problems)).toEqual([])
      expect(found.flatMap(({ open }) => open)).toEqual([])
      for (const { name, description = '' } of tools)
        expect([name, description.length]).toEqual([name, Math.min(description.length, subset.maxToolDescriptionChars)])
    }
  })

  test.for([
    {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      additionalProperties: false,
    },
    { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'string', maxLength: 5 } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'integer', format: 'int32' } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'integer', default: 5 } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'array' } }, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'object', properties: {} } }, additionalProperties: false },
  ])('do not support %j, and the check sees that', (schema) => {
    expect(findUnsupported(subset, 'tool', schema).problems).not.toEqual([])
  })
})

describe("OpenAI's strict mode", () => {
  test('takes no tool with optional arguments', async () => {
    const { tools } = await (await connect(service, masterKey)).client.listTools()
    const { tools: ownTools } = await agent.client.listTools()
    const optional = ownTools.map(({ name, inputSchema }) => [name, findOptional(inputSchema)] as const)
    expect(optional.filter(([, paths]) => paths.length === 0).map(([name]) => name)).toEqual([
      'list_block_types',
      'duplicate_content',
      'restore_content',
    ])
    expect(new Map(optional).get('read_course')).toEqual(['as', 'lessonId', 'maxChars'])
    const ofMaster = tools.filter(({ inputSchema }) => findOptional(inputSchema).length === 0)
    expect(ofMaster.map(({ name }) => name)).toEqual([])
  })

  test('sends null for what is missing, which clears a field if the client does not leave it out', async () => {
    const { lesson } = await createCourseTree(service, key)
    const read = async () => (await service.rest('GET', `/lessons/${lesson.id}`, key)).body.data.description
    await agent.tool('update_content', { kind: 'lesson', id: lesson.id, description: 'Kept.' })
    await agent.tool('update_content', { kind: 'lesson', id: lesson.id, key: 'light' })
    expect(await read()).toBe('Kept.')
    await agent.tool('update_content', { kind: 'lesson', id: lesson.id, key: 'light', description: null })
    expect(await read()).toBe(null)
  })
})

describe('the answers of a quiz', () => {
  const options = [
    { id: 'a', text: 'Light' },
    { id: 'b', text: 'Water' },
  ]
  const question = (type: string, answer: unknown) => ({ id: type, type, prompt: 'What?', options, answer })
  const asLists = [
    question('single_choice', ['a']),
    question('multiple_choice', ['a', 'b']),
    question('true_false', ['false']),
    question('short_text', ['Light']),
  ]
  const stored = [
    question('single_choice', 'a'),
    question('multiple_choice', ['a', 'b']),
    question('true_false', false),
    question('short_text', 'Light'),
  ]
  const quiz = (questions: object[]) => ({ type: 'quiz', content: { questions } })

  test('may be lists of texts in every tool, as the schema says, and are stored in their own form', async () => {
    const blocks = [quiz(asLists)]
    const { data: made } = await agent.tool('create_course', {
      name: 'Quiz',
      modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }],
    })
    const tree = (await service.rest('GET', `/courses/${made.id}/tree`, key)).body.data
    const [lesson] = tree.modules[0].lessons
    expect(lesson.blocks[0].content.questions).toEqual(stored)
    const { data: block } = await agent.tool('add_content', { kind: 'block', parentId: lesson.id, ...quiz(asLists) })
    const read = async () => (await service.rest('GET', `/blocks/${block.id}`, key)).body.data.content.questions
    expect(await read()).toEqual(stored)
    await agent.tool('update_content', { kind: 'block', id: block.id, content: quiz(asLists.slice(1)).content })
    expect(await read()).toEqual(stored.slice(1))
  })

  test('may have their own form too, and a text means a list of one', async () => {
    const { lesson } = await createCourseTree(service, key)
    const questions = [...stored, { ...question('multiple_choice', 'b'), id: 'one' }]
    const { data } = await agent.tool('add_content', { kind: 'block', parentId: lesson.id, ...quiz(questions) })
    const { content } = (await service.rest('GET', `/blocks/${data.id}`, key)).body.data
    expect(content.questions).toEqual([...stored, { ...question('multiple_choice', ['b']), id: 'one' }])
  })

  test.for([
    [question('single_choice', ['a', 'b']), 'must be the id of one option'],
    [question('true_false', ['maybe']), 'must be true or false'],
  ] as const)('are refused where they say nothing: %j', async ([wrong, message]) => {
    const { lesson } = await createCourseTree(service, key)
    const { error } = await agent.tool('add_content', { kind: 'block', parentId: lesson.id, ...quiz([wrong]) })
    expect(error.details.fields).toEqual([{ path: 'content.questions.0.answer', message }])
  })

  test('are kept as sent by REST, which reads them as the answers that they are', async () => {
    const { lesson } = await createCourseTree(service, key)
    const sent = quiz(asLists)
    const { status, body } = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, sent)
    expect([status, body.data.content, body.meta]).toEqual([201, sent.content, undefined])
  })

  test('in another spelling are read, and the answer of the tool names what is not', async () => {
    const { lesson } = await createCourseTree(service, key)
    const spelled = { question: 'What?', options: ['Light', 'Water'], correctAnswer: 'Light' }
    const add = (content: object) =>
      agent.tool('add_content', { kind: 'block', parentId: lesson.id, type: 'quiz', content })
    expect((await add(spelled)).data.warnings).toEqual([])
    const { warnings } = (await add({ ...spelled, colour: 'green' })).data
    expect(warnings).toEqual([{ path: 'content.colour', message: expect.any(String) }])
  })
})

describe('the list clear', () => {
  const described = { description: 'To be cleared.', durationMinutes: 5, objectives: ['See.'] }
  const cleared = { description: null, durationMinutes: null, objectives: [] }

  test('clears fields of a course, a module and a lesson, and leaves the others', async () => {
    const { course, module, lesson } = await createCourseTree(service, key)
    for (const [kind, { id }] of Object.entries({ course, module, lesson })) {
      const set = await agent.tool('update_content', { kind, id, ...described })
      expect(set.data).toMatchObject({ id })
      const { data } = await service.rest('GET', `/${kind}s/${id}`, key).then(({ body }) => body)
      expect(data).toMatchObject(described)
      await agent.tool('update_content', { kind, id, clear: Object.keys(described), expectedVersion: data.version })
      expect((await service.rest('GET', `/${kind}s/${id}`, key)).body.data).toMatchObject({
        ...cleared,
        name: data.name,
      })
    }
  })

  test('clears fields at each level of a tree', async () => {
    const { course } = await createCourseTree(service, key)
    const tree = (fields: object) => ({
      id: course.id,
      ...fields,
      modules: [{ key: 'm', name: 'M', ...fields, lessons: [{ key: 'l', name: 'L', ...fields }] }],
    })
    expect((await agent.tool('put_course_tree', tree(described))).isError).toBe(false)
    expect((await agent.tool('put_course_tree', tree({ clear: Object.keys(described) }))).isError).toBe(false)
    const { data } = (await service.rest('GET', `/courses/${course.id}/tree`, key)).body
    const module = data.modules.find((one: { key: string }) => one.key === 'm')
    for (const record of [data, module, module.lessons[0]]) expect(record).toMatchObject(cleared)
  })

  test.for([
    [
      { kind: 'course', clear: ['name'] },
      'must only list key, description, language, difficulty, durationMinutes, objectives, tags, authors, license, coverAssetId, slug',
    ],
    [
      { kind: 'module', clear: ['language'] },
      'must only list key, description, durationMinutes, objectives, prerequisites',
    ],
    [
      { kind: 'lesson', clear: 'description' },
      'must be a list of key, description, durationMinutes, objectives, prerequisites',
    ],
    [
      { kind: 'lesson', clear: ['toString'] },
      'must only list key, description, durationMinutes, objectives, prerequisites',
    ],
    [{ kind: 'lesson', clear: ['description'], description: 'Kept.' }, 'lists description, which has a value too'],
    [{ kind: 'block', clear: ['content'] }, 'must only list key'],
  ] as const)('of update_content refuses %j', async ([sent, message]) => {
    const { error } = await agent.tool('update_content', { id: missingId, ...sent })
    expect(error).toEqual({
      code: 'invalid_request',
      message: `clear: ${message}`,
      details: { fields: [{ path: 'clear', message }] },
    })
  })

  test('of a tree names each wrong list by its path, and changes nothing', async () => {
    const { course } = await createCourseTree(service, key)
    const modules = [{ name: 'M', clear: [5], lessons: [{ name: 'L', blocks: [], clear: {} }] }]
    const { error } = await agent.tool('put_course_tree', { id: course.id, modules })
    expect(error.details.fields.map(({ path }) => path)).toEqual(['modules.0.lessons.0.clear', 'modules.0.clear'])
    expect((await service.rest('GET', `/courses/${course.id}`, key)).body.data.treeVersion).toBe(course.treeVersion)
  })

  test('is no argument of a tool that creates, and no field of REST', async () => {
    expect((await agent.tool('create_course', { name: 'C', clear: [] })).error.details.fields[0]?.path).toBe('clear')
    const nested = { name: 'C', modules: [{ name: 'M', clear: ['description'] }] }
    expect((await agent.tool('create_course', nested)).error.code).toBe('invalid_request')
    const { course } = await createCourseTree(service, key)
    const { status } = await service.rest('PATCH', `/courses/${course.id}`, key, { clear: ['description'] })
    expect(status).toBe(400)
  })
})
