import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepAssets } from '../../src/assets/removal/sweep.ts'
import { makeFolderStore } from '../../src/platform/files/folder-store.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { openFolderForTests } from '../support/file-store.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'
import { uploadFile } from '../support/upload-file.ts'

let service: TestService
let key: string
let workspaceId: string
let folder: string
let close: () => Promise<void>
beforeAll(async () => {
  const store = await openFolderForTests()
  folder = store.env.DATA_DIR!
  close = store.close
  service = await startTestService({ env: { ...store.env, REDIS_URL: '' }, hasJobs: false })
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(async () => {
  await service.close()
  await close()
})

let cues = 0
/** Uploads captions that no other test has. */
async function upload(): Promise<{ id: string; hash: string; url: string }> {
  cues++
  const response = await service.http(`/api/v1/assets/content?name=${cues}.vtt`, {
    method: 'PUT',
    body: `WEBVTT\n\n00:01.000 --> 00:02.000\nCue ${cues}\n`,
    headers: { Authorization: `Bearer ${key}` },
  })
  return response.body.data
}
const usesOf = async (id: string) =>
  (await service.rest('GET', `/assets/${id}/uses`, key)).body.data.map(({ place }: { place: string }) => place)
const load = (path: string, init?: RequestInit) => fetch(new URL(path, service.url), init)
const withoutQuery = (url: string) => url.split('?', 1)[0]!

test('a block names a file by its id, and gets its addresses beside the content', async () => {
  const { lesson } = await createCourseTree(service, key)
  const [picture, caption, inText] = [await upload(), await upload(), await upload()]
  const content = {
    assetId: picture.id,
    captions: [{ language: 'en', assetId: caption.id }],
    posterAssetId: picture.id,
  }
  const { body } = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'video', content })
  const read = await service.rest('GET', `/blocks/${body.data.id}`, key)
  expect(read.body.data.content).toEqual(content)
  expect(
    (await service.rest('GET', `/blocks/${body.data.id}/assets`, key)).body.data.map(
      ({ id, url, type }: Record<string, string>) => [id, withoutQuery(url!), type],
    ),
  ).toEqual([
    [picture.id, withoutQuery(picture.url), 'text/vtt'],
    [caption.id, withoutQuery(caption.url), 'text/vtt'],
  ])
  const text = { text: `See [the captions](asset:${inText.id}).` }
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: text })
  expect(await usesOf(inText.id)).toEqual(['draft'])
  const refused = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, {
    type: 'image',
    content: { assetId: 7 },
  })
  expect([refused.status, refused.body.error?.details.fields[0].path]).toEqual([201, undefined])
})

test('a file is used by drafts, copies, releases and the trash, and cannot be deleted while it is', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const file = await upload()
  const block = { type: 'image', content: { assetId: file.id, alt: 'A leaf' } }
  const { body } = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, block)
  expect(await usesOf(file.id)).toEqual(['draft'])
  await service.rest('POST', `/courses/${course.id}/duplicate`, key)
  expect(await usesOf(file.id)).toEqual(['draft', 'draft'])
  await publishCourse(service, key, course.id)
  expect(await usesOf(file.id)).toEqual(['draft', 'draft', 'release'])
  const deleted = await service.rest('DELETE', `/blocks/${body.data.id}`, key)
  expect(await usesOf(file.id)).toEqual(['draft', 'release', 'trash'])
  const refused = await service.rest('DELETE', `/assets/${file.id}`, key)
  expect([refused.status, refused.body.error.details.reason]).toEqual([409, 'asset_used'])
  expect((await service.rest('POST', `/trash/${deleted.body.data.trashId}/restore`, key)).status).toBe(200)
  expect(await usesOf(file.id)).toEqual(['draft', 'draft', 'release'])
  await service.rest('PATCH', `/blocks/${body.data.id}`, key, { content: { alt: 'Nothing' } })
  expect(await usesOf(file.id)).toEqual(['draft', 'release'])
})

test('a file of a public course has an address that stays, and one of a private course needs a signature', async () => {
  const { course, lesson } = await createCourseTree(service, key)
  const file = await upload()
  const plain = withoutQuery(file.url)
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, {
    type: 'text',
    content: { text: `![](asset:${file.id})` },
  })
  await publishCourse(service, key, course.id)
  expect((await load(plain)).status).toBe(404)
  const other = await upload()
  await service.rest('PATCH', `/courses/${course.id}`, key, { visibility: 'public' })
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, {
    type: 'text',
    content: { text: `![](asset:${other.id})` },
  })
  await publishCourse(service, key, course.id)
  const open = await load(withoutQuery(other.url))
  expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  const signed = await load(other.url)
  expect(signed.headers.get('cache-control')).toMatch(/^private, max-age=3\d{3}$/)
  expect((await load(`${plain}?expires=9999999999&signature=${'A'.repeat(43)}`)).status).toBe(404)
})

