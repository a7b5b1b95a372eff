import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree, missingId } from '../support/course-fixture.ts'
import { openFolderForTests } from '../support/file-store.ts'
import { exampleBodyOf, pathOf, routes, titleOf } from '../support/operations.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type UploadedFile, uploadFile } from '../support/upload-file.ts'

/** A workspace with a key, by which the addresses of its files name it. */
type Tenant = { key: string; publicId: string }

let service: TestService
let close: () => Promise<void>
let mine: Tenant
let theirs: Tenant
/** A picture that both workspaces have, and one that only the other has. */
let shared: { mine: UploadedFile; theirs: UploadedFile }
let secret: UploadedFile

const makePicture = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .png()
    .toBuffer()

async function makeTenant(): Promise<Tenant> {
  const key = await service.key()
  return { key, publicId: (await service.rest('GET', '/me', key)).body.data.workspace.publicId }
}

beforeAll(async () => {
  const store = await openFolderForTests()
  close = store.close
  service = await startTestService({ env: store.env, hasJobs: false })
  ;[mine, theirs] = [await makeTenant(), await makeTenant()]
  await openPublishGate(service)
  const bytes = await makePicture('green')
  shared = {
    mine: await uploadFile(service, mine.key, 'leaf.png', bytes),
    theirs: await uploadFile(service, theirs.key, 'leaf.png', bytes),
  }
  secret = await uploadFile(service, theirs.key, 'secret.png', await makePicture('red'))
})
afterAll(async () => {
  await service.close()
  await close()
})

const load = (url: string, init?: RequestInit) => fetch(new URL(url, service.url), init)

/** Everything that an answer says, but for the id and the times of the request, and how many requests are left. */
async function readAnswer(url: string, init?: RequestInit) {
  const response = await load(url, init)
  const {
    'x-request-id': _id,
    date: _date,
    ratelimit: _ratelimit,
    'x-ratelimit-remaining': _remaining,
    'x-ratelimit-reset': _reset,
    ...headers
  } = Object.fromEntries(response.headers)
  return { status: response.status, headers, text: await response.text() }
}

const unknownHash = 'a'.repeat(64)

/** Addresses of a file with the name of another workspace, another hash, or both. */
const toWorkspace = (url: string, { publicId }: Tenant) => url.replace(/assets\/[0-9a-f]{12}/, `assets/${publicId}`)
const toHash = (url: string, hash: string) => url.replace(/[0-9a-f]{64}/, hash)
const withoutQuery = (url: string) => url.split('?', 1)[0]!

const operations = routes.filter(({ rest }) => rest.path.includes('{assetId}'))

test.each(operations.map((route) => [titleOf(route), route] as const))(
  '%s says of a file of another workspace what it says of one that does not exist',
  async (_title, route) => {
    const { rest } = route
    const ask = async (assetId: string) => {
      const { status, text } = await service.rest(
        rest.method,
        pathOf(route, { assetId }),
        mine.key,
        exampleBodyOf(route),
      )
      return [status, text]
    }
    const missing = await ask(missingId)
    expect(missing[0]).toBe(404)
    expect(await ask(secret.id)).toEqual(missing)
    expect(await ask(shared.theirs.id)).toEqual(missing)
    const kept = (await service.rest('GET', `/assets/${secret.id}`, theirs.key)).body.data
    expect(kept).toMatchObject({ state: 'ready', name: 'secret.png', alt: null })
  },
)

test('an upload does not tell whether another workspace has the bytes, and the same bytes are files of their own', async () => {
  const announce = async (sha256: string) => {
    const { status, body } = await service.rest('POST', '/assets', mine.key, { name: 'a.png', bytes: 9, sha256 })
    const { id: _id, createdAt: _time, upload, ...others } = body.data
    return { status, ...others, upload: Object.keys(upload) }
  }
  expect(await announce(secret.hash)).toEqual(await announce(unknownHash))
  expect(shared.mine.id).not.toBe(shared.theirs.id)
  expect(shared.mine.hash).toBe(shared.theirs.hash)
  const { id, hash } = await uploadFile(service, mine.key, 'mine.png', await makePicture('red'))
  expect([hash, id === secret.id]).toEqual([secret.hash, false])
  expect((await service.rest('DELETE', `/assets/${id}`, mine.key)).status).toBe(200)
  expect((await load(secret.url)).status).toBe(200)
})

test('lists and searches have the files of the own workspace only', async () => {
  for (const query of ['', '?q=secret', '?q=leaf', '?unused=true', '?type=image/']) {
    const ids = (await service.rest('GET', `/assets${query}`, mine.key)).body.data.map(({ id }: { id: string }) => id)
    expect([query, ids.includes(secret.id), ids.includes(shared.theirs.id)]).toEqual([query, false, false])
  }
})

