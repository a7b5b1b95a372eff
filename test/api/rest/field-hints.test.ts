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
  ['POST', `/courses/${missingId}/modules`, { name: 'M', metadata }, 'metadata', useAttributes],
  ['POST', `/modules/${missingId}/lessons`, { name: 'L', metadata }, 'metadata', useAttributes],
  ['POST', `/lessons/${missingId}/blocks`, block, 'metadata', useContent],
  ['POST', '/courses', { name: 'C', modules: [{ name: 'M', metadata }] }, 'modules.0.metadata', useAttributes],
  ['POST', `/modules/${missingId}/lessons`, { name: 'L', blocks: [block] }, 'blocks.0.metadata', useContent],
])('%s %s with metadata is told where data of its own belongs', async (method, path, body, field, message) => {
  const { status, body: answer } = await service.rest(method, path, key, body)
  expect([status, answer]).toEqual([400, invalidFieldBody(field, message)])
})

test('a request that follows the hint of a refusal is stored', async () => {
  const { lesson } = await createCourseTree(service, key)
  const changed = await service.rest('PATCH', `/lessons/${lesson.id}`, key, { attributes: metadata })
  expect(changed.body.data.attributes).toEqual(metadata)
  const content = { ...block.content, ...metadata }
  const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content })
  expect(made.body.data.content).toEqual(content)
})

test.each(['module', 'lesson', 'block'] as const)(
  'a change of a %s with another parent in GraphQL is told how to move it',
  async (level) => {
    const parent = { module: 'course', lesson: 'module', block: 'lesson' }[level]
    const title = `${level[0]!.toUpperCase()}${level.slice(1)}`
    const { errors } = await service.graphql(
      `mutation ($input: Update${title}Input!) { update${title}(id: "${missingId}", input: $input) { id } }`,
      key,
      { input: { [`${parent}Id`]: missingId } },
    )
    const route = `POST /${level}s/{${level}Id}/move`
    const message = `is not a known field; ${route} moves a ${level} to another ${parent}`
    expect(errors[0].extensions.details.fields).toEqual([{ path: `input.${parent}Id`, message }])
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
