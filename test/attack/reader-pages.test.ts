import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let base: string
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  base = `/learn/${publicId}`
})
afterAll(() => service.close())

/** Publishes a lesson with these blocks, and returns its page for learners and that of a preview link. */
async function pagesOf(blocks: object[]): Promise<string[]> {
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Hard', visibility: 'public', modules })
  const { id } = body.data
  await publishCourse(service, key, id)
  const { data } = (await service.rest('GET', `/courses/${id}/tree`, key)).body
  const lessonId = data.modules[0].lessons[0].id
  const link = await service.rest('POST', `/courses/${id}/preview-links`, key, {})
  const paths = [`${base}/${id}/${lessonId}`, `/preview/${link.body.data.token}/${lessonId}`]
  const pages = await Promise.all(paths.map((path) => service.http(path)))
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  return pages.map(({ text }) => text)
}
const textBlock = (text: string, format = 'markdown') => ({ type: 'text', content: { text, format } })
const long = 'Plants eat light. '.repeat(14_000)

test.each([
  ['emphasis that never closes', '*a_'.repeat(80_000)],
  ['deep quotes', `${'> '.repeat(500)}a\n`.repeat(200)],
  ['deep lists', Array.from({ length: 480 }, (_, level) => `${' '.repeat(level)}- a\n`).join('')],
  ['brackets', '[a](b'.repeat(50_000)],
  ['a table of many cells', `|a|b|\n|-|-|\n${'|*a*|b|\n'.repeat(25_000)}`],
  ['many lines', 'a\n=\n'.repeat(30_000)],
])('a text of 250 KB with %s is shown as it is written or left out', async (_what, text) => {
  for (const page of await pagesOf([textBlock(text)])) {
    expect(page).toMatch(/<p class="plain" dir="auto">|This lesson is longer than this page can show/)
    expect(page.length).toBeLessThan(6 * text.length)
  }
})

test('references to a long definition do not repeat it', async () => {
  const text = `[a]: http://example.com/${'x'.repeat(40_000)}\n\n${'[a] '.repeat(900)}`
  for (const page of await pagesOf([textBlock(text)])) expect(page.length).toBeLessThan(100_000)
})

test('too many marks of emphasis are shown as they are written, and the rest of the text is converted', async () => {
  const text = `# Light\n\n${'*a_'.repeat(1000)}`
  for (const page of await pagesOf([textBlock(text)])) {
    expect(page).toContain('<h2 id="light" dir="auto">Light</h2>')
    expect(page).toContain('*a_*a_')
  }
})

test('a page leaves out the blocks of a lesson beyond its maximum, and says so', async () => {
  for (const page of await pagesOf(Array.from({ length: 9 }, () => textBlock(long)))) {
    expect(page.match(/<section class="block/g)).toHaveLength(7)
    expect(page).toContain('This lesson is longer than this page can show.')
  }
})

test('a quiz of many texts that are hard to convert is shown as it is written', async () => {
  const options = Array.from({ length: 40 }, (_, id) => ({ id: String(id), text: '- a\n'.repeat(900) }))
  const questions = [{ id: 'q', type: 'single_choice', prompt: 'Which?', options, answer: '0' }]
  for (const page of await pagesOf([{ type: 'quiz', content: { questions } }, textBlock('*After.*')])) {
    expect(page.match(/type="radio"/g)).toHaveLength(40)
    expect(page).toContain('- a\n- a\n')
    expect(page).toContain('<em>After.</em>')
  }
})
