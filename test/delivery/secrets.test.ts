import { type GraphQLOutputType, getNamedType, isObjectType, isUnionType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEtag } from '../../src/delivery/etag.ts'
import { sampleCourse } from '../../src/sample/course.ts'
import { operationCatalogue } from '../../src/server/operations.ts'
import { graphqlSchema } from '../../src/server/schema.ts'
import { missingId } from '../support/course-fixture.ts'
import { createFurtherRecords } from '../support/further-records.ts'
import { exampleBodyOf, pathOf, routes } from '../support/operations.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** What only an author may see, in every place where content can have it. Each text is unlike all others. */
const secrets = {
  answer: 'secret answer Zq1',
  answers: ['secret answers Zq2'],
  explanation: 'secret explanation Zq3',
  feedback: 'secret feedback Zq4',
  solution: 'secret solution Zq5',
  hint: 'secret hint Zq6',
  correct: 'secret correct Zq7',
  tolerance: 'secret tolerance Zq8',
}
const secretNumber = 48_151_623.42
const { answer, answers, solution, correct } = secrets
const answersOfActivity = { answer, answers, solution, correct }
const secretPattern = /secret [a-z_]+ Zq|48151623/
const options = ['x', 'y', 'z'].map((id) => ({ id, text: `Option ${id}` }))
/** What a question of any type can have that learners do not get before they answer it. */
const textsAfterAnswer = (type: string) => ({
  explanation: `secret ${type} Zq`,
  feedbackCorrect: `secret ${type} Zq`,
  incorrectFeedback: `secret ${type} Zq`,
  rationale: `secret ${type} Zq`,
})
const question = (type: string, members: object) => ({
  id: type,
  type,
  prompt: 'What?',
  ...textsAfterAnswer(type),
  ...members,
})
/** A question of each type, in the documented shape and in others that the service reads. */
const questionsOfEachType = [
  question('single_choice', { options: options.map((option) => ({ ...option, ...secrets })), answer: 'x' }),
  question('single_choice', { id: 'rightOption', options: options.map((option) => ({ ...option, isCorrect: true })) }),
  question('multiple_choice', { options: options.map((option) => ({ ...option, ...secrets })), answer: ['x', 'y'] }),
  question('true_false', { answer: true }),
  question('short_text', { answer: ['secret short Zq'], acceptedAnswers: ['secret accepted Zq'] }),
  question('numeric', { answer: secretNumber, tolerance: secretNumber, unit: 'kg' }),
  question('numeric', { id: 'numericText', answer: String(secretNumber), margin: secretNumber }),
  question('ordering', { options, answer: ['z', 'x', 'y'] }),
  question('matching', { options, targets: options, answer: { x: 'z', y: 'x', z: 'y' } }),
  question('cloze', {
    prompt: 'The {{g1}} is {{g2}}.',
    gaps: [{ id: 'g1' }, { id: 'g2', options: ['green', 'red'] }],
    answer: { g1: ['secret gap Zq', 'secret other Zq'], g2: 'green' },
  }),
  question('cloze', { id: 'gapAnswers', prompt: 'The {{g1}}.', gaps: [{ id: 'g1', answer: 'secret gap Zq' }] }),
  question('essay', { sampleAnswer: 'secret sample Zq', modelAnswer: 'secret model Zq' }),
]
const marked = [
  { type: 'quiz', content: { questions: questionsOfEachType } },
  // One question instead of a list.
  ...questionsOfEachType.map((content) => ({ type: 'quiz', content })),
  {
    type: 'quiz',
    content: {
      ...secrets,
      hint: undefined,
      questions: [
        {
          id: 'a',
          type: 'single_choice',
          prompt: 'One?',
          options: [
            { id: 'x', text: 'X', ...secrets },
            { id: 'y', text: 'Y' },
          ],
          ...secrets,
          answer: 'x',
        },
        { id: 'b', type: 'short_text', prompt: 'Two?', options: [{ id: 'z', text: 'secret option Zq9' }], ...secrets },
      ],
    },
  },
  {
    type: 'code',
    content: {
      code: 'print()',
      language: 'python',
      solution: secrets.solution,
      solutions: ['secret solutions Zq1'],
      tests: 'secret tests Zq2',
      hiddenTests: ['secret hidden Zq3'],
    },
  },
  ...['hidden', 'isHidden', 'is_hidden', 'secret'].map((hidden) => ({
    type: 'code',
    content: {
      code: 'print()',
      language: 'python',
      starter: 'def f():',
      sampleSolution: 'secret sample Zq',
      tests: [
        { name: 'Shown', input: '1', expected: '2' },
        { name: 'secret name Zq', input: 'secret input Zq', expected: 'secret expected Zq', [hidden]: true },
      ],
    },
  })),
  {
    type: 'interactive',
    content: { url: 'https://example.com/', config: { steps: [{ ask: '2 + 2', ...answersOfActivity }] } },
  },
]

