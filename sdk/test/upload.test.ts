import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type CoursewrightClient, createClient, uploadFile } from '../src/index.ts'
import { thrownBy } from './thrown-by.ts'

let service: TestService
let client: CoursewrightClient
let folder: string
beforeAll(async () => {
  service = await startTestService({ env: { ASSETS_MAX_BYTES: '40MB' } })
  client = createClient({ baseUrl: service.url, apiKey: await service.key() })
  folder = await mkdtemp(join(tmpdir(), 'coursewright-upload-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

/** Makes a PDF, as far as the service reads one. */
const makePdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const load = async ({ url }: { url: string | null }) =>
  Buffer.from(await (await fetch(new URL(url!, service.url))).arrayBuffer())

/** A `fetch` that counts its requests, and breaks the connection of those with these numbers. */
function makeFetch(...broken: number[]) {
  let requests = 0
  const breaking: typeof fetch = async (input, init) => {
    if (broken.includes(++requests)) throw new TypeError('network error')
    return fetch(input, init)
  }
  return { fetch: breaking, count: () => requests }
}

test('a small file is sent in one request, and its bytes are those that were sent', async () => {
  const bytes = makePdf(5000)
  const { fetch, count } = makeFetch()
  const progress: number[] = []
  const asset = await uploadFile(client, new Uint8Array(bytes), {
    name: 'plan.pdf',
    fetch,
    onProgress: ({ sentBytes }) => void progress.push(sentBytes),
  })
  expect([asset.state, asset.name, asset.hash, count(), progress]).toEqual([
    'ready',
    'plan.pdf',
    hashOf(bytes),
    0,
    [5000],
  ])
  expect(await load(asset)).toEqual(bytes)
  expect((await uploadFile(client, new File([new Uint8Array(bytes)], 'named.pdf'))).id).toBe(asset.id)
})

test('a large file of the disk is sent in parts, of which one that fails is sent again, and is known the next time', async () => {
  const bytes = makePdf(18_000_000)
  const path = join(folder, 'large.pdf')
  await writeFile(path, bytes)
  const { fetch, count } = makeFetch(2)
  const progress: { sentBytes: number; totalBytes: number }[] = []
  const upload = async () =>
    uploadFile(client, await openAsBlob(path), {
      name: 'large.pdf',
      alt: 'A plan',
      fetch,
      onProgress: (one) => void progress.push(one),
    })
  const asset = await upload()
  expect([asset.state, asset.alt, asset.hash, count()]).toEqual(['ready', 'A plan', hashOf(bytes), 4])
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual([8_000_000, 16_000_000, 18_000_000])
  expect((await upload()).id).toBe(asset.id)
  expect(count()).toBe(4)
})

test('a stream is sent without its bytes being in one place, and must have the announced length', async () => {
  const bytes = makePdf(17_000_000)
  const path = join(folder, 'stream.pdf')
  await writeFile(path, bytes)
  const asset = await uploadFile(client, createReadStream(path), { name: 'stream.pdf', bytes: bytes.length })
  expect([asset.state, asset.hash]).toEqual(['ready', hashOf(bytes)])
  for (const length of [bytes.length - 1, bytes.length + 1])
    await expect(uploadFile(client, createReadStream(path), { name: 'a.pdf', bytes: length })).rejects.toThrow(
      TypeError,
    )
  await expect(uploadFile(client, createReadStream(path), { name: 'a.pdf' })).rejects.toThrow(TypeError)
  await expect(uploadFile(client, new Blob(['a']))).rejects.toThrow(TypeError)
})

test('a file that is refused or given up is an error, and takes up no storage', async () => {
  const stored = async () => (await client.http.GET('/me')).data!.data.storage.assets
  const before = await stored()
  const text = await thrownBy(uploadFile(client, new Blob(['no picture']), { name: 'leaf.png' }))
  expect([text.code, text.fields[0]!.message]).toEqual(['invalid_request', expect.stringContaining('not allowed')])
  const large = await thrownBy(uploadFile(client, new Blob([new Uint8Array(41_000_000)]), { name: 'large.pdf' }))
  expect(large.fields[0]!.path).toBe('bytes')
  const abort = new AbortController()
  const given = uploadFile(client, new Blob([makePdf(20_000_000)]), {
    name: 'given-up.pdf',
    signal: abort.signal,
    onProgress: () => abort.abort(),
  })
  await expect(given).rejects.toMatchObject({ name: 'AbortError' })
  // The record of the refused file stays for a day.
  expect((await stored()) - before).toBeLessThan(1000)
})
