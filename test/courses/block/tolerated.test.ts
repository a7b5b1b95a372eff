import { afterAll, beforeAll, expect, test } from 'vitest'
import { findContentProblems } from '../../../src/courses/block/content.ts'
import { toDocumentedShape } from '../../../src/courses/block/learner.ts'
import { questionTypes } from '../../../src/courses/block/quiz/question-types/question-type-names.ts'
import { findContentWarnings } from '../../../src/courses/block/read.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../../src/courses/block/types.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { toleratedContents } from '../../support/tolerated-content.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const make = (type: string, content: unknown) =>
  service.rest('POST', `/lessons/${outline.lesson.id}/blocks`, key, { type, content })

test.each(toleratedContents)('$type: $name is kept as sent, and read in the documented shape', async (content) => {
  const { type, sent, read } = content
  const made = await make(type, sent)
  expect([made.status, made.body.data.content]).toEqual([201, sent])
  const got = await service.rest('GET', `/blocks/${made.body.data.id}`, key)
  expect(JSON.stringify(got.body.data.content)).toBe(JSON.stringify(sent))
  const shape = toDocumentedShape(type, sent)
  expect(shape).toMatchObject(read)
  expect(findContentProblems(type, shape, 'content', 'strict')).toEqual([])
  // A reader leaves content in the documented shape as it is.
  expect(toDocumentedShape(type, shape)).toEqual(shape)
})

test.each(
  Object.entries(blockTypeDefinitionByName).map(([type, { example }]) => ({ type: type as BlockType, example })),
)('the documented shape of a $type block has no warnings, and is read as the same object', ({ type, example }) => {
  expect(findContentWarnings(type, example)).toEqual([])
  expect(blockTypeDefinitionByName[type].read(example, () => {})).toBe(example)
})

test.each<[BlockType, object, object]>([
  [
    'quiz',
    { question: 'Q?', options: ['a'], correctAnswer: 'z' },
    { path: 'content.correctAnswer', message: 'does not name an option, or does not fit the question' },
  ],
  [
    'quiz',
    { questions: [{ question: 'Q?', options: ['a', 'b'], correctIndex: 7 }] },
    { path: 'content.questions.0.correctIndex', message: 'does not name an option, or does not fit the question' },
  ],
  [
    'quiz',
    { question: 'Q?', type: 'song' },
    { path: 'content.type', message: `must be one of ${questionTypes.join(', ')}` },
  ],
  ['quiz', { question: 'Q?', options: [null] }, { path: 'content.options', message: 'must be a list of options' }],
  ['quiz', { question: 'Q?', options: {} }, { path: 'content.options', message: 'must be a list of options' }],
  ['quiz', { question: 'Q?', score: -1 }, { path: 'content.score', message: 'must be a number that is not negative' }],
  [
    'quiz',
    { questions: [], passScore: -1 },
    { path: 'content.passScore', message: 'must be a number that is not negative' },
  ],
  [
    'text',
    { text: 'a', ['x'.repeat(2000)]: 1 },
    {
      path: `content.${'x'.repeat(292)}…`,
      message: 'is not read; the service keeps it, and learners do not get it',
    },
  ],
  ['image', { src: 5 }, { path: 'content.src', message: 'must be an absolute http(s) address' }],
  [
    'video',
    { youtubeId: 'not an id' },
    { path: 'content.youtubeId', message: 'must be the id of a video on YouTube or Vimeo' },
  ],
  ['code', { source: ['x'] }, { path: 'content.source', message: 'must be a text' }],
  ['interactive', { html: 5 }, { path: 'content.html', message: 'must be a text' }],
  [
    'text',
    { text: 'x', mood: 'calm' },
    { path: 'content.mood', message: 'is not read; the service keeps it, and learners do not get it' },
  ],
])('%s %j is kept, and the response and GraphQL name what is not read', async (type, content, warning) => {
  const made = await make(type, content)
  expect([made.status, made.body.data.content]).toEqual([201, content])
  expect(made.body.meta.warnings).toContainEqual(warning)
  const changed = await service.rest('PATCH', `/blocks/${made.body.data.id}`, key, { content })
  expect([changed.status, changed.body.meta]).toEqual([200, made.body.meta])
  const moved = await service.rest('PATCH', `/blocks/${made.body.data.id}`, key, { order: made.body.data.order })
  expect(moved.body.meta).toBeUndefined()
  const { data } = await service.graphql(
    `{ block(id: "${made.body.data.id}") { contentWarnings { path message } } }`,
    key,
  )
  expect(data.block.contentWarnings).toEqual(made.body.meta.warnings)
})

const unreadAnswer = (name: string) => ({
  path: `content.questions.0.${name}`,
  message: 'does not name an option, or does not fit the question',
})
test.each([
  ['answer', { options: ['a', 'b'], answer: 'z' }, [unreadAnswer('answer')]],
  ['answer', { options: [{ id: '', text: 'a' }, { text: 'b' }], answer: '' }, [unreadAnswer('answer')]],
  ['answer', { answer: 'a' }, undefined],
  ['correctAnswer', { correctAnswer: 'a' }, [unreadAnswer('correctAnswer')]],
])('%s in %j is reported once, unless a documented answer only waits for its options', async (_name, given, told) => {
  const { status, body } = await make('quiz', { questions: [{ prompt: 'Q?', type: 'single_choice', ...given }] })
  expect([status, body.meta?.warnings]).toEqual([201, told])
})

