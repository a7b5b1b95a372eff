import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFolderForTests } from '../support/file-store.ts'
import { makeFilm, makeMp3 } from '../support/media-files.ts'
import { openPublishGate } from '../support/publish-gate.ts'
import { publishCourse } from '../support/published-course.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'
import { type UploadedFile, uploadFile } from '../support/upload-file.ts'

type Name = 'leaf' | 'moss' | 'film' | 'sound' | 'captions' | 'sheet'

let service: TestService
let key: string
let publicId: string
let close: () => Promise<void>
let files: Record<Name, UploadedFile>

const makePicture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

beforeAll(async () => {
  const store = await openFolderForTests()
  close = store.close
  service = await startTestService({ env: store.env, hasJobs: false })
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  await openPublishGate(service)
  publicId = (await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).publicId
  const upload = (name: string, content: Uint8Array | string) => uploadFile(service, key, name, content)
  files = {
    leaf: await upload('leaf.png', await makePicture(1200, 800, 'green')),
    moss: await upload('moss.png', await makePicture(200, 100, 'olive')),
    film: await upload('growth.mp4', await makeFilm()),
    sound: await upload('rain.mp3', makeMp3()),
    captions: await upload('growth.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nA leaf grows.\n'),
    sheet: await upload('Arbeitsblatt "1".pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2500, 'x')])),
  }
  await service.rest('PATCH', `/assets/${files.moss.id}`, key, { alt: 'Moss on a stone' })
})
afterAll(async () => {
  await service.close()
  await close()
})

const text = (markdown: string) => ({ type: 'text', content: { text: markdown } })
const asset = (name: Name) => `asset:${files[name].id}`

async function publish(blocks: object[], settings: object = {}): Promise<string> {
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const { body } = await service.rest('POST', '/courses', key, {
    name: 'C',
    visibility: 'public',
    modules,
    ...settings,
  })
  await publishCourse(service, key, body.data.id)
  const tree = (await service.rest('GET', `/courses/${body.data.id}/tree`, key)).body.data
  return `/learn/${publicId}/${body.data.id}/${tree.modules[0].lessons[0].id}`
}
const read = async (path: string, headers: Record<string, string> = {}) => service.http(path, { headers })
/** Returns the HTML of the blocks, without the previews, which are long. */
const sections = (page: string) =>
  Array.from(page.matchAll(/<section class="block[^>]*>(.*?)<\/section>/gs), ([, html]) =>
    html!.replaceAll(/src="data:image\/png;base64,[^"]+"/g, 'src="data:"').trim(),
  )
const path = (name: Name) => `/assets/${publicId}/${files[name].hash}/${encodeURIComponent(files[name].name)}`
const preview = '<img class="blur" src="data:" alt="" aria-hidden="true">'
const sizes = 'auto, (min-width: 47rem) 44rem, calc(100vw - 2.5rem)'
const leaf = (alt: string) =>
  `<span class="picture">${preview}<img src="${path('leaf')}" srcset="${path('leaf')}?width=320 320w, ${path('leaf')}?width=960 960w, ${path('leaf')} 1200w" sizes="${sizes}" width="1200" height="800" alt="${alt}" loading="lazy" decoding="async"></span>`
const moss = (alt: string) =>
  `<span class="picture">${preview}<img src="${path('moss')}" width="200" height="100" alt="${alt}" loading="lazy" decoding="async"></span>`

test('a picture block has widths to choose from, its own size, a preview, and the alternative text of its file if it has none', async () => {
  const page = await read(
    await publish([
      { type: 'image', content: { assetId: files.leaf.id, alt: 'A leaf', caption: 'In May' } },
      { type: 'image', content: { assetId: files.moss.id } },
      { type: 'image', content: { assetId: files.moss.id, decorative: true } },
      { type: 'image', content: { assetId: '00000000-0000-7000-8000-000000000000', alt: 'Lost' } },
    ]),
  )
  expect(sections(page.text)).toEqual([
    `<figure>${leaf('A leaf')}<figcaption>In May</figcaption></figure>`,
    `<figure>${moss('Moss on a stone')}</figure>`,
    `<figure>${moss('')}</figure>`,
    '<p>Lost</p>',
  ])
  for (const [, url] of page.text.matchAll(/(?:src="|srcset="|, )(\/assets\/[^ "]+)/g)) {
    const { status, headers } = await read(url!)
    expect([url, status, headers.get('cache-control')]).toEqual([url, 200, 'public, max-age=31536000, immutable'])
  }
})

test('a film and a sound have the player of the browser, with captions and the picture before the film starts', async () => {
  const page = await read(
    await publish([
      {
        type: 'video',
        content: {
          assetId: files.film.id,
          posterAssetId: files.leaf.id,
          title: 'Growth',
          captions: [
            { language: 'de', assetId: files.captions.id },
            { language: 'en', url: 'https://a.example/en.vtt' },
          ],
        },
      },
      { type: 'video', content: { assetId: files.sound.id } },
      { type: 'video', content: { url: 'https://youtu.be/abcdefghijk', posterAssetId: files.moss.id } },
    ]),
  )
  const [film, sound, other] = sections(page.text)
  expect(film).toBe(
    `<figure class="film"><video src="${path('film')}" controls="" preload="none" aria-label="Growth" crossorigin="anonymous" width="640" height="360" playsinline="" poster="${path('leaf')}?width=960"><track kind="captions" src="${path('captions')}" srclang="de" label="Deutsch" default=""><track kind="captions" src="https://a.example/en.vtt" srclang="en" label="English"></video></figure>`,
  )
  expect(sound).toBe(
    `<figure class="film"><audio src="${path('sound')}" controls="" preload="metadata"></audio></figure>`,
  )
  expect(other).toContain(`<img src="${path('moss')}"`)
})

test('a link to a file that is a paragraph of its own shows what the file is, and a link within a text stays one', async () => {
  const page = await read(
    await publish([
      text(`![A leaf](${asset('leaf')} "Look")`),
      text(`[A moss](${asset('moss')})`),
      text(`[Rain](${asset('sound')})`),
      text(`![Growth](${asset('film')})`),
      text(`[Worksheet](${asset('sheet')})`),
      text(`<${asset('sheet')}>`),
      text(`See [the sheet](${asset('sheet')}) and <${asset('leaf')}>.`),
      text('![Gone](asset:00000000-0000-7000-8000-000000000000) [gone](asset:00000000-0000-7000-8000-000000000000)'),
    ]),
  )
  const card = (name: string, small: string) =>
    `<a class="file" href="${path('sheet')}" rel="noopener noreferrer"><span class="file-format" aria-hidden="true">PDF</span><span class="file-text"><span class="file-name" dir="auto">${name}</span> <small dir="auto">${small}<bdi>2.5 kB</bdi></small></span></a>`
  const rel = 'rel="noopener noreferrer"'
  expect(sections(page.text)).toEqual([
    `<p dir="auto">${leaf('A leaf').replace(' loading', ' title="Look" loading')}</p>`,
    `<figure>${moss('Moss on a stone')}<figcaption dir="auto">A moss</figcaption></figure>`,
    `<figure class="film"><audio src="${path('sound')}" controls="" preload="metadata" aria-label="Rain"></audio><figcaption dir="auto">Rain</figcaption></figure>`,
    `<figure class="film"><video src="${path('film')}" controls="" preload="metadata" aria-label="Growth" width="640" height="360" playsinline=""></video></figure>`,
    card('Worksheet', '<bdi>Arbeitsblatt &quot;1&quot;.pdf</bdi> · '),
    card('Arbeitsblatt &quot;1&quot;.pdf', ''),
    `<p dir="auto">See <a href="${path('sheet')}" ${rel}>the sheet</a> and <a href="${path('leaf')}" ${rel}>leaf.png</a>.</p>`,
    `<p dir="auto">Gone <a ${rel}>gone</a></p>`,
  ])
})

test('questions, answers and descriptions show files', async () => {
  const picture = `![Which](${asset('moss')})`
  const question = {
    id: 'q',
    type: 'single_choice',
    prompt: picture,
    options: [{ id: 'a', text: picture, correct: true }],
  }
  const address = await publish([{ type: 'quiz', content: { questions: [question] } }], { description: picture })
  const count = (html: string) => html.match(new RegExp(`<img src="${path('moss')}"`, 'g'))?.length
  expect(count((await read(address)).text)).toBe(2)
  expect(count((await read(address.slice(0, -37))).text)).toBe(1)
})

test('a page takes one statement for all its files, and none if it has no file', async () => {
  const blocks = [text(`![a](${asset('leaf')})`), text(`![b](${asset('moss')})`)]
  const [withFiles, without] = [await publish(blocks), await publish([text('a'), text('b')])]
  const count = (address: string) => statementsOf(async () => expect((await read(address)).status).toBe(200))
  const [more, fewer] = [await count(withFiles), await count(without)]
  expect(more.filter((sql) => /FROM assets /.test(sql))).toHaveLength(1)
  expect(more).toHaveLength(fewer.length + 1)
  expect(await count(withFiles)).toHaveLength(fewer.length - 1)
})

test('the addresses of an unlisted course are signed, and its page is made anew before they expire', async () => {
  const own = await uploadFile(service, key, 'own.png', await makePicture(400, 300, 'red'))
  const address = await publish([text(`![Own](asset:${own.id})`)], { visibility: 'unlisted' })
  const first = await read(address)
  const urls = (page: string) => Array.from(page.matchAll(/(\/assets\/[^ "]+?expires=(\d+)&amp;signature=[\w-]+)/g))
  const [[, url, expires] = []] = urls(first.text)
  expect(Number(expires) * 1000 - Date.now()).toBeGreaterThan(54 * 60_000)
  expect((await read(url!.replaceAll('&amp;', '&'))).status).toBe(200)
  expect((await read(url!.split('?')[0]!)).status).toBe(404)
  const headers = { 'If-None-Match': first.headers.get('etag')! }
  expect((await read(address, headers)).status).toBe(304)
  vi.setSystemTime(Date.now() + 301_000)
  const later = await read(address, headers)
  expect(later.status).toBe(200)
  expect(Number(urls(later.text)[0]![2])).toBeGreaterThan(Number(expires))
  vi.useRealTimers()
})

test('a preview of a draft shows files by signed addresses', async () => {
  const address = await publish([text(`![A leaf](${asset('leaf')})`)], { visibility: 'private' })
  const [courseId, lessonId] = address.split('/').slice(-2)
  const link = await service.rest('POST', `/courses/${courseId}/preview-links`, key, {})
  const page = await read(`/preview/${link.body.data.token}/${lessonId}`)
  const [, url] = /<img src="(\/assets\/[^"]+)"/.exec(page.text)!
  expect([page.headers.get('cache-control'), url]).toEqual(['private, no-store', expect.stringContaining('signature=')])
  expect((await read(url!.replaceAll('&amp;', '&'))).status).toBe(200)
})

test('a page with a file in very many places shows it in the first of them, and its other words after that', async () => {
  const address = await publish([text(`![x](${asset('leaf')})`.repeat(700))])
  const page = await read(address)
  expect(page.text.match(/<span class="picture">/g)).toHaveLength(500)
  expect(page.text.length).toBeLessThan(2_000_000)
})
