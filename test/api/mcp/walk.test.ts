import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'
import { type Agent, connect } from './client.ts'

let service: TestService
let agent: Agent
beforeAll(async () => {
  service = await startTestService()
  agent = await connect(service, await service.key())
})
afterAll(() => service.close())

const quiz = (prompt: string) => ({
  type: 'quiz',
  content: {
    questions: [{ id: 'q1', type: 'true_false', prompt, answer: true, explanation: 'It says so above.' }],
  },
})
const lesson = (module: number, number: number) => ({
  key: `m${module}-l${number}`,
  name: `Lesson ${module}.${number}`,
  blocks: [
    { key: `m${module}-l${number}-text`, type: 'text', content: { text: `What lesson ${module}.${number} says.` } },
    { key: `m${module}-l${number}-quiz`, ...quiz(`Is this lesson ${module}.${number}?`) },
  ],
})

test('an agent designs a course of 3 modules with lessons and quizzes in fewer than 15 calls', async () => {
  const before = agent.calls()
  expect((await agent.tool('list_courses', { search: 'botany' })).data.items).toEqual([])
  const types = await agent.tool('list_block_types')
  expect(types.data.items.map(({ type }) => type)).toContain('quiz')

  const modules = [1, 2, 3].map((number) => ({
    key: `m${number}`,
    name: `Module ${number}`,
    lessons: [lesson(number, 1), lesson(number, 2)],
  }))
  const made = await agent.tool('create_course', { name: 'Botany', language: 'en', difficulty: 'beginner', modules })
  const id = made.data.id
  const outline = await agent.tool('read_course', { id })
  expect(outline.text.match(/^### .*$/gm)).toEqual(
    modules.flatMap(({ lessons }) => lessons.map(({ name }) => `### ${name.slice(7)} ${name}`)),
  )

  const revised = await agent.tool('put_course_tree', {
    id,
    modules: [{ key: 'm1', name: 'Roots', lessons: [lesson(1, 2), lesson(1, 1), lesson(1, 3)] }],
  })
  expect(revised.data.counts).toEqual({ created: 3, updated: 1, moved: 1, deleted: 0, unchanged: 19 })
  const markdown = await agent.tool('read_course', { id, as: 'markdown' })
  expect(markdown.text).toContain('## 1. Roots\n\n### 1.1 Lesson 1.2\n\nWhat lesson 1.2 says.')
  const published = await agent.tool('update_content', { kind: 'course', id, published: true })
  expect(published.data.id).toBe(id)
  expect(agent.calls() - before).toBeLessThan(8)
})

test('an agent builds a course of 3 modules with quizzes, changes a lesson and publishes, in 4 calls and 2,500 tokens', async () => {
  let chars = 0
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await agent.tool(name, args)
    chars += JSON.stringify({ name, arguments: args }).length + answer.text.length
    expect(answer.isError).toBe(false)
    return answer.data
  }
  const before = agent.calls()
  const modules = [1, 2, 3].map((number) => ({
    key: `m${number}`,
    name: `Module ${number}`,
    lessons: [lesson(number, 1), lesson(number, 2)],
  }))
  const made = await call('put_course_tree', { name: 'Mosses', language: 'en', modules })
  const lessonId = made.modules[0]!.lessons[0]!.id
  const changed = await call('update_content', { kind: 'lesson', id: lessonId, name: 'How mosses drink' })
  expect(changed).toEqual({ id: lessonId, key: 'm1-l1', order: 0, version: 2, warnings: [] })
  const dryRun = await call('publish_course', { courseId: made.id, dryRun: true })
  expect(dryRun.diff).toMatchObject({ counts: { added: 21 }, leftOut: 11 })
  expect(dryRun.diff).toHaveProperty('changes.length', 10)
  const published = await call('publish_course', { courseId: made.id, confirm: dryRun.confirm })
  expect(published).toMatchObject({ isNew: true, release: { number: 1 } })
  expect([agent.calls() - before, chars / 4 <= 2500]).toEqual([4, true])
})
