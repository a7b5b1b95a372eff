import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQuizQuestions } from '../../src/courses/block/quiz/questions.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import {
  secretPattern,
  type ToleratedContent,
  toleratedContents,
  toleratedQuizzes,
} from '../support/tolerated-content.ts'

type Block = { id: string; content: { questions: { id: string }[] } }
type Course = ToleratedContent & { courseId: string; lessonId: string; blockId: string; token: string }

let service: TestService
let key: string
let publicId: string
const courses: Course[] = []
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  ;({ publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
  await openPublishGate(service)
  for (const [index, one] of toleratedContents.entries()) courses.push(await publish(one, index))
  // A release that was stored before the reader existed has the secrets in the text for learners.
  await service.db.prisma.$executeRaw`UPDATE release_nodes SET learner_form = 0, learner_body = body
    WHERE course_id IN (SELECT id FROM courses WHERE name LIKE 'Old %')`
})
afterAll(() => service.close())

async function publish(one: ToleratedContent, index: number): Promise<Course> {
  const modules = [{ name: 'One', lessons: [{ name: 'Trees', blocks: [{ type: one.type, content: one.sent }] }] }]
  const fields = { name: `${index % 2 ? 'Old' : 'New'} ${index}`, visibility: 'public' }
  const made = await service.rest('POST', '/courses', key, { ...fields, modules })
  const courseId: string = made.body.data.id
  const [lesson] = (await service.rest('GET', `/courses/${courseId}/tree`, key)).body.data.modules[0].lessons
  await publishCourse(service, key, courseId)
  const link = await service.rest('POST', `/courses/${courseId}/preview-links`, key, {})
  return { ...one, courseId, lessonId: lesson.id, blockId: lesson.blocks[0].id, token: link.body.data.token }
}

const all = toleratedContents.map((one, index) => [one.name, index] as const)
const textOf = (html: string) => html.replaceAll(/\\n/g, '\n')

test.each(all)('%s reaches learners in the documented shape, and without secrets', async (_name, index) => {
  const { courseId, lessonId, token, shown, sent } = courses[index]!
  const api = `/api/v1/delivery/${publicId}/courses/${courseId}`
  const paths = [
    `${api}/tree`,
    `${api}/lessons/${lessonId}`,
    `${api}/releases/1/tree`,
    `${api}/releases/1/lessons/${lessonId}`,
    `/learn/${publicId}/${courseId}/${lessonId}`,
    `/preview/${token}/${lessonId}`,
  ]
  for (const path of paths) {
    const { status, text } = await service.http(path)
    expect([path, status, secretPattern.exec(text)?.[0]]).toEqual([path, 200, undefined])
    expect(textOf(text)).toContain(shown)
    // Only the documented names are sent.
    const others = Object.keys(sent).filter((name) => !documentedNames.has(name))
    expect([path, others.filter((name) => text.includes(`"${name}":`))]).toEqual([path, []])
  }
  const args = `workspace: "${publicId}", course: "${courseId}"`
  const result = await service.graphql(
    `{ deliveredTree(${args}) { modules { lessons { blocks { content } } } } deliveredLesson(${args}, lessonId: "${lessonId}") { blocks { content } } }`,
  )
  expect(result.errors).toBeUndefined()
  expect(secretPattern.exec(JSON.stringify(result.data))).toBeNull()
  // A second read comes from the caches.
  const again = await service.http(`${api}/lessons/${lessonId}`)
  expect(secretPattern.exec(again.text)).toBeNull()
})

/** Names that a lesson and the documented shapes have too. */
const documentedNames = new Set([
  'transcript',
  'language',
  'config',
  'options',
  'questions',
  'explanation',
  'text',
  'type',
])

test.each(all)('%s is read as text, and found by a search', async (_name, index) => {
  const { courseId, blockId, shown } = courses[index]!
  const { body } = await service.rest('GET', `/courses/${courseId}/reading?as=markdown`, key)
  expect(body.data.text).toContain(shown)
  expect(body.data.text).not.toContain('Empty block')
  const query = encodeURIComponent(shown.split(/[^\w]/).find((word) => word.length > 2)!)
  const found = await service.rest('GET', `/search?query=${query}&courseId=${courseId}&level=block`, key)
  expect(
    found.body.data.map(({ id, excerpt }: { id: string; excerpt: string }) => [id, excerpt.includes('<mark>')]),
  ).toEqual([[blockId, true]])
})

test.each(all)('a change of %s is a difference between the release and the draft', async (_name, index) => {
  const { courseId, blockId, read, sent, type } = courses[index]!
  expect((await service.rest('GET', `/courses/${courseId}/diff`, key)).body.data.changes).toEqual([])
  await service.rest('PATCH', `/blocks/${blockId}`, key, { type, content: read })
  const { body } = await service.rest('GET', `/courses/${courseId}/diff`, key)
  expect(body.data.changes).toMatchObject([{ kind: 'block' }])
  expect(JSON.stringify(body.data.changes)).toContain(blockId)
  await service.rest('PATCH', `/blocks/${blockId}`, key, { type, content: sent })
})

test.each(toleratedQuizzes.map((one, index) => [one.name, index] as const))(
  '%s is graded by the API and by the page, with the ids that learners get',
  async (_name, index) => {
    const { courseId, lessonId, blockId, sent } = courses[index]!
    const at = `/api/v1/delivery/${publicId}/courses/${courseId}`
    const lesson = (await service.http(`${at}/lessons/${lessonId}`)).body.data as { blocks: Block[] }
    const [delivered] = lesson.blocks[0]!.content.questions
    const [question] = readQuizQuestions(sent)
    expect(delivered!.id).toBe(question!.id)
    const { type } = question!
    const answer = question!.answer as string | boolean | string[]
    const responses =
      type === 'multiple_choice'
        ? [
            [answer, true],
            [['0'], false],
          ]
        : [
            [answer, true],
            [type === 'short_text' ? 'x' : type === 'true_false' ? 'false' : '1', false],
          ]
    for (const [response, correct] of responses) {
      const input = { questionId: delivered!.id, response }
      const { status, body } = await service.rest(
        'POST',
        `/delivery/${publicId}/blocks/${blockId}/check`,
        undefined,
        input,
      )
      expect([status, body.data?.correct]).toEqual([200, correct])
      const form = new URLSearchParams([['block', blockId], ...[response].flat().map((one) => ['q0', String(one)])])
      const page = await service.http(`/learn/${publicId}/${courseId}/${lessonId}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
      expect([page.status, page.text.includes(`class="verdict ${correct ? 'right' : 'wrong'}"`)]).toEqual([200, true])
    }
  },
)
