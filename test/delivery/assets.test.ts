import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderForTests } from '../support/file-store.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'
import { type UploadedFile, uploadFile } from '../support/upload-file.ts'

let service: TestService
let key: string
let publicId: string
let close: () => Promise<void>
let [first, second]: UploadedFile[] = []
beforeAll(async () => {
  const store = await openFolderForTests()
  close = store.close
  service = await startTestService({ env: store.env, hasJobs: false })
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  publicId = (await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).publicId
  const captions = (cue: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${cue}\n`
  first = await uploadFile(service, key, 'first.vtt', captions('One'))
  second = await uploadFile(service, key, 'second.vtt', captions('Two'))
})
afterAll(async () => {
  await service.close()
  await close()
})

async function publish(visibility: string) {
  const blocks = [
    { type: 'image', content: { assetId: first!.id, alt: 'x' } },
    { type: 'text', content: { text: `[Two](asset:${second!.id}) and asset:00000000-0000-7000-8000-000000000000` } },
  ]
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const course = { name: 'C', visibility, modules, coverAssetId: second!.id }
  const { id } = (await service.rest('POST', '/courses', key, course)).body.data
  await publishCourse(service, key, id)
  const tree = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  return { id, lessonId: tree.modules[0].lessons[0].id as string }
}
const read = (path: string, auth?: string) => service.rest('GET', `/delivery/${publicId}/courses/${path}`, auth)
const path = ({ hash, name }: UploadedFile) => `/assets/${publicId}/${hash}/${name}`

test('learners read the addresses of the files of a lesson and of its course, which stay in a public course', async () => {
  const { id, lessonId } = await publish('public')
  const ofLesson = await read(`${id}/assets?lessonId=${lessonId}`)
  expect(ofLesson.body.data.map(({ id, url, type }: UploadedFile) => [id, url, type])).toEqual([
    [first!.id, path(first!), 'text/vtt'],
    [second!.id, path(second!), 'text/vtt'],
  ])
  expect(ofLesson.headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=600')
  const ofCourse = await read(`${id}/assets`)
  expect(ofCourse.body.data.map(({ id }: UploadedFile) => id)).toEqual([second!.id])
  expect((await read(`${id}/assets?lessonId=x`)).status).toBe(404)
  expect((await service.http(ofLesson.body.data[0].url)).status).toBe(200)
})

test('the addresses of other courses are signed, and read by those who may read the course', async () => {
  const unlisted = await publish('unlisted')
  const [file] = (await read(`${unlisted.id}/assets?lessonId=${unlisted.lessonId}`)).body.data
  expect(file.url).toMatch(/\?expires=\d+&signature=[\w-]{43}$/)
  expect((await service.http(file.url)).status).toBe(200)
  const own = await publish('private')
  expect((await read(`${own.id}/assets`)).status).toBe(401)
  expect((await read(`${own.id}/assets`, await service.key())).status).toBe(404)
  const mine = await read(`${own.id}/assets`, key)
  expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  expect(mine.body.data[0].url).toContain('signature=')
})

test('GraphQL has the addresses beside the content of each block, in one statement for a whole course', async () => {
  const { id, lessonId } = await publish('public')
  const variables = { workspace: publicId, id, lessonId }
  const query = `query ($workspace: String!, $id: String!, $lessonId: ID!) {
    deliveredLesson(workspace: $workspace, course: $id, lessonId: $lessonId) { blocks { content assets { id url } } }
    deliveredTree(workspace: $workspace, course: $id) { modules { lessons { blocks { assets { id } } } } }
  }`
  let answer: Awaited<ReturnType<TestService['graphql']>> | undefined
  const statements = await statementsOf(async () => {
    answer = await service.graphql(query, undefined, variables)
  })
  expect(statements.filter((sql) => /FROM assets /.test(sql))).toHaveLength(1)
  expect(answer!.data.deliveredLesson.blocks).toEqual([
    { content: { assetId: first!.id, alt: 'x' }, assets: [{ id: first!.id, url: path(first!) }] },
    { content: expect.anything(), assets: [{ id: second!.id, url: path(second!) }] },
  ])
  const ofTree = answer!.data.deliveredTree.modules[0].lessons[0].blocks
  expect(ofTree).toEqual([{ assets: [{ id: first!.id }] }, { assets: [{ id: second!.id }] }])
})
