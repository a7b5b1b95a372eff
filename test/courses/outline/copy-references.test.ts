import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Block = { id: string; content: object }
type Lesson = { id: string; description: string; prerequisites: string[]; blocks: Block[] }
type Module = { id: string; description: string; lessons: Lesson[] }

const readTree = async (id: string) =>
  (await service.rest('GET', `/courses/${id}/tree`, key)).body.data as { description: string; modules: Module[] }

/** A course whose texts name all of its records by their ids. */
async function createLinkedCourse() {
  const quiz = { questions: [{ id: 'q', type: 'short_text', prompt: 'Q?', answer: 'a', explanation: 'E' }] }
  const lesson = (name: string) => ({
    name,
    blocks: [
      { type: 'text', content: { text: 'T' } },
      { type: 'quiz', content: quiz },
    ],
  })
  const modules = [{ name: 'M', lessons: [lesson('A'), lesson('B')] }]
  const made = await service.rest('POST', '/courses', key, { name: 'Linked', modules })
  const courseId: string = made.body.data.id
  const [module] = (await readTree(courseId)).modules
  const [first, second] = module!.lessons
  const ids = { module: module!.id, first: first!.id, second: second!.id, quiz: second!.blocks[1]!.id }
  const text = `[A](lesson:${ids.first}) [B](${ids.second.toUpperCase()}#x) [M](module:${ids.module}) [Q](block:${ids.quiz}) 12345678901234567890`
  await service.rest('PATCH', `/blocks/${first!.blocks[0]!.id}`, key, { content: { text, own: { id: ids.second } } })
  const question = { ...quiz.questions[0], prompt: `See lesson:${ids.first}`, explanation: `[B](lesson:${ids.second})` }
  await service.rest('PATCH', `/blocks/${ids.quiz}`, key, { content: { questions: [question] } })
  await service.rest('PATCH', `/lessons/${ids.second}`, key, {
    description: `After lesson:${ids.first}`,
    prerequisites: [ids.first],
    attributes: { see: ids.first },
  })
  await service.rest('PATCH', `/courses/${courseId}`, key, { description: `Begin with lesson:${ids.first}` })
  return { courseId, ids }
}

const contentOf = (modules: readonly Module[]) => JSON.stringify(modules)

test('a copy of a course names its own records in texts, quizzes, descriptions and prerequisites', async () => {
  const { courseId, ids } = await createLinkedCourse()
  const { status, body } = await service.rest('POST', `/courses/${courseId}/duplicate`, key)
  expect(status).toBe(201)
  const copy = await readTree(body.data.id)
  const [module] = copy.modules
  const [first, second] = module!.lessons
  expect(body.data.description).toBe(`Begin with lesson:${first!.id}`)
  expect(first!.blocks[0]!.content).toEqual({
    text: `[A](lesson:${first!.id}) [B](${second!.id}#x) [M](module:${module!.id}) [Q](block:${second!.blocks[1]!.id}) 12345678901234567890`,
    own: { id: second!.id },
  })
  expect(second).toMatchObject({ description: `After lesson:${first!.id}`, prerequisites: [first!.id] })
  // Attributes are the client's own.
  const { attributes, ...others } = second as Lesson & { attributes: object }
  expect(attributes).toEqual({ see: ids.first })
  const names = contentOf([{ ...module!, lessons: [first!, others] }]).toLowerCase()
  expect(Object.values(ids).filter((id) => names.includes(id))).toEqual([])
  // The original stays as it is.
  expect(contentOf((await readTree(courseId)).modules)).toContain(ids.first)
})

test('a copy of a module or lesson names its own records, and others where they are', async () => {
  const { courseId, ids } = await createLinkedCourse()
  await service.rest('POST', `/lessons/${ids.first}/duplicate`, key)
  const [withCopy] = (await readTree(courseId)).modules
  const copy = withCopy!.lessons[1]!
  expect((copy.blocks[0]!.content as { text: string }).text).toBe(
    `[A](lesson:${copy.id}) [B](${ids.second.toUpperCase()}#x) [M](module:${ids.module}) [Q](block:${ids.quiz}) 12345678901234567890`,
  )
  await service.rest('POST', `/modules/${ids.module}/duplicate`, key)
  const [, module] = (await readTree(courseId)).modules
  const links = JSON.stringify(
    module!.lessons.map(({ blocks, description }) => ({ blocks, description })),
  ).toLowerCase()
  expect([ids.module, ids.first, ids.second, ids.quiz].filter((id) => links.includes(id))).toEqual([])
})

test('a copy of a course has as many errors as its original', async () => {
  const { courseId } = await createLinkedCourse()
  const errorsOf = async (id: string) => {
    const { data } = await service.graphql(`{ courseChecks(id: "${id}") { counts { error } } }`, key)
    return data.courseChecks.counts.error as number
  }
  const { body } = await service.rest('POST', `/courses/${courseId}/duplicate`, key)
  expect([await errorsOf(courseId), await errorsOf(body.data.id)]).toEqual([
    expect.any(Number),
    await errorsOf(courseId),
  ])
})
