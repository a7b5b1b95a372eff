import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../src/dashboard/app/api/api-error.ts'
import { guessKind, guessLanguage } from '../../src/dashboard/app/courses/files/file-kinds.ts'
import {
  hasLostPlaceholder,
  insertAt,
  makeAssetMarkdown,
  makePlaceholder,
  removeLostPlaceholders,
  replacePlaceholder,
} from '../../src/dashboard/app/courses/files/markdown-placeholder.ts'
import {
  type AssetPartsFragment,
  CompleteAssetDocument,
  CreateAssetDocument,
  DeleteAssetDocument,
} from '../../src/dashboard/app/generated/operations.ts'
import { makeAssetName, makePutError, type UploadConnection } from '../../src/dashboard/app/uploads/connection.ts'
import { getUploadErrorMessage } from '../../src/dashboard/app/uploads/upload-error.ts'
import { uploadFile } from '../../src/dashboard/app/uploads/upload-file.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { ASSETS_MAX_BYTES: '40MB' } })
  key = await service.key()
})
afterAll(() => service.close())

const makePdf = (name: string, bytes: number) =>
  new File(['%PDF-1.7\n', new Uint8Array(randomBytes(bytes - 9))], name, { type: 'application/pdf' })

type GraphqlError = { message: string; extensions: { code: string; details: { fields?: []; reason?: string } } }

async function run<Data>(document: { toString(): string }, variables: unknown): Promise<Data> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: document.toString(), variables }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: GraphqlError[] }
  const [error] = errors ?? []
  if (!error) return data
  const { code, details } = error.extensions
  throw new ApiError(code, error.message, { fields: details.fields, details })
}

/** Reaches the service with a key, as a browser does with a session. `fail` can answer in place of the service. */
function connect(fail: (put: number) => ApiError | undefined = () => undefined) {
  const sent: [start: string | null, bytes: number][] = []
  const removed: string[] = []
  const connection: UploadConnection = {
    create: async (variables) =>
      (await run<{ createAsset: Awaited<ReturnType<UploadConnection['create']>> }>(CreateAssetDocument, variables))
        .createAsset,
    async put({ url, body, signal, onProgress }) {
      const address = new URL(url, service.url)
      sent.push([address.searchParams.get('start'), body.size])
      const failure = fail(sent.length)
      if (failure) throw failure
      const response = await fetch(address, { method: 'PUT', body, signal })
      const text = await response.text()
      if (!response.ok) throw makePutError({ status: response.status, text, retryAfterSeconds: undefined })
      onProgress?.(body.size)
    },
    complete: async (id) =>
      (await run<{ completeAsset: AssetPartsFragment }>(CompleteAssetDocument, { id })).completeAsset,
    async remove(id) {
      await run(DeleteAssetDocument, { id })
      removed.push(id)
    },
  }
  return { connection, sent, removed }
}

const options = { firstWaitMs: 1 }
const unreachable = () => new ApiError('unreachable', 'The service cannot be reached.')
const stored = async () => (await service.rest('GET', '/me', key)).body.data.storage.assets as number

test('a large file arrives in parts, of which one that fails is sent again, and the same bytes are then known', async () => {
  const file = makePdf('plan.pdf', 18_000_000)
  const { connection, sent } = connect((put) => (put === 2 || put === 3 ? unreachable() : undefined))
  const progress: number[] = []
  const asset = await uploadFile(file, { ...options, onProgress: (bytes) => progress.push(bytes) }, connection)
  expect([asset.state, asset.name, asset.bytes]).toEqual(['ready', 'plan.pdf', file.size])
  expect(sent).toEqual([
    ['0', 8_000_000],
    ['8000000', 8_000_000],
    ['8000000', 8_000_000],
    ['8000000', 8_000_000],
    ['16000000', 2_000_000],
  ])
  expect(progress).toEqual([8_000_000, 16_000_000, 18_000_000])
  const loaded = await (await fetch(new URL(asset.url!, service.url))).arrayBuffer()
  const hashOf = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  expect(hashOf(loaded)).toBe(hashOf(await file.arrayBuffer()))
  const again = connect()
  expect((await uploadFile(file, options, again.connection)).id).toBe(asset.id)
  expect(again.sent).toEqual([])
})

test('an upload goes back to the first byte that is missing', async () => {
  const gap = new ApiError('conflict', 'Send the bytes from 0 on first.', {
    details: { reason: 'upload_gap', receivedBytes: 0 },
  })
  const { connection, sent } = connect((put) => (put === 3 ? gap : undefined))
  expect((await uploadFile(makePdf('gap.pdf', 18_000_000), options, connection)).state).toBe('ready')
  expect(sent.map(([start]) => start)).toEqual(['0', '8000000', '16000000', '0', '8000000', '16000000'])
  const endless = connect(() => gap)
  await expect(uploadFile(makePdf('gap.pdf', 18_000_000), options, endless.connection)).rejects.toBe(gap)
  expect(endless.sent).toHaveLength(4)
  await expect.poll(() => endless.removed.length).toBe(1)
})

