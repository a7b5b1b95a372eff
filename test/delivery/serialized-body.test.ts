import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sampleCourse } from '../../src/sample/course.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'

let fast: TestService
let plain: TestService
let key: string
let publicId: string
let courseId: string
let paths: string[]

const odd = [
  { type: 'text', content: { text: 'ß🌱 \u2028 "quoted" \\ \u0001', more: [1.5, 1e21, -0, null, { deep: [] }] } },
  { type: 'code', content: JSON.parse('{"code":"a\\n","solution":"b","__proto__":{"c":1},"blocks":[]}') },
]

beforeAll(async () => {
  fast = await startTestService()
  const workspaceId = await fast.workspace()
  key = await fast.key({ workspaceId })
  await openPublishGate(fast)
  ;({ publicId } = await fast.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } }))
  const more = { name: 'Odd', key: 'odd', lessons: [{ name: '"', blocks: odd }, { name: 'Empty' }] }
  const course = { ...sampleCourse, modules: [...sampleCourse.modules, more, { name: 'No lessons' }] }
  courseId = (await fast.rest('POST', '/courses', key, course)).body.data.id
  await publishCourse(fast, key, courseId)
  vi.stubEnv('COURSEWRIGHT_WITHOUT', 'serializedBody')
  vi.resetModules()
  const other = await import('../support/service.ts')
  plain = await other.startTestService({ db: { ...fast.db, close: async () => {} } })
  // Other files of this worker import the tuned parts again.
  vi.unstubAllEnvs()
  vi.resetModules()
  const { body } = await fast.rest('GET', `/delivery/${publicId}/courses/${courseId}`)
  const lessons = body.data.modules.flatMap((module: { lessons: { id: string }[] }) => module.lessons)
  const below = ['/tree', ...lessons.map(({ id }: { id: string }) => `/lessons/${id}`)]
  paths = ['', '/releases/1'].flatMap((release) => below.map((path) => `${courseId}${release}${path}`))
})
afterAll(async () => {
  await plain.close()
  await fast.close()
})

const read = ({ rest }: TestService, path: string) => rest('GET', `/delivery/${publicId}/courses/${path}`)

/** Returns how many responses the log counts as sent from stored text, for one request. */
async function countSerializedBodies(service: TestService, path: string): Promise<number> {
  service.logged.length = 0
  service.app.services.log.level = 'debug'
  await read(service, path)
  service.app.services.log.level = 'info'
  return service.logged.filter(({ serializer }) => serializer === 'stored').length
}

test('a published lesson and a published course that are sent as stored text equal those that GraphQL executes', async () => {
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const [stored, executed] = [await read(fast, path), await read(plain, path)]
    expect([path, stored.status, stored.headers.get('etag')]).toEqual([path, 200, executed.headers.get('etag')])
    expect(JSON.stringify(stored.body)).toBe(JSON.stringify(executed.body))
  }
  expect([await countSerializedBodies(fast, paths[0]!), await countSerializedBodies(plain, paths[0]!)]).toEqual([1, 0])
})

test('GraphQL answers the same lesson and course as REST', async () => {
  const documents = await readFile('test/operations/documents.graphql', 'utf8')
  const documentOf = (name: string) =>
    documents.split(/^(?=query |mutation )/m).find((one) => one.includes(` ${name}(`))!
  const lessonId = paths[1]!.split('/').at(-1)
  const variables = { workspace: publicId, course: courseId, lessonId }
  for (const [name, path] of [
    ['deliveredTree', paths[0]!],
    ['deliveredLesson', paths[1]!],
  ] as const) {
    const { data } = await fast.graphql(documentOf(name), undefined, variables)
    expect(data[name]).toEqual((await read(fast, path)).body.data)
  }
})

test('a release from before a field existed is sent with the field empty', async () => {
  const id = (await fast.rest('POST', '/courses', key, { ...sampleCourse, slug: 'old' })).body.data.id
  await publishCourse(fast, key, id)
  const { prisma } = fast.db
  const withoutNewFields = (body: unknown) =>
    JSON.parse(
      JSON.stringify(body, (name, value) =>
        /^(objectives|durationMinutes|prerequisites|optional|tags|license|coverAssetId)$/.test(name)
          ? undefined
          : value,
      ),
    )
  const [release] = await prisma.release.findMany({ where: { courseId: id } })
  await prisma.release.updateMany({ where: { courseId: id }, data: { outline: withoutNewFields(release!.outline) } })
  for (const { workspaceId, hash, body, learnerBody } of await prisma.releaseNode.findMany({ where: { courseId: id } }))
    await prisma.releaseNode.update({
      where: { workspaceId_hash: { workspaceId, hash } },
      data: { body: withoutNewFields(body), ...(learnerBody && { learnerBody: withoutNewFields(learnerBody) }) },
    })
  const empty = { objectives: [], durationMinutes: null }
  const emptyBelow = { ...empty, prerequisites: [], optional: false }
  for (const service of [fast, plain]) {
    const { status, body } = await read(service, `${id}/tree`)
    const [module] = body.data?.modules ?? []
    expect([status, body.data, module, module?.lessons[0]]).toMatchObject([
      200,
      { ...empty, tags: [], license: null, coverAssetId: null },
      emptyBelow,
      emptyBelow,
    ])
    const outline = (await read(service, id)).body.data
    expect(outline.modules[0].lessons[0]).toMatchObject({ durationMinutes: null, prerequisites: [], optional: false })
  }
})
