import { expect, test } from 'vitest'
import { allScopes } from '../../src/identity/scopes.ts'
import { serviceWithModel } from '../support/ai-requests.ts'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { errorBody, invalidFieldBody } from '../support/error-bodies.ts'

const quiz = {
  questions: [{ id: 'q1', type: 'true_false', prompt: 'Plants eat light.', answer: true }],
}
const answer = JSON.stringify({ blocks: [{ type: 'quiz', content: quiz }] })

/** Starts a service with a model and a lesson, about which the returned function asks for a quiz. */
async function serviceWithLesson() {
  const made = await serviceWithModel()
  const tree = await createCourseTree(made.service, made.key)
  made.model.behave(answer)
  const ask = (body: object = {}, as = made.key) =>
    made.service.rest('POST', '/ai/generate-content', as, {
      prompt: 'Light',
      type: 'quiz',
      lessonId: tree.lesson.id,
      options: { fromLesson: true },
      ...body,
    })
  const addBlock = (block: object, lessonId = tree.lesson.id) =>
    made.service.rest('POST', `/lessons/${lessonId}/blocks`, made.key, block)
  const dataOf = () => JSON.parse(made.model.requests[0]!.messages[1]!.content)
  return { ...made, ...tree, ask, addBlock, dataOf }
}

test('a quiz from a lesson is made of what the lesson says, without its quizzes', async () => {
  const { model, ask, addBlock, dataOf } = await serviceWithLesson()
  await addBlock({ type: 'quiz', content: quiz })
  await addBlock({ type: 'code', content: { language: 'python', code: 'print(1)' } })
  const { status, body } = await ask()
  expect([status, body.data.content.blocks[0].content.questions[0].prompt]).toEqual([200, 'Plants eat light.'])
  expect(dataOf()).toEqual({ subject: 'Light', lesson: 'Plants eat light.\n\n```python\nprint(1)\n```' })
  const [system] = model.requests[0]!.messages
  expect(system!.content).toContain('questions ask about what the `lesson` of the user message says')
  expect(system!.content).not.toContain('Plants eat light')
})

test('without fromLesson, the model is told nothing of the lesson', async () => {
  const { ask, dataOf } = await serviceWithLesson()
  await ask({ options: {} })
  expect(dataOf()).toEqual({ subject: 'Light' })
})

test('of a long lesson, the model is told the first 32,768 bytes, in whole characters', async () => {
  const { ask, addBlock, dataOf } = await serviceWithLesson()
  await addBlock({ type: 'text', content: { text: 'é'.repeat(20_000) } })
  await addBlock({ type: 'text', content: { text: 'The end.' } })
  await ask()
  const start = 'Plants eat light.\n\n'
  expect(dataOf().lesson).toBe(start + 'é'.repeat(Math.floor((32_768 - start.length) / 2)))
})

test('the quiz is appended to the lesson whose text it was made of', async () => {
  const { service, key, lesson, ask } = await serviceWithLesson()
  expect((await ask({ mode: 'append' })).status).toBe(200)
  const { body } = await service.rest('GET', `/lessons/${lesson.id}/blocks`, key)
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['text', 'quiz'])
})

test('a lesson without text, of another tenant, or that the caller may not read, is refused', async () => {
  const { model, service, key, module, lesson, ask, addBlock } = await serviceWithLesson()
  const answerOf = async (...args: Parameters<typeof ask>) => {
    const { status, body } = await ask(...args)
    return [status, body]
  }
  const { id } = (await service.rest('POST', `/modules/${module.id}/lessons`, key, { name: 'Empty' })).body.data
  const noText = invalidFieldBody('lessonId', 'must be a lesson with text to ask about')
  expect(await answerOf({ lessonId: id })).toEqual([400, noText])
  await addBlock({ type: 'quiz', content: quiz }, id)
  expect(await answerOf({ lessonId: id })).toEqual([400, noText])
  const notFound = [404, errorBody('not_found', 'Lesson not found.')]
  for (const lessonId of [missingId, 'x']) expect(await answerOf({ lessonId })).toEqual(notFound)
  expect(await answerOf({}, await service.key())).toEqual(notFound)
  const { workspaceId } = (await service.db.prisma.lesson.findFirst({ where: { id: lesson.id } }))!
  const limited = await service.key({ workspaceId, scopes: allScopes.filter((one) => one !== 'courses:read') })
  const refusal = errorBody('forbidden', 'The key lacks the scope courses:read.', { scope: 'courses:read' })
  expect(await answerOf({}, limited)).toEqual([403, refusal])
  expect(model.requests).toHaveLength(0)
})

test('only a quiz for a lesson takes fromLesson', async () => {
  const { ask } = await serviceWithLesson()
  const message = 'must be left out: only type quiz with a lessonId takes it'
  for (const body of [{ type: 'lesson' }, { type: 'block' }, { lessonId: undefined }]) {
    const { status, body: refused } = await ask(body)
    expect([status, refused]).toEqual([400, invalidFieldBody('options.fromLesson', message)])
  }
})