test('a key without the scope, and no key, read and change no file', async () => {
  const file = await upload()
  const reader = await service.key({ workspaceId, scopes: ['courses:write'] })
  expect((await service.rest('GET', `/assets/${file.id}`, reader)).status).toBe(403)
  const lister = await service.key({ workspaceId, scopes: ['assets:read'] })
  expect((await service.rest('GET', '/assets', lister)).status).toBe(200)
  expect((await service.rest('DELETE', `/assets/${file.id}`, lister)).status).toBe(403)
  expect((await service.rest('GET', '/assets', undefined)).status).toBe(401)
})

test('files are sent in parts, with tags, and so that nothing in them runs', async () => {
  const file = await upload()
  const whole = await (await load(file.url)).text()
  const get = (headers: Record<string, string>, method = 'GET') =>
    fetch(new URL(file.url, service.url), { method, headers })
  const part = await get({ Range: 'bytes=0-5' })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    `bytes 0-5/${whole.length}`,
    'WEBVTT',
  ])
  const last = await get({ Range: 'bytes=-3' })
  expect([last.status, await last.text()]).toEqual([206, whole.slice(-3)])
  const beyond = await get({ Range: 'bytes=9999-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  expect((await get({ Range: 'bytes=0-5', 'If-Range': '"x"' })).status).toBe(200)
  const tag = (await get({}, 'HEAD')).headers.get('etag')!
  expect((await get({ 'If-None-Match': tag })).status).toBe(304)
  expect((await get({}, 'POST')).status).toBe(405)
  const { headers } = await get({})
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('a small file is read from the store once, and a large one each time', async () => {
  const remove = ({ id }: { id: string }) =>
    rm(`${folder}/assets/${id.slice(-2)}/${id.slice(-4, -2)}/${workspaceId}.${id}`)
  const [small, large] = await Promise.all(
    [2_000_000, 2_000_001].map((bytes) => uploadFile(service, key, 'plan.pdf', `%PDF-1.7\n${bytes}`.padEnd(bytes))),
  )
  const answers = await Promise.all([small!, small!, large!, large!].map(({ url }) => load(url)))
  const lengths = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength))
  expect(lengths).toEqual([2_000_000, 2_000_000, 2_000_001, 2_000_001])
  await Promise.all([small!, large!].map(remove))
  const part = await load(small!.url, { headers: { Range: 'bytes=5-15' } })
  expect([part.status, await part.text()]).toEqual([206, '1.7\n2000000'])
  expect((await load(small!.url)).status).toBe(200)
  expect((await load(large!.url)).status).toBe(404)
})

test('what was not completed, is not used or was left by a crash is deleted', async () => {
  const { sql } = service.db
  const store = makeFolderStore(`${folder}/assets`)
  const [unused, used] = [await upload(), await upload()]
  const { lesson } = await createCourseTree(service, key)
  await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'image', content: { assetId: used.id } })
  const pending = (await service.rest('POST', '/assets', key, { name: 'a.pdf', bytes: 5 })).body.data
  await fetch(new URL(pending.upload.url, service.url), { method: 'PUT', body: '%PDF-' })
  const crashed = await upload()
  const age = (id: string, change: string) =>
    service.db.prisma.$executeRawUnsafe(`UPDATE assets SET ${change} WHERE id = '${id}'`)
  await sweepAssets(sql, store)
  await age(pending.id, "changed_at = now() - interval '25 hours'")
  await age(crashed.id, "state = 'deleting', hash = NULL, changed_at = now() - interval '1 hour'")
  await age(unused.id, "unused_since = now() - interval '31 days'")
  await age(used.id, "unused_since = now() - interval '31 days'")
  await sweepAssets(sql, store)
  const states = [unused, pending, crashed, used].map(
    async ({ id }) => (await service.rest('GET', `/assets/${id}`, key)).status,
  )
  expect(await Promise.all(states)).toEqual([404, 404, 404, 200])
  const keys = [unused, pending, crashed, used].map(
    ({ id }) => `${id.slice(-2)}/${id.slice(-4, -2)}/${workspaceId}.${id}`,
  )
  expect(await Promise.all(keys.map((one) => store.size(one)))).toEqual([
    undefined,
    undefined,
    undefined,
    expect.any(Number),
  ])
  expect(await store.size(`${keys[1]}.upload`)).toBeUndefined()
})

test('a caller who asks for many files that do not exist is stopped before the database, and still loads those that do', async () => {
  const file = await upload()
  const notLoadedBefore = await upload()
  expect((await load(file.url)).status).toBe(200)
  const plain = withoutQuery(file.url)
  const guess = async (index: number) =>
    (await load(plain.replace(file.hash, index.toString(16).padStart(64, '0')))).status
  const statuses: number[] = []
  for (let start = 0; start < 320; start += 20)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_one, index) => guess(start + index)))))
  expect(statuses.slice(0, 280)).toEqual(Array(280).fill(404))
  const stopped = await statementsOf(async () => expect(await guess(1)).toBe(429))
  expect(stopped).toEqual([])
  expect((await load(file.url)).status).toBe(200)
  expect((await load(notLoadedBefore.url)).status).toBe(200)
})
