import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { invalidFieldBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const useAttributes = 'is not a known field; put data of your own in attributes. The service sets the times in metadata'
const useContent =
  'is not a known field; put data of your own in content, which keeps all members. The service sets the times in metadata'
const metadata = { sku: 'B-1' }
const block = { type: 'text', content: { text: 'Light.' }, metadata }

test.each<[string, string, object, string, string]>([
  ['POST', '/courses', { name: 'C', metadata }, 'metadata', useAttributes],
  ['PATCH', `/courses/${missingId}`, { metadata }, 'metadata', useAttributes],
  ['POST', `/courses/${missingId}/modules`, { name: 'M', metadata }, 'metadata', useAttributes],
  ['PATCH', `/modules/${missingId}`, { metadata }, 'metadata', useAttributes],
  ['POST', `/modules/${missingId}/lessons`, { name: 'L', metadata }, 'metadata', useAttributes],
  ['PATCH', `/lessons/${missingId}`, { metadata }, 'metadata', useAttributes],
  ['POST', `/lessons/${missingId}/blocks`, block, 'metadata', useContent],
  ['PATCH', `/blocks/${missingId}`, { metadata }, 'metadata', useContent],
  ['POST', '/courses', { name: 'C', modules: [{ name: 'M', metadata }] }, 'modules.0.metadata', useAttributes],
  ['POST', `/modules/${missingId}/lessons`, { name: 'L', blocks: [block] }, 'blocks.0.metadata', useContent],
])('%s %s with metadata is told where data of its own belongs', async (method, path, body, field, message) => {
  const { status, body: answer } = await service.rest(method, path, key, body)
  expect([status, answer]).toEqual([400, invalidFieldBody(field, message)])
})

test('what the hint says is stored', async () => {
  const { lesson } = await createCourseTree(service, key)
  const changed = await service.rest('PATCH', `/lessons/${lesson.id}`, key, { attributes: metadata })
  expect(changed.body.data.attributes).toEqual(metadata)
  const content = { ...block.content, ...metadata }
  const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content })
  expect(made.body.data.content).toEqual(content)
})

test.each(['module', 'lesson', 'block'] as const)(
  'a PATCH of a %s with another parent is told how to move it',
  async (level) => {
    const { course, module, lesson, ...rest } = await createCourseTree(service, key)
    const records = { course, module, lesson, ...rest }
    const parent = { module: 'course', lesson: 'module', block: 'lesson' } as const
    const [path, parentId] = [`/${level}s/${records[level].id}`, `${parent[level]}Id`]
    const { status, body } = await service.rest('PATCH', path, key, { [parentId]: records[parent[level]].id })
    const route = `POST /${level}s/{${level}Id}/move`
    expect([status, body]).toEqual([
      400,
      invalidFieldBody(parentId, `is not a known field; ${route} moves a ${level} to another ${parent[level]}`),
    ])
    const moved = await service.rest('POST', `${path}/move`, key, { [parentId]: records[parent[level]].id })
    expect(moved.status).toBe(200)
  },
)

test.each(['course', 'module', 'lesson'] as const)(
  'a PATCH of a %s with the level below is told that the tree route writes both',
  async (level) => {
    const below = { course: 'modules', module: 'lessons', lesson: 'blocks' }[level]
    const { status, body } = await service.rest('PATCH', `/${level}s/${missingId}`, key, { [below]: [] })
    const message = `is not a known field; PUT /courses/{courseId}/tree writes a ${level} with its ${below}`
    expect([status, body]).toEqual([400, invalidFieldBody(below, message)])
  },
)