/** Texts of the sample course that only its author may see. */
const sampleSecrets = sampleCourse.modules.flatMap(({ lessons }) =>
  lessons.flatMap(({ blocks }) =>
    blocks.flatMap(({ content }) => {
      const { questions = [] } = content as { questions?: { explanation: string; options?: { feedback: string }[] }[] }
      return questions.flatMap(({ explanation, options = [] }) => [
        explanation,
        ...options.map(({ feedback }) => feedback),
      ])
    }),
  ),
)

let service: TestService
let learnerKey: string
let publicId: string
let previewPath: string
let ids: Record<string, string>
let lessonIds: string[]
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  await openPublishGate(service)
  learnerKey = await service.key({ workspaceId, scopes: ['delivery:read'] })
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
  const modules = [...sampleCourse.modules, { name: 'Marked', lessons: [{ name: 'Marked', blocks: marked }] }]
  const made = await service.rest('POST', '/courses', key, { ...sampleCourse, modules })
  const courseId: string = made.body.data.id
  await publishCourse(service, key, courseId)
  const { data } = (await service.rest('GET', `/courses/${courseId}/tree`, key)).body
  const lessons = data.modules.flatMap(
    (module: { lessons: { id: string; blocks: { id: string }[] }[] }) => module.lessons,
  )
  lessonIds = lessons.map(({ id }: { id: string }) => id)
  const link = await service.rest('POST', `/courses/${courseId}/preview-links`, key, {})
  previewPath = `/preview/${link.body.data.token}`
  const blockId: string = lessons.at(-1).blocks[0].id
  ids = { courseId, moduleId: data.modules[0].id, lessonId: lessonIds.at(-1)!, blockId, keyId: courseId }
  Object.assign(ids, { workspace: publicId, idOrSlug: courseId, number: '1' })
  Object.assign(ids, await createFurtherRecords(service, key, courseId))
  // A key for learners is refused before a finding or a trash entry is looked up.
  Object.assign(ids, { findingId: missingId, trashId: missingId })
})
afterAll(() => service.close())

/** Finds what a learner must not see in a text, in which JSON and HTML may have escaped some characters. */
function findSecrets(text: string): string[] {
  const plain = text
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\\"/g, '"')
    .replace(/\\n/g, '\n')
  return [...sampleSecrets.filter((secret) => plain.includes(secret)), ...(secretPattern.exec(plain) ?? [])]
}

test('the search for secrets finds those that the author reads', async () => {
  const key = await service.key({
    workspaceId: (await service.db.prisma.workspace.findFirstOrThrow({ where: { publicId } })).id,
  })
  const { text } = await service.rest('GET', `/courses/${ids.courseId}/tree`, key)
  expect(findSecrets(text)).toHaveLength(sampleSecrets.length + 1)
})

test('no byte of delivery, of the page for learners and of a preview has a secret', async () => {
  const courses = ['moon', ids.courseId].map((course) => `/api/v1/delivery/${publicId}/courses/${course}`)
  const api = courses.flatMap((course) =>
    [course, `${course}/releases/1`].flatMap((at) => [
      at,
      `${at}/tree`,
      ...lessonIds.map((id) => `${at}/lessons/${id}`),
    ]),
  )
  const pages = [`/learn/${publicId}/moon`, previewPath].flatMap((at) => [at, ...lessonIds.map((id) => `${at}/${id}`)])
  for (const path of [`/api/v1/delivery/${publicId}/courses`, ...api, ...pages]) {
    const { status, text, headers } = await service.http(path)
    expect([path, status, findSecrets(text + JSON.stringify([...headers]))]).toEqual([path, 200, []])
  }
})

test('a learner who answers a question gets the texts of no question without an answer', async () => {
  const address = `/learn/${publicId}/moon/${lessonIds.at(-1)}`
  const body = new URLSearchParams({ block: ids.blockId!, q0: 'x' })
  const { status, text } = await service.http(address, { method: 'POST', body })
  expect(status).toBe(200)
  const shown = new Set([...text.matchAll(/secret ([a-z_]+) Zq/g)].map(([, name]) => name))
  // That no option is right can be the answer of a multiple choice.
  expect([...shown].sort()).toEqual(['feedback', 'multiple_choice', 'single_choice'])
})

