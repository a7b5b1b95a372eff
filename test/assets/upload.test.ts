import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storesForTests } from '../support/file-store.ts'
import { startTestService, type TestService } from '../support/service.ts'

const red = { create: { width: 1200, height: 800, channels: 3, background: 'red' } } as const
const webvtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A PDF, as far as the service reads one. */
const makePdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)])

describe.each(storesForTests)('with %s', (_name, open) => {
  let service: TestService
  let key: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const store = await open()
    service = await startTestService({ env: { ...store.env, ASSETS_MAX_BYTES: '60MB' } })
    key = await service.key()
    close = store.close
  })
  afterAll(async () => {
    await service.close()
    await close()
  })

  const put = (name: string, body: Uint8Array | string, as = key) =>
    service.http(`/api/v1/assets/content?name=${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: body as BodyInit,
      headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/octet-stream' },
    })
  const load = (url: string, init?: RequestInit) => fetch(new URL(url, service.url), init)
  const send = (url: string, body: Uint8Array) => load(url, { method: 'PUT', body: body as BodyInit })
  const stored = async () => (await service.rest('GET', '/me', key)).body.data.storage.assets as number

  test('a small file is ready after one request, and its address shows it', async () => {
    const { status, body } = await put('welcome.vtt', webvtt)
    expect([status, body.data]).toEqual([
      200,
      {
        id: expect.any(String),
        state: 'ready',
        name: 'welcome.vtt',
        type: 'text/vtt',
        bytes: webvtt.length,
        hash: sha256(Buffer.from(webvtt)),
        alt: null,
        width: null,
        height: null,
        durationMs: 2000,
        thumbhash: null,
        url: expect.stringContaining(`/${sha256(Buffer.from(webvtt))}/welcome.vtt?expires=`),
        refusal: null,
        upload: null,
        createdAt: expect.any(String),
        createdBy: { type: 'key', id: expect.any(String), name: 'test' },
      },
    ])
    const shown = await load(body.data.url)
    expect([shown.status, await shown.text()]).toEqual([200, webvtt])
  })

  test('the same bytes are kept once, whatever their name', async () => {
    const bytes = makePdf(1000)
    const first = await put('a.pdf', bytes)
    const before = await stored()
    const second = await put('b.pdf', bytes)
    expect(second.body.data).toMatchObject({ id: first.body.data.id, name: 'a.pdf' })
    const announced = await service.rest('POST', '/assets', key, { name: 'c.pdf', bytes: 1000, sha256: sha256(bytes) })
    expect(announced.body.data).toMatchObject({ id: first.body.data.id, state: 'ready', upload: null })
    expect(await stored()).toBe(before)
  })

  test('a large file is sent in parts to addresses without a key, and is complete when all have arrived', async () => {
    const bytes = makePdf(17_000_000)
    const before = await stored()
    const { body } = await service.rest('POST', '/assets', key, {
      name: 'big.pdf',
      bytes: bytes.length,
      sha256: sha256(bytes),
    })
    const { id, upload, state } = body.data
    expect([state, upload.parts.map(({ start, end }: { start: number; end: number }) => [start, end])]).toEqual([
      'pending',
      [
        [0, 8_000_000],
        [8_000_000, 16_000_000],
        [16_000_000, 17_000_000],
      ],
    ])
    expect(await stored()).toBe(before + bytes.length + 500)
    const early = await service.rest('POST', `/assets/${id}/complete`, key)
    expect([early.status, early.body.error.details]).toEqual([409, { reason: 'upload_incomplete', receivedBytes: 0 }])
    for (const { url, start, end } of upload.parts) expect((await send(url, bytes.subarray(start, end))).ok).toBe(true)
    const done = await service.rest('POST', `/assets/${id}/complete`, key)
    expect([done.status, done.body.data]).toEqual([
      200,
      expect.objectContaining({
        id,
        state: 'ready',
        type: 'application/pdf',
        bytes: bytes.length,
        hash: sha256(bytes),
      }),
    ])
    const again = await service.rest('POST', `/assets/${id}/complete`, key)
    expect(again.body.data.state).toBe('ready')
    const part = await load(done.body.data.url, { headers: { Range: 'bytes=16999990-' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(16_999_990)])
  })

  test('bytes that are not the announced ones are refused, and count no longer', async () => {
    const before = await stored()
    const { body } = await service.rest('POST', '/assets', key, { name: 'x.pdf', bytes: 100, sha256: 'a'.repeat(64) })
    await send(body.data.upload.url, makePdf(100))
    const refused = await service.rest('POST', `/assets/${body.data.id}/complete`, key)
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'sha256'])
    const read = await service.rest('GET', `/assets/${body.data.id}`, key)
    expect(read.body.data).toMatchObject({ state: 'refused', refusal: expect.stringContaining('SHA-256'), url: null })
    expect(await stored()).toBe(before + 500)
  })

  test('a picture loses where it was taken, and is turned as the camera says', async () => {
    const exif = { IFD0: { Copyright: 'me', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } }
    const photo = await sharp(red).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const { body } = await put('photo.jpg', photo)
    expect(body.data).toMatchObject({ type: 'image/jpeg', width: 800, height: 1200, thumbhash: expect.any(String) })
    const shown = Buffer.from(await (await load(body.data.url)).arrayBuffer())
    const { exif: kept, orientation, width } = await sharp(shown).metadata()
    expect([kept, orientation, width]).toEqual([undefined, undefined, 800])
    for (const size of [320, 960, 1920]) {
      const smaller = Buffer.from(await (await load(`${body.data.url}&width=${size}`)).arrayBuffer())
      const { exif: left, xmp, iptc } = await sharp(smaller).metadata()
      expect([size, left, xmp, iptc]).toEqual([size, undefined, undefined, undefined])
    }
  })

  test('a smaller picture is made once for all who ask, and kept', async () => {
    const { body } = await put(
      'wide.png',
      await sharp({ create: { ...red.create, width: 2000 } })
        .png()
        .toBuffer(),
    )
    const urls = Array.from({ length: 8 }, () => `${body.data.url}&width=960`)
    const shown = await Promise.all(urls.map((url) => load(url)))
    const pictures = await Promise.all(shown.map(async (one) => Buffer.from(await one.arrayBuffer())))
    expect(new Set(pictures.map(sha256)).size).toBe(1)
    expect(shown[0]!.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(pictures[0]).metadata()).width).toBe(960)
    const other = await load(`${body.data.url}&width=123`)
    expect(other.headers.get('content-type')).toBe('image/png')
  })

  test.each([
    ['a page named as a picture', 'evil.png', '<!doctype html><script>alert(1)</script>'],
    ['a script', 'evil.js', 'alert(1)'],
    ['an empty picture', 'empty.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a drawing with entities', 'x.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['captions with a wrong time', 'x.vtt', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello\n'],
    ['an archive', 'x.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ])('%s is refused', async (_what, name, content) => {
    const { status, body } = await put(name, content)
    expect([status, body.error.code, body.error.details.fields[0].path]).toEqual([400, 'invalid_request', 'content'])
  })

  test('a file can be described, found and deleted, and then its address is gone', async () => {
    const { body } = await put('Blätter.pdf', makePdf(500))
    const { id } = body.data
    const changed = await service.rest('PATCH', `/assets/${id}`, key, { alt: 'Leaves', name: 'Leaf 1.pdf' })
    expect(changed.body.data).toMatchObject({ alt: 'Leaves', name: 'Leaf 1.pdf' })
    const found = await service.rest('GET', '/assets?q=leaves&unused=true&type=application/pdf', key)
    expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await service.rest('GET', '/assets?q=leaves&unused=false', key)).body.data).toEqual([])
    const before = await stored()
    const deleted = await service.rest('DELETE', `/assets/${id}`, key)
    expect([deleted.status, deleted.body.data]).toEqual([200, { id, deleted: true, trashId: null }])
    expect((await service.rest('GET', `/assets/${id}`, key)).status).toBe(404)
    expect(await stored()).toBe(before - 1000)
  })
})