test('an option that is no option is refused, also beside an answer that names another one', async () => {
  const options = [{ text: 'a' }, null, { text: 'b' }]
  const { status, body } = await make('quiz', { questions: [{ prompt: 'Q?', options, answer: 'a' }] })
  expect([status, body]).toEqual([400, invalidFieldBody('content.questions.0.options.1', 'must be an object')])
})

test('content that is read has no warnings', async () => {
  for (const { type, sent } of toleratedContents) {
    const { body } = await make(type, sent)
    expect([sent, body.meta]).toEqual([sent, undefined])
  }
})

test('a request has at most 100 warnings, with their paths in the request', async () => {
  const blocks = Array.from({ length: 150 }, () => ({ type: 'code', content: { source: 5 } }))
  const lesson = await service.rest('POST', `/modules/${outline.module.id}/lessons`, key, { name: 'Many', blocks })
  expect([lesson.status, lesson.body.meta.warnings.length]).toEqual([201, 100])
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks: blocks.slice(0, 1) }] }]
  const paths = ['', '.source'].map((end) => `modules.0.lessons.0.blocks.0.content${end}`)
  const course = await service.rest('POST', '/courses', key, { name: 'Course', modules })
  const tree = await service.rest('PUT', `/courses/${course.body.data.id}/tree`, key, { name: 'Course', modules })
  for (const { body } of [course, tree])
    expect(body.meta.warnings.map(({ path }: { path: string }) => path)).toEqual(paths)
})

test.each([
  ['image', { url: '', alt: null }],
  ['code', { language: null, code: 'x' }],
  ['video', { url: '', captions: [{ language: null, url: '' }] }],
  ['text', { text: 'x', format: null }],
  ['quiz', { questions: null, passingScore: null }],
])('%s %j has members that are missing, not wrong', async (type, content) => {
  const { status, body } = await make(type, content)
  expect([status, body.data.content]).toEqual([201, content])
})

const prefer = async (preference: string, method: string, path: string, body: object) => {
  const answer = await service.http(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Prefer: preference },
    body: JSON.stringify(body),
  })
  return { ...answer, applied: answer.headers.get('Preference-Applied'), vary: answer.headers.get('Vary') }
}

test('Prefer: handling=strict refuses all but the documented shape, on each route that writes content', async () => {
  const { id } = (await make('image', { url: 'https://example.com/a.png' })).body.data
  const block = { type: 'image', content: { src: 'https://example.com/a.png' } }
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks: [block] }] }]
  for (const [method, path, body, at] of [
    ['POST', `/lessons/${outline.lesson.id}/blocks`, block, 'content.src'],
    ['PATCH', `/blocks/${id}`, { content: block.content }, 'content.src'],
    ['PATCH', `/blocks/${id}`, block, 'content.src'],
    ['POST', `/modules/${outline.module.id}/lessons`, { name: 'L', blocks: [block] }, 'blocks.0.content.src'],
    ['POST', '/courses', { name: 'C', modules }, 'modules.0.lessons.0.blocks.0.content.src'],
    ['PUT', `/courses/${outline.course.id}/tree`, { name: 'C', modules }, 'modules.0.lessons.0.blocks.0.content.src'],
  ] as const) {
    const { status, body: refused, applied, vary } = await prefer('handling=strict', method, path, body)
    expect([path, status, refused]).toEqual([path, 400, invalidFieldBody(at, 'is not a property of this block type')])
    expect([applied, vary]).toEqual(['handling=strict', 'Authorization, X-API-Key, Accept-Encoding, Prefer'])
  }
  const documented = { type: 'image', content: { url: 'https://example.com/a.png', alt: 'A' } }
  const path = `/lessons/${outline.lesson.id}/blocks`
  const made = await prefer('respond-async, Handling="strict"; x=1', 'POST', path, documented)
  expect([made.status, made.applied]).toEqual([201, 'handling=strict'])
  const empty = await prefer('handling=strict', 'POST', path, { type: 'image', content: { url: '' } })
  expect(empty.body).toEqual(invalidFieldBody('content.url', 'must be an absolute http(s) address'))
  const lenient = await prefer('handling=lenient, handling=strict', 'POST', path, block)
  expect([lenient.status, lenient.applied]).toEqual([201, null])
})

test('options without an id and without an answer have none that is right', async () => {
  const { course, lesson } = await createCourseTree(service, key, 'Unanswered')
  const content = { questions: [{ prompt: 'Which?', options: [{ text: 'a' }, { text: 'b' }] }] }
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'quiz', content })
  const { body } = await service.rest('GET', `/courses/${course.id}/reading?as=markdown`, key)
  expect(body.data.text).toContain('- [ ] a\n- [ ] b')
})

test('an id that is derived differs from each id of the author, and is the same at each read', () => {
  const options = [{ text: 'x' }, { id: '0', text: 'y' }, { id: '0-2', text: 'z' }]
  const read = () => toDocumentedShape('quiz', { question: 'Q?', options, answer: 'x' })
  expect(read()).toMatchObject({ questions: [{ answer: '0-3', options: [{ id: '0-3' }, { id: '0' }, { id: '0-2' }] }] })
  expect(read()).toEqual(read())
})
