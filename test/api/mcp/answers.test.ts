import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect } from './client.ts'

let service: TestService
let key: string
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  agent = await connect(service, key)
})
afterAll(() => service.close())

const rest = async (method: string, path: string, body?: unknown) => (await service.rest(method, path, key, body)).body
/** Four characters of JSON make a token, as in the test of the list of tools. */
const tokensIn = (text: string) => text.length / 4
const idText = expect.stringMatching(/^[0-9a-f-]{36}$/)
const text = (words: string) => ({ type: 'text', content: { text: words } })

const lessons = (names: string[], blocks?: object[]) => names.map((name) => ({ name, ...(blocks && { blocks }) }))
const light = ['What a leaf is made of', 'How light becomes sugar', 'Why leaves turn red']
const water = ['How roots take up water', 'Water on its way up', 'Drought and what it does']
const botany = (blocks?: object[]) => ({
  name: 'Botany for beginners',
  modules: [
    { name: 'Light and leaves', lessons: lessons(light, blocks) },
    { name: 'Water and roots', lessons: lessons(water, blocks) },
  ],
})

describe('create_course', () => {
  test('answers the outline with ids in at most 300 tokens for six lessons, finished or not', async () => {
    for (const blocks of [[text('Something to read.')], undefined]) {
      const { text: answer, data } = await agent.tool('create_course', botany(blocks))
      expect(tokensIn(answer)).toBeLessThanOrEqual(300)
      const named = (name: string) => ({ id: idText, name })
      const modules = botany().modules.map(({ name, lessons }) => ({
        ...named(name),
        lessons: lessons.map((lesson) => named(lesson.name)),
      }))
      expect(data).toMatchObject({ ...named('Botany for beginners'), status: 'draft', version: 1, modules })
      const { data: tree } = await rest('GET', `/courses/${data.id}/tree?depth=outline`)
      expect(tree.modules[1].lessons[2].id).toBe(data.modules[1]?.lessons[2]?.id)
    }
  })

  test('answers at most 200 modules and lessons, and says how many it leaves out', async () => {
    const modules = Array.from({ length: 5 }, (_, m) => ({
      name: `Module ${m}`,
      lessons: lessons(Array.from({ length: 60 }, (_, l) => `Lesson ${l}`)),
    }))
    const { data, text: answer } = await agent.tool('create_course', { name: 'Long', modules })
    expect(data.modules.map(({ lessons }: { lessons: object[] }) => lessons.length)).toEqual([60, 60, 60, 16])
    expect(data.leftOut).toBe(305 - 200)
    expect(data.warnings).toHaveLength(20)
    expect(tokensIn(answer)).toBeLessThan(5000)
  })

  test.for([
    { of: [199], shown: [199], leftOut: undefined },
    { of: [200], shown: [199], leftOut: 1 },
    { of: [199, 3], shown: [199], leftOut: 4 },
    { of: [198, 3], shown: [198, 0], leftOut: 3 },
  ])('answers modules with $of lessons as modules with $shown lessons', async ({ of, shown, leftOut }) => {
    const modules = of.map((count) => ({ name: 'M', lessons: lessons(Array(count).fill('L')) }))
    const { data } = await agent.tool('create_course', { name: 'Long', modules })
    expect(data.modules.map(({ lessons }: { lessons: object[] }) => lessons.length)).toEqual(shown)
    expect(data.leftOut).toBe(leftOut)
  })
})