test('content that names a file of another workspace shows nothing, and is no use of it', async () => {
  const { course, lesson } = await createCourseTree(service, mine.key)
  await service.rest('PATCH', `/courses/${course.id}`, mine.key, { visibility: 'public', coverAssetId: secret.id })
  const contents = [
    { type: 'image', content: { assetId: secret.id, alt: 'x' } },
    {
      type: 'video',
      content: { assetId: secret.id, posterAssetId: secret.id, captions: [{ language: 'en', assetId: secret.id }] },
    },
    { type: 'text', content: { text: `![x](asset:${secret.id})` } },
  ]
  for (const block of contents) {
    const { id } = (await service.rest('POST', `/lessons/${lesson.id}/blocks`, mine.key, block)).body.data
    expect((await service.rest('GET', `/blocks/${id}/assets`, mine.key)).body.data).toEqual([])
    const { data } = await service.graphql(`{ block(id: "${id}") { assets { id url } } }`, mine.key)
    expect(data).toEqual({ block: { assets: [] } })
  }
  await publishCourse(service, mine.key, course.id)
  for (const query of ['', `?lessonId=${lesson.id}`]) {
    const path = `/delivery/${mine.publicId}/courses/${course.id}/assets${query}`
    expect((await service.rest('GET', path, undefined)).body.data).toEqual([])
  }
  expect((await service.rest('GET', `/assets/${secret.id}/uses`, theirs.key)).body.data).toEqual([])
  // The public course does not make the file public, in neither of the workspaces.
  for (const tenant of [mine, theirs])
    expect((await load(toWorkspace(withoutQuery(secret.url), tenant))).status).toBe(404)
})

describe('an address', () => {
  test('that is signed for a file opens no other file, and none of another workspace, as if there were none', async () => {
    expect((await load(shared.mine.url)).status).toBe(200)
    expect((await load(shared.theirs.url)).status).toBe(200)
    expect((await load(secret.url)).status).toBe(200)
    const missing = await readAnswer(toHash(shared.mine.url, unknownHash))
    expect([missing.status, missing.headers.etag]).toEqual([404, undefined])
    const foreign = [
      // Both have the file, but the signature is that of one of them.
      toWorkspace(shared.mine.url, theirs),
      toWorkspace(shared.theirs.url, mine),
      toHash(shared.mine.url, secret.hash),
      toWorkspace(secret.url, mine),
      toWorkspace(toHash(shared.mine.url, secret.hash), theirs),
      withoutQuery(secret.url),
      toWorkspace(withoutQuery(secret.url), mine),
    ]
    for (const url of foreign) {
      for (const one of [url, `${url}${url.includes('?') ? '&' : '?'}width=320`])
        expect([one, await readAnswer(one)]).toEqual([one, missing])
      const head = await readAnswer(url, { method: 'HEAD' })
      expect([url, head.status, head.headers.etag]).toEqual([url, 404, undefined])
    }
  })

  test('of a public file opens the same bytes of another workspace only if they are public there', async () => {
    const { course, lesson } = await createCourseTree(service, mine.key)
    const block = { type: 'image', content: { assetId: shared.mine.id, alt: 'A leaf' } }
    await service.rest('POST', `/lessons/${lesson.id}/blocks`, mine.key, block)
    await service.rest('PATCH', `/courses/${course.id}`, mine.key, { visibility: 'public' })
    await publishCourse(service, mine.key, course.id)
    const plain = withoutQuery(shared.mine.url)
    expect((await load(plain)).status).toBe(200)
    expect((await load(toWorkspace(plain, theirs))).status).toBe(404)
  })

  test('that takes an upload takes no other file’s bytes, no other part, and nothing of another workspace', async () => {
    const begin = async ({ key }: Tenant) => {
      const { body } = await service.rest('POST', '/assets', key, { name: 'a.vtt', bytes: 20 })
      return { id: body.data.id as string, url: body.data.upload.url as string }
    }
    const [own, other, foreign] = [await begin(mine), await begin(mine), await begin(theirs)]
    const init = { method: 'PUT', body: 'WEBVTT\n\n'.padEnd(20) }
    const missing = await readAnswer(own.url.replace(own.id, missingId), init)
    expect(missing.status).toBe(404)
    const refused = [
      own.url.replace(own.id, other.id),
      own.url.replace(own.id, foreign.id),
      foreign.url.replace(foreign.id, own.id),
      own.url.replace(/uploads\/[0-9a-f]{12}/, `uploads/${theirs.publicId}`),
      own.url.replace(/uploads\/[0-9a-f]{12}/, `uploads/${theirs.publicId}`).replace(own.id, foreign.id),
      own.url.replace('end=20', 'end=21'),
      own.url.replace(/expires=\d+&signature=[^&]+/, new URL(shared.mine.url, service.url).search.slice(1)),
    ]
    for (const url of refused) expect([url, await readAnswer(url, init)]).toEqual([url, missing])
    expect((await load(own.url, init)).status).toBe(204)
  })
})
