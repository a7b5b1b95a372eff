import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAssets } from '../../src/assets/removal/sweep.ts'
import { makeFolderStore } from '../../src/platform/files/folder-store.ts'
import { openFolderForTests } from '../support/file-store.ts'
import { makeFilm, makeMp3, makeSound } from '../support/media-files.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { uploadFile } from '../support/upload-file.ts'
import { makeOpenDocumentText } from '../support/zip-files.ts'

let service: TestService
let key: string
let workspaceId: string
let folder: string
let close: () => Promise<void>
beforeAll(async () => {
  const store = await openFolderForTests()
  folder = store.env.DATA_DIR!
  close = store.close
  service = await startTestService({ env: store.env, hasJobs: false })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
})
afterAll(async () => {
  await service.close()
  await close()
})
const rest = (method: string, path: string, body?: unknown) => service.rest(method, path, key, body)

test('the picture of a course is there while a copy, a release or the trash uses it, and gone a month after that', async () => {
  const store = makeFolderStore(`${folder}/assets`)
  const pixels = { create: { width: 600, height: 400, channels: 3, background: 'teal' } } as const
  const picture = await uploadFile(service, key, 'teal.png', await sharp(pixels).png().toBuffer())
  const storeKey = `${picture.id.slice(-2)}/${picture.id.slice(-4, -2)}/${workspaceId}.${picture.id}`
  expect((await service.http(`${picture.url}&width=320`)).status).toBe(200)
  const sizes = () => Promise.all([storeKey, `${storeKey}.320.webp`].map((one) => store.size(one)))
  /** Lets the job run, 31 days later for a file that it has found unused before. */
  async function sweepAMonthLater() {
    await sweepAssets(service.db.sql, store)
    await service.db.prisma.$executeRawUnsafe(
      `UPDATE assets SET unused_since = now() - interval '31 days' WHERE unused_since IS NOT NULL`,
    )
    await sweepAssets(service.db.sql, store)
    return (await rest('GET', `/assets/${picture.id}`)).status
  }
  const blocks = [{ type: 'image', content: { assetId: picture.id, alt: 'x' } }]
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const { id } = (await rest('POST', '/courses', { name: 'C', modules, coverAssetId: picture.id })).body.data
  await publishCourse(service, key, id)
  const copy = (await rest('POST', `/courses/${id}/duplicate`)).body.data.id
  const purge = async (course: string) => {
    const { trashId } = (await rest('DELETE', `/courses/${course}`)).body.data
    expect(await sweepAMonthLater()).toBe(200)
    expect((await rest('DELETE', `/trash/${trashId}`)).status).toBe(200)
  }
  await purge(id)
  expect(await sweepAMonthLater()).toBe(200)
  const { trashId } = (await rest('DELETE', `/courses/${copy}`)).body.data
  expect(await sweepAMonthLater()).toBe(200)
  expect((await rest('POST', `/trash/${trashId}/restore`)).status).toBe(200)
  expect(await sizes()).toEqual([expect.any(Number), expect.any(Number)])
  await purge(copy)
  await sweepAssets(service.db.sql, store)
  expect((await rest('GET', `/assets/${picture.id}`)).status).toBe(200)
  expect(await sweepAMonthLater()).toBe(404)
  expect(await sizes()).toEqual([undefined, undefined])
})

test.each([
  ['captions.vtt', 'text/vtt; charset=utf-8', 'inline', () => 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n'],
  ['captions.srt', 'text/vtt; charset=utf-8', 'inline', () => '1\n00:00:01,000 --> 00:00:02,500\nHello\n'],
  ['film.mp4', 'video/mp4', 'inline', () => makeFilm()],
  ['film.webm', 'video/webm', 'inline', () => makeFilm('webm')],
  ['sound.m4a', 'audio/mp4', 'inline', () => makeSound('mp4')],
  ['sound.webm', 'audio/webm', 'inline', () => makeSound('webm')],
  ['sound.ogg', 'audio/ogg', 'inline', () => makeSound()],
  ['sound.mp3', 'audio/mpeg', 'inline', () => makeMp3()],
  ['sheet.pdf', 'application/pdf', 'inline', () => '%PDF-1.7\nx'],
  ['text.odt', 'application/vnd.oasis.opendocument.text', 'attachment', () => makeOpenDocumentText()],
])('%s is served as %s, %s', async (name, type, disposition, make) => {
  const file = await uploadFile(service, key, name, await make())
  const { status, headers } = await service.http(file.url)
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    type,
    `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
  ])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await service.http(file.url, { headers: { Range: 'bytes=0-3' } })).status).toBe(206)
})