test('an upload that is given up or fails for good takes up no storage', async () => {
  const before = await stored()
  const abort = new AbortController()
  const given = connect()
  const upload = uploadFile(
    makePdf('given-up.pdf', 18_000_000),
    { ...options, signal: abort.signal, onProgress: () => abort.abort() },
    given.connection,
  )
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  const failed = connect(unreachable)
  await expect(uploadFile(makePdf('lost.pdf', 1000), options, failed.connection)).rejects.toMatchObject({
    code: 'unreachable',
  })
  expect(failed.sent).toHaveLength(5)
  await expect.poll(() => [given.removed.length, failed.removed.length]).toEqual([1, 1])
  expect(await stored()).toBe(before)
})

test('a refusal says in words what is wrong with the file', async () => {
  const explain = async (file: File) => {
    try {
      await uploadFile(file, options, connect().connection)
      return 'uploaded'
    } catch (error) {
      return getUploadErrorMessage(error, file)
    }
  }
  expect(await explain(new File([], 'empty.png'))).toBe('The file is empty.')
  expect(await explain(new File(['<p>No picture</p>'], 'leaf.png'))).toMatch(/^The type of the file is not allowed\./)
  expect(await explain(new File([new Uint8Array(41_000_000)], 'large.pdf'))).toBe(
    'The file is too large: it has 41 MB, and may have 40 MB.',
  )
  const answer = (status: number, text: string) =>
    getUploadErrorMessage(makePutError({ status, text, retryAfterSeconds: undefined }), { size: 5000 })
  const full = { code: 'internal_error', message: 'No space.', details: { reason: 'storage_full' } }
  expect(answer(507, JSON.stringify({ error: full }))).toBe('No space.')
  expect(answer(413, '')).toBe('The file is too large: it has 5 kB.')
  expect(answer(404, JSON.stringify({ error: { code: 'not_found' } }))).toBe('The upload took too long. Try again.')
  expect(answer(403, '<Error>AccessDenied</Error>')).toBe('The file was not taken (status 403).')
  expect(answer(502, '<h1>Bad gateway</h1>')).toMatch(/cannot be reached/)
  expect(getUploadErrorMessage(new TypeError('read'), { size: 1 })).toBe('The file could not be read. Choose it again.')
})

test('a name of the disk becomes one that the API takes', () => {
  expect(makeAssetName('a/b\\c\n.png')).toBe('a_b_c_.png')
  expect(makeAssetName(' ')).toBe('file')
  expect(makeAssetName(`${'x'.repeat(300)}.png`)).toMatch(/^x{196}\.png$/)
})

test('what a file is, and the language of captions, are guessed from name and type', () => {
  const guess = (name: string, type = '') => guessKind({ name, type })
  expect([guess('a.srt'), guess('A.PNG'), guess('a', 'video/mp4'), guess('a.mp3'), guess('a.txt')]).toEqual([
    'captions',
    'picture',
    'film',
    'sound',
    undefined,
  ])
  expect(['light.de.vtt', 'light_pt-BR.srt', 'light.vtt', 'light.xq.vtt'].map(guessLanguage)).toEqual([
    'de',
    'pt-BR',
    undefined,
    undefined,
  ])
})

test('the place of a picture in a text is kept while the text changes around it', () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const asset = { id, name: 'My [leaf].png', type: 'image/png' } as AssetPartsFragment
  const text = insertAt('Before after', 6, 6, [makePlaceholder(7, asset.name)])
  expect(text).toBe('Before\n\n![Uploading My  leaf .png …](upload:7)\n\n after')
  const changed = `New\n\n${text}`
  expect(replacePlaceholder(changed, 7, makeAssetMarkdown(asset))).toBe(
    `New\n\nBefore\n\n![My  leaf](asset:${id})\n\n after`,
  )
  expect(replacePlaceholder(changed, 8, 'x')).toBe(undefined)
  expect([hasLostPlaceholder(text, [7]), hasLostPlaceholder(text, [])]).toEqual([false, true])
  expect(removeLostPlaceholders(text, [])).toBe('Before\n\n\n after')
  expect(makeAssetMarkdown({ ...asset, name: 'plan.pdf', type: 'application/pdf' })).toBe(`[plan](asset:${id})`)
})
