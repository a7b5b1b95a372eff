import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderForTests } from '../support/file-store.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type UploadedFile, uploadFile } from '../support/upload-file.ts'

const publicUrl = 'https://learn.example'
let service: TestService
let key: string
let base: string
let close: () => Promise<void>
let cover: UploadedFile
beforeAll(async () => {
  const store = await openFolderForTests()
  close = store.close
  service = await startTestService({ env: { ...store.env, PUBLIC_URL: publicUrl }, hasJobs: false })
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  base = `/learn/${publicId}`
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: 'green' } })
  cover = await uploadFile(service, key, 'cover.png', await picture.png().toBuffer())
  await service.rest('PATCH', `/assets/${cover.id}`, key, { alt: 'A "meadow"' })
})
afterAll(async () => {
  await service.close()
  await close()
})

const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)
const create = async (fields: object) =>
  (await rest('POST', '/courses', { name: 'Botany', visibility: 'public', ...fields })).body.data
const usesOf = async () =>
  (await rest('GET', `/assets/${cover.id}/uses`)).body.data.map(
    ({ place, courseId }: { place: string; courseId: string }) => `${place} ${courseId}`,
  )

test('the cover of a course is on its page, in the list of courses, and in the preview that other sites show', async () => {
  const { id, coverAssetId } = await create({ coverAssetId: cover.id.toUpperCase() })
  expect(coverAssetId).toBe(cover.id)
  await publishCourse(service, key, id)
  const without = await create({ name: 'Mosses' })
  await publishCourse(service, key, without.id)
  const path = `${publicUrl}/assets/${base.slice(7)}/${cover.hash}/cover.png`
  const { text } = await service.http(`${base}/${id}`)
  expect(text).toContain(`<meta property="og:image" content="${path}?width=960">`)
  expect(text).toContain('<meta property="og:image:alt" content="A &quot;meadow&quot;">')
  expect(text).toContain(`<img src="${path}" srcset="${path}?width=320 320w, ${path}?width=960 960w, ${path} 1600w"`)
  expect(text).toContain('alt="A &quot;meadow&quot;" fetchpriority="high"')
  const list = (await service.http(base)).text
  expect(Array.from(list.matchAll(/<li [^>]*><(\w+)/g), ([, element]) => element)).toEqual(['svg', 'div'])
  expect(list).toContain(`<img src="${path}"`)
  expect((await service.http(`${base}/${without.id}`)).text).not.toContain('og:image')
  for (const [, url] of text.matchAll(/https:\/\/learn\.example(\/assets\/[^" ]+)/g))
    expect([url, (await service.http(url!)).status]).toEqual([url, 200])
  expect(
    (await service.rest('GET', `/delivery/${base.slice(7)}/courses/${id}`, undefined)).body.data.coverAssetId,
  ).toBe(cover.id)
})

test('a cover that is no file is refused, and one that no longer exists leaves the drawn cover', async () => {
  for (const wrong of ['cover.png', 7, {}]) {
    const { status, body } = await rest('POST', '/courses', { name: 'Botany', coverAssetId: wrong })
    expect([status, body.error.details.fields[0].path]).toEqual([400, 'coverAssetId'])
  }
  const { id } = await create({ coverAssetId: '00000000-0000-7000-8000-000000000000' })
  await publishCourse(service, key, id)
  const { status, text } = await service.http(`${base}/${id}`)
  expect([status, text.includes('<svg class="cover')]).toEqual([200, true])
})

test('a cover and a file in a description are used by drafts, copies, releases and the trash', async () => {
  const before = await usesOf()
  const added = async () => (await usesOf()).filter((use: string) => !before.includes(use)).sort()
  const { id } = await create({ coverAssetId: cover.id })
  expect(await added()).toEqual([`draft ${id}`])
  const copy = (await rest('POST', `/courses/${id}/duplicate`)).body.data
  expect(copy.coverAssetId).toBe(cover.id)
  expect(await added()).toEqual([`draft ${id}`, `draft ${copy.id}`].sort())
  await rest('PATCH', `/courses/${copy.id}`, { coverAssetId: null })
  await publishCourse(service, key, id)
  expect(await added()).toEqual([`draft ${id}`, `release ${id}`])
  await rest('PATCH', `/courses/${id}`, { coverAssetId: null })
  expect(await added()).toEqual([`release ${id}`])
  await rest('POST', `/courses/${id}/restore`, { release: 1 })
  expect(await added()).toEqual([`draft ${id}`, `release ${id}`])
  await rest('PATCH', `/courses/${copy.id}`, { description: `![](asset:${cover.id})` })
  const module = (await rest('POST', `/courses/${copy.id}/modules`, { name: 'M' })).body.data
  expect(await added()).toContain(`draft ${copy.id}`)
  const { trashId } = (await rest('DELETE', `/courses/${copy.id}`)).body.data
  expect(await added()).toContain(`trash ${copy.id}`)
  await rest('POST', `/trash/${trashId}/restore`)
  await rest('PATCH', `/courses/${copy.id}`, { description: null })
  expect(await added()).toEqual([`draft ${id}`, `release ${id}`])
  const inText = { description: `![](asset:${cover.id})` }
  await rest('PATCH', `/modules/${module.id}`, inText)
  expect(await added()).toContain(`draft ${copy.id}`)
  await rest('PATCH', `/modules/${module.id}`, { description: null })
  const lesson = (await rest('POST', `/modules/${module.id}/lessons`, { name: 'L', ...inText })).body.data
  const uses = (await rest('GET', `/assets/${cover.id}/uses`)).body.data
  expect(uses).toContainEqual({ place: 'draft', courseId: copy.id, lessonId: lesson.id, blockId: null })
})