describe('the warnings of a write', () => {
  const question = { id: 'q1', type: 'single_choice', prompt: 'Which?', options: [{ id: 'a', text: 'A' }], answer: 'a' }

  test.for<[string, object, { path: string; message: string }[]]>([
    ['a finished text', text('Words.'), []],
    ['a blank text', text(' '), [{ path: 'text', message: 'is empty' }]],
    [
      'an image without alt',
      { type: 'image', content: { url: 'https://example.com/a.png' } },
      [{ path: 'alt', message: 'is missing' }],
    ],
    ['a decorative image', { type: 'image', content: { url: 'https://example.com/a.png', decorative: true } }, []],
    ['a quiz without questions', { type: 'quiz', content: {} }, [{ path: 'questions', message: 'is missing' }]],
    ['an empty quiz', { type: 'quiz', content: { questions: [] } }, [{ path: 'questions', message: 'is empty' }]],
    [
      'a question without answer and texts',
      {
        type: 'quiz',
        content: { questions: [question, { id: 'q2', type: 'single_choice', prompt: 'Who?', options: [{ id: 'b' }] }] },
      },
      [
        { path: 'questions.1.answer', message: 'is missing' },
        { path: 'questions.1.options.0.text', message: 'is missing' },
      ],
    ],
    [
      'a question with one option',
      { type: 'quiz', content: { questions: [question] } },
      [{ path: 'questions.0.options', message: 'must be two or more' }],
    ],
    ['an interactive block, which needs nothing', { type: 'interactive', content: {} }, []],
  ])('name what %s lacks, in each tool that writes blocks', async ([, block, lacking]) => {
    const under = (at: string) => lacking.map(({ path, message }) => ({ path: `${at}content.${path}`, message }))
    const { module, lesson } = await createCourseTree(service, key)
    const added = await agent.tool('add_content', { kind: 'block', parentId: lesson.id, ...block })
    expect(added.data.warnings).toEqual(under(''))
    const changed = await agent.tool('update_content', { kind: 'block', id: added.data.id, order: 0 })
    expect(changed.data.warnings).toEqual(under(''))
    const sent = { kind: 'lesson', parentId: module.id, name: 'L', blocks: [text('Fine.'), block] }
    expect((await agent.tool('add_content', sent)).data.warnings).toEqual(under('blocks.1.'))
    const course = { name: 'C', modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [block] }] }] }
    const made = await agent.tool('create_course', course)
    expect(made.data.warnings).toEqual(under('modules.0.lessons.0.blocks.0.'))
  })

  test('an answer has at most the first twenty warnings', async () => {
    const modules = Array.from({ length: 21 }, (_, index) => ({ name: `${index}` }))
    const { warnings } = (await agent.tool('create_course', { name: 'C', modules })).data
    expect(warnings).toHaveLength(20)
  })

  test('name empty lessons and modules, and are told again for a repeated call', async () => {
    const modules = [{ name: 'A' }, { name: 'B', lessons: [{ name: 'L' }, { name: 'M', blocks: [] }] }]
    const sent = { name: 'C', modules, idempotencyKey: 'warned-twice' }
    const first = await agent.tool('create_course', sent)
    expect(first.data.warnings).toEqual(
      ['modules.0.lessons', 'modules.1.lessons.0.blocks', 'modules.1.lessons.1.blocks'].map((path) => ({
        path,
        message: 'is empty',
      })),
    )
    const second = await agent.tool('create_course', sent)
    expect(second).toEqual({ ...first, meta: { idempotencyReplayed: true } })
  })
})

describe('a lesson with blocks', () => {
  const blocks = [text('One.'), { type: 'code', content: { language: 'js', code: '1 + 1' } }, text('Three.')]
  const contents = blocks.map(({ type, content }) => ({ type, content }))

  test('is added in one call by MCP, REST and GraphQL, with its blocks in order', async () => {
    const { course, module } = await createCourseTree(service, key)
    const { data } = await agent.tool('add_content', {
      kind: 'lesson',
      parentId: module.id,
      name: 'MCP',
      order: 0,
      blocks,
    })
    const { data: made } = await rest('POST', `/modules/${module.id}/lessons`, { name: 'REST', blocks })
    const query = `mutation ($id: ID!, $input: CreateLessonInput!) { createLesson(moduleId: $id, input: $input) { id blocks { type content } } }`
    const graphql = await service.graphql(query, key, { id: module.id, input: { name: 'GraphQL', blocks } })
    expect(graphql.data.createLesson.blocks).toEqual(contents)
    const listed = (await rest('GET', `/modules/${module.id}/lessons`)).data
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['MCP', expect.any(String), 'REST', 'GraphQL'])
    for (const id of [data.id, made.id]) {
      const stored = (await rest('GET', `/lessons/${id}/blocks`)).data
      expect(
        stored.map(({ type, content, order }: (typeof blocks)[0] & { order: number }) => [order, type, content]),
      ).toEqual(contents.map(({ type, content }, index) => [index, type, content]))
    }
    const before = (await rest('GET', `/courses/${course.id}`)).data.treeVersion
    await agent.tool('add_content', { kind: 'lesson', parentId: module.id, name: 'Once more', blocks })
    expect((await rest('GET', `/courses/${course.id}`)).data.treeVersion).toBe(before + 1)
    await expect.poll(async () => (await agent.tool('search_content', { query: 'Three' })).data.pageInfo.total).toBe(4)
  })

  test('is refused whole if one block is wrong, and nothing is written', async () => {
    const { module } = await createCourseTree(service, key)
    const before = (await rest('GET', `/modules/${module.id}/lessons`)).data
    const refusedBy = async (wrong: unknown) => {
      const sent = { name: 'L', blocks: [text('Fine.'), wrong] }
      const { isError, error } = await agent.tool('add_content', { kind: 'lesson', parentId: module.id, ...sent })
      expect(isError).toBe(true)
      const { status } = await service.rest('POST', `/modules/${module.id}/lessons`, key, sent)
      expect(status).toBe(400)
      return error.details.fields.map(({ path }: { path: string }) => path)
    }
    expect(await refusedBy({ type: 'text', content: { text: 5 } })).toEqual(['blocks.1.content.text'])
    expect(await refusedBy({ type: 'poem', content: {} })).toEqual(['blocks.1.type'])
    expect(await refusedBy({ type: 'text' })).toEqual(['blocks.1.content'])
    expect(await refusedBy({ ...text('x'), id: missingId })).toEqual([expect.stringContaining('blocks.1')])
    expect(await refusedBy(text('x'.repeat(300_000)))).toEqual(['blocks.1.content'])
    const many = { name: 'L', blocks: Array.from({ length: 1001 }, () => text('x')) }
    const { error } = await agent.tool('add_content', { kind: 'lesson', parentId: module.id, ...many })
    expect(error.message).toBe('blocks: must have at most 1,000 entries')
    expect((await rest('GET', `/modules/${module.id}/lessons`)).data).toEqual(before)
  })

  test("is not found under another workspace's module", async () => {
    const { module } = await createCourseTree(service, await service.key())
    for (const parentId of [module.id, missingId]) {
      const { error } = await agent.tool('add_content', { kind: 'lesson', parentId, name: 'L', blocks })
      expect(error).toEqual({ code: 'not_found', message: 'Module not found.', details: {} })
    }
  })

  test('is written once for an idempotency key', async () => {
    const { module } = await createCourseTree(service, key)
    const sent = { kind: 'lesson', parentId: module.id, name: 'Once', blocks, idempotencyKey: 'one-lesson' }
    const first = await agent.tool('add_content', sent)
    expect((await agent.tool('add_content', sent)).data).toEqual(first.data)
    expect((await rest('GET', `/lessons/${first.data.id}/blocks`)).data).toHaveLength(3)
  })
})