test('no hash that learners get is a hash of the answers, so nobody can find an answer by hashing guesses', async () => {
  const { courseId } = ids
  const [release] = await service.db.prisma.release.findMany({ where: { courseId } })
  const nodes = await service.db.prisma.releaseNode.findMany({ where: { courseId }, select: { hash: true } })
  const { hash, number, liveFrom } = release!
  const [course] = await service.db.prisma.course.findMany({ where: { id: courseId! } })
  const { slug, visibility } = course!
  const tagOf = (form: string) => makeEtag(form, hash, number, liveFrom!.toISOString(), slug, visibility)
  const guessable = [hash, ...nodes.map((node) => node.hash)].map((one) => one.slice(0, 16))
  guessable.push(...['course', 'tree'].map((form) => tagOf(form).slice(1, -1)))
  const at = `/api/v1/delivery/${publicId}/courses`
  const lessons = lessonIds.flatMap((id) => [`${at}/moon/lessons/${id}`, `/learn/${publicId}/moon/${id}`])
  for (const path of [
    at,
    `${at}/moon`,
    `${at}/moon/tree`,
    `${at}/moon/releases/1`,
    `/learn/${publicId}/moon`,
    ...lessons,
  ]) {
    const { status, text, headers } = await service.http(path)
    const sent = text + JSON.stringify([...headers])
    expect([path, status, guessable.filter((one) => sent.includes(one))]).toEqual([path, 200, []])
  }
  const query = `{ deliveredCourse(workspace: "${publicId}", course: "moon") { hash modules { lessons { hash } } } }`
  const { data } = await service.graphql(query)
  expect(data.deliveredCourse.modules[0].lessons.length).toBeGreaterThan(0)
  expect(guessable.filter((one) => JSON.stringify(data).includes(one))).toEqual([])
})

/** Selects every field of a type and, of a union, of each of its types. */
function selectAll(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (isUnionType(named))
    return named
      .getTypes()
      .map((one) => `... on ${one.name} { ${selectAll(one)} }`)
      .join(' ')
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).map((field) => {
    const inner = selectAll(field.type)
    return inner === '' ? field.name : `${field.name} { ${inner} }`
  })
  return fields.join(' ')
}

test('GraphQL sends no secret of a published course, whichever fields are selected', async () => {
  const args = `workspace: "${publicId}", course: "moon"`
  const blocks = `blocks { id blockId key type content typedContent { ${selectAll(graphqlSchema.getType('DeliveredBlockContent') as GraphQLOutputType)} } }`
  const lesson = `id lessonId courseId key name description durationMinutes objectives prerequisites attributes ${blocks}`
  for (const field of [
    `deliveredTree(${args}) { name modules { lessons { ${lesson} } } }`,
    `deliveredReleaseTree(${args}, number: 1) { name modules { lessons { ${lesson} } } }`,
    ...lessonIds.map((id) => `deliveredLesson(${args}, lessonId: "${id}") { ${lesson} }`),
    ...lessonIds.map((id) => `deliveredReleaseLesson(${args}, number: 1, lessonId: "${id}") { ${lesson} }`),
  ]) {
    const result = await service.graphql(`{ ${field} }`)
    expect(result.errors).toBeUndefined()
    expect(findSecrets(JSON.stringify(result))).toEqual([])
  }
})

test('a key with the scope delivery:read alone gets no secret by any REST route', async () => {
  for (const route of routes.filter(({ name }) => name !== 'checkAnswer')) {
    const { status, text } = await service.rest(route.rest.method, pathOf(route, ids), learnerKey, exampleBodyOf(route))
    expect([route.name, status < 500, findSecrets(text)]).toEqual([route.name, true, []])
  }
})

test('a key with the scope delivery:read alone reads nothing but delivery by GraphQL', async () => {
  const documents = (await import('node:fs')).readFileSync('test/operations/documents.graphql', 'utf8')
  const texts = documents.split(/^(?=query |mutation )/m).filter((text) => /^(query|mutation) /.test(text))
  expect(texts.length).toBeGreaterThan(60)
  const input = Object.fromEntries(Object.entries({ ...ids, id: ids.courseId, course: 'moon', query: 'moon' }))
  for (const query of texts.filter((text) => !text.includes('checkAnswer'))) {
    const result = await service.graphql(query, learnerKey, { ...input, number: 1, ids: [ids.courseId] })
    expect([query.slice(0, 40), findSecrets(JSON.stringify(result))]).toEqual([query.slice(0, 40), []])
  }
})

test('a key with the scope delivery:read alone gets no secret by any tool of MCP', async () => {
  const call = (name: string, args: object) =>
    service.http('/mcp', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${learnerKey}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
  const names = new Set(operationCatalogue.operations.flatMap(({ tool }) => (tool ? [tool.name] : [])))
  expect(names.size).toBeGreaterThan(15)
  for (const name of names)
    for (const kind of ['course', 'module', 'lesson', 'block']) {
      const { text } = await call(name, { ...ids, kind, id: ids[`${kind}Id`], query: 'moon' })
      expect([name, findSecrets(text)]).toEqual([name, []])
    }
})
