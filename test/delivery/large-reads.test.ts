import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

let service: TestService
let key: string
let publicId: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
})
afterAll(() => service.close())

/** Publishes a course with one lesson: a quiz, and a text of `chars` characters. */
async function publish(chars: number) {
  const quiz = { questions: [{ id: 'q', type: 'true_false', prompt: 'Is it?', answer: true }] }
  const blocks = [
    { type: 'quiz', content: quiz },
    { type: 'text', content: { text: 'x'.repeat(chars) } },
  ]
  const course = {
    name: 'Botany',
    visibility: 'public',
    modules: [{ name: 'One', lessons: [{ name: 'Light', blocks }] }],
  }
  const { id } = (await service.rest('POST', '/courses', key, course)).body.data
  await publishCourse(service, key, id)
  const [lesson] = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data.modules[0].lessons
  return { id, lesson: lesson.id, quiz: lesson.blocks[0].id }
}
type Course = Awaited<ReturnType<typeof publish>>

const rest = async (method: string, path: string, auth?: string, body?: object) =>
  (await service.rest(method, path, auth, body)).body

const reads: [string, (course: Course) => Promise<unknown>][] = [
  ['a release', ({ id }) => rest('GET', `/courses/${id}/releases/1`, key)],
  ['a lesson', ({ id, lesson }) => rest('GET', `/delivery/${publicId}/courses/${id}/lessons/${lesson}`)],
  [
    'a lesson through GraphQL',
    async ({ id, lesson }) => {
      const args = `workspace: "${publicId}", course: "${id}", lessonId: "${lesson}"`
      return service.graphql(`{ deliveredLesson(${args}) { blocks { content } } }`, key)
    },
  ],
  [
    'a check of an answer',
    ({ quiz }) => {
      const body = { questionId: 'q', response: true }
      return rest('POST', `/delivery/${publicId}/blocks/${quiz}/check`, undefined, body)
    },
  ],
]

test.each(reads)('%s in a lesson of more than 64 KB waits for the turn of its workspace', async (_what, send) => {
  const course = await publish(100_000)
  const wholeCourses = service.app.services.limiters.get(wholeCourseLimiter)
  const endTurns = [1, 2].map(() => wholeCourses.acquireNow(workspaceId))
  const answer = send(course)
  await expect.poll(() => wholeCourses.state().waiting, { timeout: 20_000, interval: 5 }).toBe(1)
  for (const endTurn of endTurns) endTurn()
  expect(await answer).toMatchObject({ data: expect.anything() })
  expect(wholeCourses.state()).toEqual({ used: 0, waiting: 0, tenants: 0 })
})

test.each(reads.slice(1))('%s in a small lesson needs no turn', async (_what, send) => {
  const course = await publish(100)
  const wholeCourses = service.app.services.limiters.get(wholeCourseLimiter)
  const endTurns = [1, 2].map(() => wholeCourses.acquireNow(workspaceId))
  try {
    expect(await send(course)).toMatchObject({ data: expect.anything() })
  } finally {
    for (const endTurn of endTurns) endTurn()
  }
})

test('of the requests that wait for the same lesson, the first one reads the lesson', async () => {
  const course = await publish(100_000)
  const wholeCourses = service.app.services.limiters.get(wholeCourseLimiter)
  const endTurns = [1, 2].map(() => wholeCourses.acquireNow(workspaceId))
  const answers = [1, 2, 3].map(() => reads[1]![1](course))
  await expect.poll(() => wholeCourses.state().waiting, { timeout: 20_000, interval: 5 }).toBe(3)
  const statements = await allStatementsOf(async () => {
    endTurns[0]!()
    for (const answer of answers) expect(await answer).toMatchObject({ data: { id: course.lesson } })
  })
  endTurns[1]!()
  expect(statements.filter((text) => text.includes('learner_body'))).toHaveLength(1)
})
