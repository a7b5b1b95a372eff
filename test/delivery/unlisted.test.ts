import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../api/mcp/client.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
let publicId: string
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  publicId = (await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).publicId
  await openPublishGate(service)
})
afterAll(() => service.close())

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const read = (path: string, auth?: string) => service.rest('GET', `/delivery/${publicId}/courses${path}`, auth)
const modules = [{ name: 'Leaves', lessons: [{ name: 'Light', blocks: [{ type: 'text', content: { text: 'Hi.' } }] }] }]
async function publish(settings: object): Promise<string> {
  const { id } = (await rest('POST', '/courses', { name: 'Botany', modules, ...settings })).body.data
  await publishCourse(service, key, id)
  return id
}

test('an unlisted course is read by its id and its slug without a key, and no public list has it', async () => {
  const id = await publish({ slug: 'hidden', visibility: 'unlisted' })
  const open = await publish({ slug: 'open', visibility: 'public' })
  for (const path of [`/${id}`, '/hidden', '/hidden/tree', `/${id}/releases/1`])
    expect([path, (await read(path)).status]).toEqual([path, 200])
  const { headers, body } = await read('/hidden')
  expect(body.data).toMatchObject({ id, visibility: 'unlisted' })
  expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=600')
  const listed = await read('')
  expect([listed.body.data.map((course: { id: string }) => course.id), listed.body.meta.total]).toEqual([[open], 1])
  const stranger = await service.key({ scopes: ['delivery:read'] })
  expect((await read('', stranger)).body.meta.total).toBe(1)
  expect((await read('/hidden', stranger)).status).toBe(200)
  expect((await read('', key)).body.meta.total).toBe(2)
})

test('a course becomes unlisted on every API, and private again at once', async () => {
  const id = await publish({ visibility: 'private' })
  expect((await read(`/${id}`)).status).toBe(401)
  await (await connect(service, key)).tool('update_content', { kind: 'course', id, visibility: 'unlisted' })
  expect((await read(`/${id}`)).status).toBe(200)
  const query = 'mutation ($id: ID!) { updateCourse(id: $id, input: { visibility: private }) { visibility } }'
  expect((await service.graphql(query, key, { id })).data).toEqual({ updateCourse: { visibility: 'private' } })
  expect((await read(`/${id}`)).status).toBe(401)
  for (const visibility of ['hidden', null, 3]) {
    const refused = await rest('PATCH', `/courses/${id}`, { visibility })
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'visibility'])
  }
})

test('the pages of an unlisted course ask search engines not to show them, and those of a public one do not', async () => {
  const id = await publish({ visibility: 'unlisted' })
  const [lesson] = (await read(`/${id}`)).body.data.modules[0].lessons
  for (const path of [`/learn/${publicId}/${id}`, `/learn/${publicId}/${id}/${lesson.id}`]) {
    const { status, text, headers } = await service.http(path)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect(text).toContain('<meta name="robots" content="noindex">')
  }
  await rest('PATCH', `/courses/${id}`, { visibility: 'public' })
  const { text, headers } = await service.http(`/learn/${publicId}/${id}`)
  expect([headers.get('x-robots-tag'), text.includes('noindex')]).toEqual([null, false])
})

test('answers of an unlisted course are checked without a key', async () => {
  const question = { id: 'q', type: 'true_false', prompt: 'Green?', answer: true }
  const blocks = [{ type: 'quiz', content: { questions: [question] } }]
  const id = await publish({ visibility: 'unlisted', modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }] })
  const tree = (await read(`/${id}/tree`)).body.data
  const [block] = tree.modules[0].lessons[0].blocks
  const body = { course: id, block: block.id, questionId: 'q', response: true }
  expect(await checkAnswer(body)).toMatchObject({ status: 200 })
  await rest('PATCH', `/courses/${id}`, { visibility: 'private' })
  expect((await checkAnswer(body)).status).toBe(401)
})
const checkAnswer = ({ block, ...body }: { block: string; course: string; questionId: string; response: unknown }) =>
  service.rest('POST', `/delivery/${publicId}/blocks/${block}/check`, undefined, body)