describe('search_content', () => {
  test('answers a page of ten hits in at most 1,200 tokens, with the match in each', async () => {
    const own = await service.key()
    const searcher = await connect(service, own)
    const long = (name: string) => `${name} "with quotes" & <signs> ${'and a very long name '.repeat(12)}`.slice(0, 255)
    const words = `${'Plants & "animals" need water <every> day. '.repeat(20)} Chlorophyll is green. ${'So it goes. '.repeat(40)}`
    await searcher.tool('create_course', {
      name: long('Course'),
      modules: [
        {
          name: long('Module'),
          lessons: [{ name: long('Lesson'), blocks: Array.from({ length: 40 }, () => text(words)) }],
        },
      ],
    })
    const find = () => searcher.tool('search_content', { query: 'chlorophyll' })
    await expect.poll(async () => (await find()).data.pageInfo).toEqual({ page: 1, total: 40, totalPages: 4 })
    const { text: answer, data } = await find()
    expect(tokensIn(answer)).toBeLessThanOrEqual(1200)
    expect(data.items).toHaveLength(10)
    for (const { id, courseId, lessonId, path, excerpt } of data.items) {
      expect([id, courseId, lessonId]).toEqual([idText, idText, idText])
      expect(path).toMatch(/^Course .*… > Module .*… > Lesson .*…$/)
      expect(excerpt).toContain('Chlorophyll')
      expect(excerpt).not.toMatch(/<mark>|&lt;/)
    }
    const more = await searcher.tool('search_content', { query: 'chlorophyll', perPage: 40 })
    expect(more.data.items).toHaveLength(40)
    expect(more.data.items[39]?.excerpt).not.toBe('')
    expect((await searcher.tool('search_content', { query: 'nowhere' })).data.items).toEqual([])
  })

  test('names of up to 40 characters are whole in the path of a hit', async () => {
    const searcher = await connect(service, await service.key())
    const lessons = [{ name: 'L'.repeat(41), blocks: [text('Stamens have pollen.')] }]
    await searcher.tool('create_course', { name: 'C', modules: [{ name: 'M'.repeat(40), lessons }] })
    const find = async () => (await searcher.tool('search_content', { query: 'pollen' })).data.items
    const path = `C > ${'M'.repeat(40)} > ${'L'.repeat(39)}…`
    await expect.poll(find).toEqual([expect.objectContaining({ path, excerpt: 'Stamens have pollen.' })])
  })
})

test('a long summary of the types of block stands in one tool, and the others refer to it', async () => {
  const { tools } = await agent.client.listTools()
  const written = JSON.stringify(tools)
  expect(written.split('By type: text {').length - 1).toBe(1)
  expect(written.split('By type, as in update_content').length - 1).toBe(3)
})
